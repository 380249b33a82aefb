"""Reads BEGIN, START TRANSACTION, COMMIT, ROLLBACK and savepoints."""

from __future__ import annotations

from binwriter.sql.command_table import reads
from binwriter.sql.syntax.session import Begin, Commit, ReleaseSavepoint, Rollback, RollbackToSavepoint, SetSavepoint
from binwriter.sql.text.words import ParsedStatement, Words


@reads("BEGIN")
def read_begin(words: Words) -> ParsedStatement:
    words.end(2 if words.word(1) == "WORK" else 1)
    return ParsedStatement(words.text, "begin", Begin())


@reads("START TRANSACTION")
def read_start_transaction(words: Words) -> ParsedStatement:
    rest = " ".join(words.word(index) for index in range(2, len(words.tokens)))
    allowed = {"", "READ ONLY", "READ WRITE", "WITH CONSISTENT SNAPSHOT"}
    if any(part.strip() not in allowed for part in rest.split(",")):
        raise words.syntax_error(2)
    parts = [part.strip() for part in rest.split(",")]
    if "READ ONLY" in parts and "READ WRITE" in parts:
        raise words.syntax_error(len(words.tokens))
    read_only = True if "READ ONLY" in parts else False if "READ WRITE" in parts else None
    return ParsedStatement(words.text, "begin", Begin(read_only, "WITH CONSISTENT SNAPSHOT" in parts))


def _completion(words: Words, position: int) -> tuple[bool | None, bool | None]:
    """[WORK] [AND [NO] CHAIN] [[NO] RELEASE] -> whether it chains, whether it ends the session; None: not said."""
    if words.word(position) == "WORK":
        position += 1
    chain: bool | None = None
    release: bool | None = None
    if words.starts("AND", "NO", "CHAIN", at=position):
        position, chain = position + 3, False
    elif words.starts("AND", "CHAIN", at=position):
        position, chain = position + 2, True
    if words.starts("NO", "RELEASE", at=position):
        position, release = position + 2, False
    elif words.word(position) == "RELEASE" and not chain:
        position, release = position + 1, True
    words.end(position)
    return chain, release


@reads("COMMIT")
def read_commit(words: Words) -> ParsedStatement:
    return ParsedStatement(words.text, "commit", Commit(*_completion(words, 1)))


@reads("ROLLBACK")
def read_rollback(words: Words) -> ParsedStatement:
    position = 2 if words.word(1) == "WORK" else 1
    if words.word(position) == "TO":
        position += 2 if words.word(position + 1) == "SAVEPOINT" else 1
        name = words.name(position)
        words.end(position + 1)
        return ParsedStatement(words.text, "rollback_to_savepoint", RollbackToSavepoint(name, words.text))
    return ParsedStatement(words.text, "rollback", Rollback(*_completion(words, 1)))


@reads("SAVEPOINT")
def read_savepoint(words: Words) -> ParsedStatement:
    name = words.name(1)
    words.end(2)
    return ParsedStatement(words.text, "savepoint", SetSavepoint(name, words.text))


@reads("RELEASE SAVEPOINT")
def read_release(words: Words) -> ParsedStatement:
    name = words.name(2)
    words.end(3)
    return ParsedStatement(words.text, "release_savepoint", ReleaseSavepoint(name))
