"""A statement context and a reader of SQL literals for the tests of the storage side."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, cast

from binwriter.formats.servers import PROFILES
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.engines import EngineCatalog
from binwriter.mysql.variables.settings import Settings, settings_of
from binwriter.mysql.variables.spec import variables_of
from binwriter.sql.context import RandState, ServerFacts, SessionFacts, StatementContext
from binwriter.sql.expressions.types import BinaryLiteral

DEFAULT_SQL_MODE = (
    "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,"
    "NO_ENGINE_SUBSTITUTION"
)
NOW = 1_577_934_245_000_000  # 2020-01-02 03:04:05 UTC


class PlainVariables(dict[str, object]):
    """What statements ask of the session's variables: get(), and the server they are on."""

    profile = PROFILES["9.7"]
    behaviour = Behaviour()
    engines = EngineCatalog(())
    table = variables_of(profile.name)

    @property
    def settings(self) -> Settings:
        """Typed, with the defaults of what is not given."""
        return settings_of(lambda name: self.get(name, self.table.variables[name].default))


def make_context(sql_mode: str = DEFAULT_SQL_MODE, time_zone: str = "SYSTEM", **variables: object) -> StatementContext:
    """A context over plain variables."""
    values: dict[str, object] = {
        "sql_mode": sql_mode,
        "time_zone": time_zone,
        "collation_server": "utf8mb4_0900_ai_ci",
        "explicit_defaults_for_timestamp": True,
        "default_collation_for_utf8mb4": "utf8mb4_0900_ai_ci",
    }
    return StatementContext(
        SessionFacts(cast(Any, PlainVariables(values, **variables)), {}, 1, "root@localhost", RandState(1, 2)),
        ServerFacts(sysdate=lambda: NOW, new_uuid=lambda: ""),
        database="test",
        start_microseconds=NOW,
    )


_CALL = re.compile(r"(REPEAT|CONCAT)\((.*)\)$")
_TEMPORAL = re.compile(r"(DATE|TIMESTAMP|TIME)'(.*)'$")
_ESCAPES = {"0": "\0", "t": "\t", "n": "\n"}


def literal(text: str) -> object:
    """The value of a literal as an expression gives it; REPEAT and CONCAT of literals too."""
    if call := _CALL.match(text):
        return _call(call[1], call[2])
    if temporal := _TEMPORAL.match(text):
        return _temporal(temporal[1], temporal[2])
    if text.startswith("'"):
        return re.sub(r"\\(.)", lambda match: _ESCAPES[match[1]], text[1:-1])
    if text.startswith("x'"):
        return BinaryLiteral(bytes.fromhex(text[2:-1]))
    if text.startswith("0x"):
        return BinaryLiteral(bytes.fromhex(text[2:]))
    if text.startswith("b'"):
        return BinaryLiteral(int(text[2:-1], 2).to_bytes(1, "big"))
    if text == "TRUE":
        return 1
    if "e" in text:
        return float(text)
    return Decimal(text) if "." in text else int(text)


def _call(name: str, arguments: str) -> str:
    if name == "REPEAT":
        value, _, count = arguments.rpartition(",")
        return str(literal(value)) * int(count)
    head, _, tail = arguments.rpartition(",")
    return str(literal(head)) + str(literal(tail))


def _temporal(kind: str, text: str) -> object:
    if kind == "DATE":
        return date.fromisoformat(text)
    if kind == "TIMESTAMP":
        return datetime.fromisoformat(text)
    hours, minutes, seconds = text.lstrip("-").split(":")
    value = timedelta(hours=int(hours), minutes=int(minutes), seconds=float(seconds))
    return -value if text.startswith("-") else value
