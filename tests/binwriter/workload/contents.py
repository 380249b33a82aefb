"""What tables hold, by --final-state and by a server, in a form in which both can be compared."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from binwriter.catalog.tables import Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.integration.replaying.client import Contents

Rows = list[tuple[Any, ...]]


def final_state(folder: Path, tables: Iterable[Table]) -> dict[str, Rows]:
    """The rows of --final-state by `database.table`, sorted."""
    found = {}
    for table in tables:
        name = f"{table.schema}.{table.name}"
        columns = pq.read_table(folder / name).to_pydict().values()
        found[name] = _comparable(table, zip(*columns, strict=True))
    return found


def server_state(contents: Contents, tables: Iterable[Table]) -> dict[str, Rows]:
    """The rows that a server has (`table_contents`) by `database.table`, sorted."""
    return {f"{one.schema}.{one.name}": _comparable(one, contents[one.schema, one.name]) for one in tables}


def _comparable(table: Table, rows: Iterable[tuple[Any, ...]]) -> Rows:
    convert = [_CONVERSIONS.get(column.spec.type, _plain) for column in table.columns]
    specs = [column.spec for column in table.columns]
    made = [
        tuple(None if value is None else one(spec, value) for one, spec, value in zip(convert, specs, row, strict=True))
        for row in rows
    ]
    return sorted(made, key=str)


def _plain(spec: ColumnSpec, value: Any) -> Any:
    return value


def _datetime(spec: ColumnSpec, value: datetime) -> datetime:
    return value.replace(tzinfo=None)


def _bits(spec: ColumnSpec, value: int | bytes) -> int:
    return int.from_bytes(value, "big") if isinstance(value, bytes) else value


class Single(float):
    """A FLOAT, of which a server shows six digits."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, float) and math.isclose(self, other, rel_tol=1e-5)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = float.__hash__


def _single(spec: ColumnSpec, value: float) -> Single:
    return Single(value)


def _fixed(spec: ColumnSpec, value: str | bytes) -> str | bytes:
    """BINARY is padded by the server, the log has it without."""
    return value.rstrip(b"\0") if isinstance(value, bytes) else value


def _document(spec: ColumnSpec, value: str) -> str:
    return json.dumps(json.loads(value), sort_keys=True)


_CONVERSIONS: dict[ColumnType, Callable[[ColumnSpec, Any], Any]] = {
    ColumnType.TIMESTAMP2: _datetime,
    ColumnType.BIT: _bits,
    ColumnType.FLOAT: _single,
    ColumnType.STRING: _fixed,
    ColumnType.JSON: _document,
}
