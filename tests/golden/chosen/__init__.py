"""Columns that choices among two operands of any types make, and their rows, as a 9.7.4 made them."""
