"""A foreign key as a server writes it, in SHOW CREATE TABLE and in its errors."""

from __future__ import annotations

from binwriter.catalog.tables import ForeignKey, ForeignKeyAction
from binwriter.mysql.identifiers import quoted


def foreign_key_text(key: ForeignKey, schema: str) -> str:
    """The clause; the parent's database is named where it is not `schema`."""
    parent_schema, parent = key.parent
    table = quoted(parent) if parent_schema == schema else f"{quoted(parent_schema)}.{quoted(parent)}"
    columns = ", ".join(map(quoted, key.columns))
    parent_columns = ", ".join(map(quoted, key.parent_columns))
    text = f"CONSTRAINT {quoted(key.name)} FOREIGN KEY ({columns}) REFERENCES {table} ({parent_columns})"
    for clause, action in (("DELETE", key.on_delete), ("UPDATE", key.on_update)):
        if action is not ForeignKeyAction.NO_ACTION or clause in key.spelled:
            text += f" ON {clause} {action.value}"
    return text
