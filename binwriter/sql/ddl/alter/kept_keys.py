"""The keys that an altered table has, as the new definition's keys are written."""

from __future__ import annotations

from binwriter.catalog.tables import Key, SpecialKey, Table
from binwriter.sql.syntax.table import KeyPartSyntax, KeySyntax


def key_syntax(key: Key, table: Table) -> KeySyntax:
    """A key of the table as if it were written."""
    kind = "primary" if key.primary else ("unique" if key.unique else "key")
    parts = tuple(
        KeyPartSyntax(table.columns[part.column].name, part.length or None, part.descending) for part in key.parts
    )
    name = None if key.primary else key.name
    return KeySyntax(
        kind,  # type: ignore[arg-type]
        parts,
        name,
        not key.visible,
        generated=key.generated,
        algorithm=key.algorithm,
        comment=key.comment,
    )


def special_syntax(key: SpecialKey) -> KeySyntax:
    """The same of a FULLTEXT, SPATIAL or functional one."""
    parts = tuple(
        KeyPartSyntax("", descending=number in key.descending, expression=part[1:-1])
        if part.startswith("(")
        else KeyPartSyntax(part[1:-1].replace("``", "`"), descending=number in key.descending)
        for number, part in enumerate(key.parts)
    )
    return KeySyntax(
        "unique" if key.unique else "key",
        parts,
        key.name,
        not key.visible,
        special=key.kind,
        parser=key.parser,
        algorithm=key.algorithm,
        comment=key.comment,
    )
