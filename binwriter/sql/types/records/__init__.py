"""The records of all functions, by family."""
