"""Metadata locks that foreign keys bring along: which other tables a statement locks.

Source: MySQL manual, "FOREIGN KEY Constraints" ("Foreign Key Locking"); modes as seen on a 9.7.4, where the server
itself looks after foreign keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import ForeignKeyAction
from binwriter.locks.metadata_locks import LockMode
from binwriter.sql.syntax.alter_table import AddForeignKey, AlterTableSyntax, DropConstraint, RenameTable
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import StatementProfile

Names = set[tuple[str, str]]
_PASSIVE = (ForeignKeyAction.NO_ACTION, ForeignKeyAction.RESTRICT)


def of_changes(profile: StatementProfile, catalog: Catalog) -> Iterator[tuple[str, str, LockMode]]:
    """Of a data-changing statement: the parents of what it writes are read, the children read or written."""
    deletes = CommandTrait.DELETES in profile.traits
    for access in profile.written:
        table = catalog.find(access.schema, access.table)
        if table is None or access.temporary or not table.engine.two_phase:
            continue
        for key in table.foreign_keys:
            yield *key.parent, LockMode.READ
        for child, key in catalog.children(access.schema, access.table):
            action = key.on_delete if deletes else key.on_update
            passive = action in _PASSIVE or CommandTrait.INSERTS in profile.traits
            yield child.schema, child.name, LockMode.READ if passive else LockMode.WRITE


def of_definition(parsed: ParsedStatement, names: Names, catalog: Catalog, database: str) -> Names:
    """Of DDL: children of what changes or goes, parents where a foreign key comes, goes or is of a table that goes."""
    node = parsed.node
    if isinstance(node, CreateTableSyntax):
        return _parents(((key.parent for key in node.foreign_keys)), database)
    altered = isinstance(node, AlterTableSyntax)
    removes = CommandTrait.REMOVES_NAMES in parsed.traits
    affected: Names = set()
    if isinstance(node, AlterTableSyntax):
        affected |= _parents(
            (action.key.parent for action in node.actions if isinstance(action, AddForeignKey)), database
        )
        removes = any(isinstance(action, RenameTable | DropConstraint) for action in node.actions)
    for schema, name in names if altered or removes else ():
        affected |= {(child.schema, child.name) for child, _ in catalog.children(schema, name)}
        table = catalog.find(schema, name)
        if removes and table is not None:
            affected |= {key.parent for key in table.foreign_keys}
    return affected


def _parents(parents: Iterable[tuple[str | None, str]], database: str) -> Names:
    return {(schema or database, name) for schema, name in parents}
