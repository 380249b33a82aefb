"""Definitions with two faults: which of them a server tells of, and what stands beside it."""
