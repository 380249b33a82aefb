"""Column types: value <-> bytes, and each type's Table_map metadata; one module per family."""
