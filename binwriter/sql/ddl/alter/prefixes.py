"""What becomes of the prefixes of keys whose columns ALTER TABLE changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from binwriter.catalog.limits import PREFIXABLE, whole_length
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.records import replace
from binwriter.sql.syntax.table import KeyPartSyntax, KeySyntax


def fitting_prefixes(
    keys: Sequence[KeySyntax], added: Sequence[KeySyntax], specs: Mapping[str, ColumnSpec]
) -> list[KeySyntax]:
    """The keys; those that were there take the whole of a column that has no prefixes any more, or is shorter than
    theirs (captured: clusters/prefixes_of_altered_columns). What the statement adds stays as it is written.

    specs: the columns that were there, as they are now, by their names in small letters.
    """
    return [
        key
        if any(key is one for one in added) or all(part.length is None for part in key.parts)
        else replace(key, parts=tuple(_fitting(part, specs.get(part.column.lower())) for part in key.parts))
        for key in keys
    ]


def _fitting(part: KeyPartSyntax, spec: ColumnSpec | None) -> KeyPartSyntax:
    if part.length is None or spec is None:
        return part
    if spec.type in PREFIXABLE and (whole_length(spec) or part.length) >= part.length:
        return part
    return replace(part, length=None)
