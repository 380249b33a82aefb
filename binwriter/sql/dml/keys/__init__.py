"""Foreign keys while rows are changed: which rows they refer to, what a server or an engine does then."""
