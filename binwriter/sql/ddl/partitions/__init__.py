"""Partitioning: what it asks of a table."""
