"""What is kept of games and people, as messages."""
