"""What a kept state is made of: statements with the session that they need, rows of tables, and plain records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
from binwriter.sql.programs.creation import CreationContext
from binwriter.statement.values import RowChange
from binwriter.statement.xid import XaId
from binwriter.storage.order import Row


@dataclass(frozen=True, slots=True)
class KeptStatement:
    """A statement that makes something anew.

    schema: its default database, "" for none. moment: when what it makes was made, in microseconds since 1970 UTC.
    creation: the settings that it was made with, None where nothing of them is kept. zone: @@time_zone.
    """

    text: str
    schema: str = ""
    moment: int = 0
    creation: CreationContext | None = None
    zone: str = "+00:00"


@dataclass(frozen=True, slots=True)
class KeptRows:
    """Rows of a table, in its order, of which there is one at least."""

    table: Table
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """Something that is kept as it is, or what no statement says of something that one has made.

    kind: what it is (`binwriter.server.keeping.records`); name: how it is found; values: by name, such as JSON has.
    """

    kind: str
    name: tuple[str, ...]
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class KeptBranch:
    """A prepared XA transaction, with what it has changed: a row that it changed twice stands here once."""

    xid: XaId
    changes: tuple[RowChange, ...]


Kept = KeptStatement | KeptRows | KeptRecord | KeptBranch
State = Iterator[Kept]
