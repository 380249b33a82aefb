"""The order in which tables are joined, partners of rows, and the rows that a join gives."""
