"""What mysqlbinlog of 9.7.4 prints: rows as pseudo-SQL (-v, -vv), events as hexadecimal bytes, JSON documents.

Everything here was compared line for line with the program (tests/binwriter/inspection/test_mysqlbinlog.py). Bytes
that are not UTF-8 stand in the text as lone surrogates (`surrogateescape`), so that it can be written byte for byte.
"""

from binwriter.inspection.mysqlbinlog.hexdump import hexdump
from binwriter.inspection.mysqlbinlog.pseudo_sql import pseudo_sql, unknown_table
from binwriter.mysql.values.json_text import json_text

__all__ = ["hexdump", "json_text", "pseudo_sql", "unknown_table"]
