"""Readers of tokens: text of a kind of statement to its syntax; what each version's grammar has."""
