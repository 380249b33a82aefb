"""CREATE TABLE: columns, keys, constraints and options."""
