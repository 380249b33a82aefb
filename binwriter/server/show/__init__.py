"""SHOW statements and what they list."""
