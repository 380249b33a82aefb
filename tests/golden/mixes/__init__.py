"""Two or three strings of different collations in one operation: which collation it uses, or why it has none."""
