"""A table's messages in its channel: posted, kept up to date, and what becomes of them."""
