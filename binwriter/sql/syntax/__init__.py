"""Statements as they are written."""
