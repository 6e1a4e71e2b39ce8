"""Answers to whoever pressed, private hands among them, and failures in words."""
