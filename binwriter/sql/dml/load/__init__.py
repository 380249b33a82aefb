"""LOAD DATA and LOAD XML: how the file is read, and how its rows come into the table."""
