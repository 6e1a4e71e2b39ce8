"""The messages of a table, from lobby to result, and those that only a player sees."""
