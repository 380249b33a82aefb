"""What a write is asked for: the options of `df.write.format("mysql_binlog")`.

They and the DataFrame's columns are all that is needed, so Parquet files are written by the same options.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from binwriter.bulk.work import MAX_TIME
from binwriter.catalog.tables import Table
from binwriter.errors import OptionError
from binwriter.formats.records import dataclass
from binwriter.integration.spark import option_reader as read
from binwriter.integration.spark.declared import declared_table
from binwriter.integration.spark.option_reader import OptionReader
from binwriter.statement.values import DdlEvent, RowOperation
from binwriter.workload.server_choice import ServerChoice, read_server
from binwriter.workload.specification.option_names import SERVER_OPTIONS

CHANGES = "changes"
OPERATIONS = {"insert": RowOperation.WRITE, "update": RowOperation.UPDATE, "delete": RowOperation.DELETE}
DEFAULT_ROWS = 1000
# Room for ten thousand million transactions a task: 900 million tasks fit under the largest GNO.
DEFAULT_STRIDE = 10**10
_MOST_ROWS = 1 << 24


class Numbering(Enum):
    """How tasks that do not know of each other get their GTIDs (option gtid_numbering).

    STRIDE: task p begins at 1 + p * gtid_stride; gtid_executed has gaps. COUNTS: the numbers of transactions are known
    (`save` counts them), no gaps. TAG: each task has a tag of its own. UUID: each task has a server_uuid of its own.
    """

    STRIDE = "stride"
    COUNTS = "counts"
    TAG = "tag"
    UUID = "uuid"


class IfExists(Enum):
    """What a write with mode append does if there is a log: Spark hands a Python source only two of its modes."""

    APPEND = "append"
    ERROR = "error"
    IGNORE = "ignore"


# Save modes as Spark's users know them: whether the log is replaced, and what is done if there is one.
_MODES = {
    "append": (False, IfExists.APPEND),
    "overwrite": (True, IfExists.APPEND),
    "error": (False, IfExists.ERROR),
    "errorifexists": (False, IfExists.ERROR),
    "ignore": (False, IfExists.IGNORE),
}


def save_mode(mode: str) -> tuple[bool, IfExists]:
    """Raises OptionError for a mode that Spark does not have."""
    if mode.lower() not in _MODES:
        raise OptionError(f"mode {mode!r} is not one of {', '.join(_MODES)}")
    return _MODES[mode.lower()]


def option_texts(options: Mapping[str, Any]) -> dict[str, str]:
    """Options as keyword arguments have them, as text."""
    return {name.lower().replace("-", "_"): _text(value) for name, value in options.items() if value is not None}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(value) if isinstance(value, list | tuple) else str(value)


@dataclass(frozen=True)
class ChangeColumns:
    """The DataFrame's columns that say what happened. before, after: structs, or for one operation without them None.

    transaction: rows with equal values in these columns, one after the other, are one transaction; empty: they are
    counted. order: columns that must not descend within a task. time: of the commit.
    """

    operation: str | None
    before: str | None
    after: str | None
    transaction: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    time: str | None = None


@dataclass(frozen=True)
class WriteOptions:
    """operation: of all rows, None: each row says it. ddl: what makes the table, to be logged first; may be empty.

    publication: an id under which it is known; one that is the log's last is replaced by another of the same id. '' for
    an id that nothing else has. dropped: columns of the DataFrame that are not written.
    start: microseconds since 1970 UTC, of the first transaction of each task; step: microseconds to the next one.
    """

    folder: str
    table: Table
    ddl: tuple[DdlEvent, ...]
    server: ServerChoice
    operation: RowOperation | None
    columns: ChangeColumns
    dropped: frozenset[str]
    rows_per_transaction: int
    rows_per_statement: int
    start: int
    step: int
    numbering: Numbering
    stride: int
    counts: tuple[int, ...] | None
    if_exists: IfExists
    publication: str


def write_options(given: Mapping[str, str], column_names: Sequence[str], now: int, derive: Any = None) -> WriteOptions:
    """The options. column_names: the DataFrame's. now: microseconds since 1970 UTC, for option start_time's default.

    derive: a function (name, primary_key) -> CREATE TABLE, for a DataFrame without option schema.
    Raises OptionError, or an error of MySQL for option schema, before anything is written.
    """
    options = OptionReader(given)
    folder = next((value for name, value in given.items() if name.lower() == "path"), "")
    if not folder:
        raise OptionError("mysql_binlog: save() needs the folder for the log")
    operation = options.take("operation", read.choice(*OPERATIONS, CHANGES), "insert")
    server = _server(options, folder)
    table, ddl = _table(options, server, derive)
    columns = _columns(options, operation, column_names)
    rows = options.take("rows_per_transaction", read.number(1, _MOST_ROWS), DEFAULT_ROWS)
    counts = options.take("transaction_counts", _counts, None)
    result = WriteOptions(
        folder=folder,
        table=table,
        ddl=ddl,
        server=server,
        operation=OPERATIONS.get(operation),
        columns=columns,
        dropped=frozenset(
            _found(column_names, "drop_columns", n) for n in options.take("drop_columns", read.names, ())
        ),
        rows_per_transaction=rows,
        rows_per_statement=options.take("rows_per_statement", read.number(1, _MOST_ROWS), _MOST_ROWS),
        start=options.take("start_time", read.moment, now),
        step=options.take("time_step", read.number(0, MAX_TIME), 1),
        numbering=Numbering(
            options.take(
                "gtid_numbering",
                read.choice(*(each.value for each in Numbering)),
                Numbering.STRIDE.value if counts is None else Numbering.COUNTS.value,
            )
        ),
        stride=options.take("gtid_stride", read.number(1, 1 << 60), DEFAULT_STRIDE),
        counts=counts,
        if_exists=IfExists(options.take("if_exists", read.choice(*(each.value for each in IfExists)), "append")),
        publication=options.take("publication", read.text, ""),
    )
    options.finish(frozenset({"checkpointlocation", "queryname"}))
    if (result.numbering is Numbering.COUNTS) is not (counts is not None):
        raise OptionError("gtid_numbering counts: transactions are counted by binwriter.integration.spark.save")
    if result.numbering is Numbering.TAG and not (server.settings.gtid and server.settings.profile.gtid_tags):
        raise OptionError("gtid_numbering tag: it needs gtid_mode=ON and a server that knows tags")
    return result


def _server(options: OptionReader, folder: str) -> ServerChoice:
    names = tuple(name.replace("-", "_") for name in SERVER_OPTIONS)
    given: dict[str, Any] = options.rest((*names, "server_version", "gtid_tag"))
    if "server_version" in given:
        given["version"] = given.pop("server_version")
    given.setdefault("binlog_row_metadata", "FULL")
    given.setdefault("server_uuid", str(uuid5(NAMESPACE_URL, f"mysql_binlog:{folder}")))
    return read_server(given, "option")


def _table(options: OptionReader, server: ServerChoice, derive: Any) -> tuple[Table, tuple[DdlEvent, ...]]:
    name = options.take("table", read.table_name, None)
    schema = options.take("schema", read.text, "")
    primary_key = options.take("primary_key", read.names, ())
    log_ddl = options.take("log_ddl", read.flag, False)
    if schema and primary_key:
        raise OptionError("option primary_key is for a table made from the DataFrame; option schema has its own")
    if not schema:
        if name is None:
            raise OptionError("mysql_binlog: option table (database.table) or schema (CREATE TABLE …) is missing")
        schema = derive(name, primary_key)
    _, table, events = declared_table(schema, name, server.settings.profile)
    return table, events if log_ddl else ()


def _columns(options: OptionReader, operation: str, names: Sequence[str]) -> ChangeColumns:
    def column(option: str, default: str | None) -> str | None:
        given = options.take(option, read.text, None)
        return None if given is None and default is None else _found(names, option, given or default or "")

    def columns(option: str) -> tuple[str, ...]:
        return tuple(_found(names, option, name) for name in options.take(option, read.names, ()))

    is_changes = operation == CHANGES
    return ChangeColumns(
        operation=column("operation_column", "operation" if is_changes else None),
        before=column("before_column", "before" if is_changes or operation == "update" else None),
        after=column("after_column", "after" if is_changes or operation == "update" else None),
        transaction=columns("transaction_columns"),
        order=columns("order_columns"),
        time=column("time_column", None),
    )


def _found(names: Sequence[str], option: str, wanted: str) -> str:
    """The column of that name, in any case of letters."""
    for name in names:
        if name.lower() == wanted.lower():
            return name
    raise OptionError(f"option {option}: the DataFrame has no column {wanted!r}; it has {', '.join(names)}")


def _counts(name: str, value: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\[[\d, ]*\]", value):
        raise OptionError(f"option {name}: {value!r} is not a list of numbers")
    return tuple(json.loads(value))
