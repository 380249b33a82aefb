"""placeholder"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlglot import exp

from binwriter.sql.context import StatementContext
from binwriter.sql.query.sources import TableRows


def access_rows(
    alias: str, data: TableRows, where: exp.Expression | None, context: StatementContext
) -> Iterator[tuple[int, tuple[Any, ...]]]:
    return data.scan()
