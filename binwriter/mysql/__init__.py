"""Words and values of a MySQL server. Knows no session, no statement and no log."""
