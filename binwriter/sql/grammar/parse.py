"""SQL text -> a parsed statement, by all readers that there are.

sqlglot's MySQL grammar reads queries and DML; what it lacks (MySQL's session commands, administration, definitions of
tables and programs) readers of our own take from the tokens. They register when they are imported here.
"""

from __future__ import annotations

from binwriter.sql.command_table import reads
from binwriter.sql.ddl import tablespaces
from binwriter.sql.ddl.libraries import read_library
from binwriter.sql.ddl.reference_systems import read_reference_system
from binwriter.sql.grammar import (
    accounts,
    administration,
    binlog_statement,
    handler,
    load,
    session,
    transactions,
    trees,
    unmodelled,
    xa,
)
from binwriter.sql.grammar.programs import commands, definitions
from binwriter.sql.grammar.reading import parse_statement
from binwriter.sql.grammar.tables.alter_table import read_create_index
from binwriter.sql.grammar.views import read_view
from binwriter.sql.text.words import ParsedStatement, Words

__all__ = ["READER_MODULES", "parse_statement"]

READER_MODULES = (
    *(accounts, administration, binlog_statement, commands, definitions, handler, load, session, tablespaces),
    *(transactions, trees, unmodelled, xa),
)


@reads("CREATE SPATIAL")
def _read_create_spatial(words: Words) -> ParsedStatement:
    return read_reference_system(words) if words.word(2) == "REFERENCE" else read_create_index(words)


@reads("CREATE OR")
def _read_create_or_replace(words: Words) -> ParsedStatement:
    return read_reference_system(words) if words.word(3) == "SPATIAL" else read_view(words)


@reads("CREATE LIBRARY", "ALTER LIBRARY", "DROP LIBRARY")
def _read_library(words: Words) -> ParsedStatement:
    return read_library(words.text)
