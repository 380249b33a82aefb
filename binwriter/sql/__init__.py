"""SQL text -> statement.py's two values: parsing, expressions, storage with undo, DDL and DML."""
