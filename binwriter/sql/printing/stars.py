"""The tables of a query as they are printed, and the columns of theirs for which a star stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.records import dataclass
from binwriter.sql.text.tree_text import is_star


@dataclass(frozen=True)
class Named:
    """A table of FROM: the name by which its columns are written, and the columns' names. shown: how it is listed."""

    qualifier: str
    alias: str
    columns: tuple[str, ...]


def spelled_out(node: exp.Select, tables: Sequence[Named]) -> Iterator[exp.Expression]:
    """The select list, stars spelled out."""
    for item in node.expressions:
        if not is_star(item):
            yield item
            continue
        if any(join.args.get("using") or join.args.get("method") for join in node.args.get("joins") or ()):
            raise UnsupportedError("printing * of a join by equal names")
        wanted = item.text("table").lower()
        for table in tables:
            if wanted in ("", table.alias.lower()):
                yield from (exp.column(name, table.alias) for name in table.columns)
