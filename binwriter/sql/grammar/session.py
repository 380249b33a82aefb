"""Reads USE, SET, FLUSH and RESET."""

from __future__ import annotations

from itertools import groupby

from binwriter.sql.command_table import reads
from binwriter.sql.grammar import administration, unmodelled
from binwriter.sql.grammar.set_variables import read_set
from binwriter.sql.syntax.session import FlushLogs, ResetBinaryLogs, Use
from binwriter.sql.text.words import ParsedStatement, Words


@reads("SET")
def _read_set(words: Words) -> ParsedStatement:
    return ParsedStatement(words.text, "set_option", read_set(words))


@reads("USE")
def _read_use(words: Words) -> ParsedStatement:
    name = words.name(1)
    words.end(2)
    known = name.lower() if name.lower() == "information_schema" else name  # in any case of letters
    return ParsedStatement(words.text, "use", Use(known))


@reads("FLUSH")
def _read_flush(words: Words) -> ParsedStatement:
    position = 1
    local = words.word(position) in ("LOCAL", "NO_WRITE_TO_BINLOG")
    position += local
    flushed = [words.word(n) for n in range(position, len(words.tokens))]
    kinds = [" ".join(kind) for is_kind, kind in groupby(flushed, key=lambda word: word != ",") if is_kind]
    if words.word(position) == "BINARY" and words.word(position + 1) != "LOGS":
        raise words.syntax_error(position + 1)
    if kinds[:1] and kinds[0].startswith("LOGS "):
        words.end(position + 1)
    if not {"LOGS", "BINARY LOGS"} & set(kinds):
        return administration.read_flush_of_others(words)
    # of all its logs, only the binary one is here; a list with it is not logged (captured: flush_lists)
    words.end(position + 2 * len(kinds) - 1 + sum(kind.count(" ") for kind in kinds))
    return ParsedStatement(words.text, "flush_logs", FlushLogs(local))


@reads("RESET")
def _read_reset(words: Words) -> ParsedStatement:
    if words.word(1) == "PERSIST":
        return unmodelled.read_reset_persist(words)
    if words.word(1) in ("REPLICA", "SLAVE"):
        return unmodelled.read_replication(words)
    position = 5
    if words.word(1) == "MASTER":  # up to 8.3 (binwriter.sql.grammar.by_version)
        position = 2
    elif not words.starts("RESET", "BINARY", "LOGS", "AND", "GTIDS"):
        raise words.syntax_error(1)
    if words.word(position) != "TO":
        words.end(position)
        return ParsedStatement(words.text, "reset", ResetBinaryLogs(1))
    words.end(position + 2)
    number = unmodelled.read_reset_number(words, position + 1)
    return ParsedStatement(words.text, "reset", ResetBinaryLogs(number))
