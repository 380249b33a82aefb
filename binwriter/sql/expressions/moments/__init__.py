"""Dates and times as values of expressions."""
