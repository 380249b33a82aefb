"""Aggregate and window functions."""
