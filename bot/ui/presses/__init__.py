"""What buttons do: the door, the table of verbs, and a handler for each."""
