"""Columns to cells and rows: the plans, as numbers, and the ways that carry them out."""
