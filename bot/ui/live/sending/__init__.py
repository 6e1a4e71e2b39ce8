"""How a panel becomes a message: components, pictures, and what to do without them."""
