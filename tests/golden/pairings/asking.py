"""A pairing asked of two connections: the answers, and the rows that are left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from tests.golden.pairings.cases import ENDS, Case

Answer = tuple[str, list[tuple[object, ...]]]


class Connection(Protocol):
    """A session. number: that KILL names."""

    number: int

    def run(self, sql: str) -> Answer: ...


class Sent(Protocol):
    """A statement under way."""

    def result(self) -> Answer: ...


def ask(
    case: Case, connections: Sequence[Connection], send: Callable[[Connection, str], Sent], *, together: bool = False
) -> list[str]:
    """Each statement with its answer. connections: the two, and one that makes the tables and looks at them.
    send: returns when the statement waits, or is done."""
    first, second, other = connections
    database = f"p{case.number}"
    for statement in ("SET sql_log_bin = 0", f"CREATE DATABASE {database}", f"USE {database}", *case.setup):
        other.run(statement)
    for one in (first, second):
        one.run(f"USE {database}")
        for setting in case.settings:
            one.run(setting)
    before, meanwhile = ENDS[case.end]
    told: list[str] = []

    def tell(who: str, sql: str, answer: Answer) -> None:
        rows = "" if not answer[1] or sql.startswith("ANALYZE") else f" {sorted(map(repr, answer[1]))}"
        told.append(f"{who} {sql}: {answer[0]}{rows}".replace(database, "p"))

    def name(sql: str) -> str:
        return sql.replace("LOCK'", f"{database}'").replace("{second}", str(second.number))

    for sql in (case.begin, case.first):
        tell("1", sql, first.run(name(sql)))
    for sql in ("BEGIN", *before):
        tell("2", sql, second.run(name(sql)))
    sent = send(second, name(case.second))
    for sql in meanwhile:
        tell("1", sql, first.run(name(sql)))
    tell("2", case.second, sent.result())
    for who, one in (("1", first), ("2", second)):
        for sql in ("COMMIT", "UNLOCK TABLES"):
            if not (who == "2" and case.end == "kill"):
                tell(who, sql, one.run(sql))
    if case.end == "xa":
        for sql in ("XA END 'LOCK'", "XA ROLLBACK 'LOCK'"):
            first.run(name(sql))
    if case.end == "kill":
        second.run("COMMIT")
    for table in ("t", "q"):
        tell("3", table, other.run(f"SELECT * FROM {table}"))
    return told
