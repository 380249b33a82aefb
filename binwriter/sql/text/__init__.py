"""Text before grammar: comments, modes, hints, tokens, and sqlglot's dialect."""
