"""One database, two engines: rows in, rows out. A leaf that knows nothing of cribbage or Discord."""
