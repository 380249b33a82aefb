"""The expressions in the definition of a table as a server prints them: columns by name, literals with introducers."""

from __future__ import annotations

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.raw_bytes import bytes_of, has_raw, in_dictionary_as_bytes, shown_as_utf8
from binwriter.sql.printing import constants
from binwriter.sql.printing.expressions import Printer
from binwriter.sql.text.trees import parse_expression

_CHARSET = "utf8mb4"


def printed(text: str, table: Table | None, *, as_given: bool = False) -> str:
    """An expression of a CHECK, a DEFAULT, a generated column or a key. One that cannot be printed is left as given.

    as_given: literals are not converted to the types and character sets of columns beside them.
    """
    if table is None:
        return _printed(text, None, as_given)
    known: dict[tuple[str, bool], str] = table.__dict__.setdefault("printed", {})
    key = text, as_given
    if key not in known:
        known[key] = _printed(text, table, as_given)
    return known[key]


def _printed(text: str, table: Table | None, as_given: bool) -> str:

    def charset_of(column: exp.Column) -> str | None:
        index = None if table is None or as_given else table.index_of.get(column.name.lower())
        collation = BINARY_COLLATION_ID if table is None or index is None else table.columns[index].spec.collation
        return None if collation == BINARY_COLLATION_ID else collation_by_id(collation).charset

    def name_of(column: exp.Column) -> str:
        index = None if table is None else table.index_of.get(column.name.lower())
        return quoted(column.name if table is None or index is None else table.columns[index].name)

    def spec_of(name: str) -> ColumnSpec | None:
        index = None if table is None else table.index_of.get(name.lower())
        return None if table is None or index is None else table.columns[index].spec

    try:
        tree: exp.Expr = parse_expression(text)
        if not as_given:
            tree = constants.with_constants(tree, spec_of)
        made = Printer(name_of, _CHARSET if table is None else table.literals, charset_of).print(tree)
        return shown_as_utf8(bytes_of(made)) if has_raw(made) else made
    except UnsupportedError:
        return text


def escaped(text: str) -> str:
    """As the tables of information_schema have it."""
    return in_dictionary_as_bytes(text).replace("\\", "\\\\").replace("'", "\\'")
