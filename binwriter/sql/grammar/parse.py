"""SQL text -> a parsed statement, by all readers that there are.

sqlglot's MySQL grammar reads queries and DML; what it lacks (MySQL's session commands, administration, definitions of
tables and programs) readers of our own take from the tokens. They register when they are loaded.
"""

from __future__ import annotations

from binwriter.sql.command_table import reads
from binwriter.sql.ddl import libraries, reference_systems, tablespaces
from binwriter.sql.grammar import (
    accounts,
    administration,
    binlog_statement,
    databases,
    foreign_servers,
    grants,
    handler,
    key_caches,
    load,
    resource_groups,
    session,
    transactions,
    trees,
    unmodelled,
    views,
    xa,
)
from binwriter.sql.grammar.programs import commands, definitions
from binwriter.sql.grammar.reading import parse_statement
from binwriter.sql.grammar.tables import alter_table, indexes
from binwriter.sql.text.words import ParsedStatement, Words

__all__ = ["READER_MODULES", "parse_statement"]

READER_MODULES = (session, transactions, trees)
reads.later.add(alter_table, indexes, views, administration, definitions, commands, load, accounts, xa, handler)
reads.later.add(
    unmodelled, binlog_statement, databases, foreign_servers, grants, resource_groups, key_caches, tablespaces
)


@reads("CREATE SPATIAL")
def _read_create_spatial(words: Words) -> ParsedStatement:
    return (
        reference_systems.read_reference_system(words)
        if words.word(2) == "REFERENCE"
        else indexes.read_create_index(words)
    )


@reads("CREATE OR")
def _read_create_or_replace(words: Words) -> ParsedStatement:
    return reference_systems.read_reference_system(words) if words.word(3) == "SPATIAL" else views.read_view(words)


@reads("CREATE LIBRARY", "ALTER LIBRARY", "DROP LIBRARY")
def _read_library(words: Words) -> ParsedStatement:
    return libraries.read_library(words.text)
