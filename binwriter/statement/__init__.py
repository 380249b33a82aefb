"""The seam between SQL and the log: what a statement is and what it did, as values."""
