"""How a table's rows are found: the index, estimates, locks, and the order of a sort."""
