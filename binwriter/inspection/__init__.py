"""Looking at logs: as tables, JSON and mysqlbinlog's text, and whether they are whole."""
