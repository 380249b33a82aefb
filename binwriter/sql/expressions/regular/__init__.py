"""Regular expressions: what ICU has and Python has not."""
