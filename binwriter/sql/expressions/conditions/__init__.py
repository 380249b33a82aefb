"""Operators whose value is a truth: comparisons, predicates, logic, and the branches that hang on it."""
