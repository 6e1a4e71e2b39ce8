"""The rules of cribbage: pure, no I/O, no clock, no randomness of its own."""
