"""What becomes of the prefixes of keys whose columns ALTER TABLE changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.records import replace
from binwriter.sql.ddl.table.keys import PREFIXABLE, whole_length
from binwriter.sql.syntax.alter_table import AddKey
from binwriter.sql.syntax.table import KeyPartSyntax, KeySyntax

if TYPE_CHECKING:
    from binwriter.sql.ddl.alter.table import Alteration


def fitting_prefixes(alter: Alteration) -> list[KeySyntax]:
    """The keys; those that were there take the whole of a column that has no prefixes any more, or is shorter than
    theirs (captured: prefixes_of_altered_columns). What the statement adds stays as it is written."""
    added = [action.key for action in alter.syntax.actions if isinstance(action, AddKey)]
    specs = {slot.column.name.lower(): slot.column.spec for slot in alter.slots if slot.old is not None}
    return [
        key
        if any(key is one for one in added) or all(part.length is None for part in key.parts)
        else replace(key, parts=tuple(_fitting(part, specs.get(part.column.lower())) for part in key.parts))
        for key in alter.keys
    ]


def _fitting(part: KeyPartSyntax, spec: ColumnSpec | None) -> KeyPartSyntax:
    if part.length is None or spec is None:
        return part
    if spec.type in PREFIXABLE and (whole_length(spec) or part.length) >= part.length:
        return part
    return replace(part, length=None)
