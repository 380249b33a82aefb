"""UPDATE and DELETE of rows that a join finds."""
