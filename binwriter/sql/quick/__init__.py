"""Statements of one shape: read once, then only their literals."""
