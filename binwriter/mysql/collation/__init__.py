"""Collations: which there are, and how their strings compare."""
