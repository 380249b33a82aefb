"""Whether a text is a statement of MySQL's grammar, and where it is none."""
