"""The system databases: what their tables are, and the rows that a server would show in them."""
