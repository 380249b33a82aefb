"""Two sessions meet at a table: every pairing of statements, as a 9.7.4 answered it."""
