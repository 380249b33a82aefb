"""What ALTER TABLE warns of. Order and texts as a 9.7.4 sends them."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Table
from binwriter.mysql.messages.table import Diagnostic, mysql_warning
from binwriter.sql.ddl.alter.limits import adds_counter
from binwriter.sql.ddl.alter.table import Alteration
from binwriter.sql.ddl.table.warnings import counting_warnings, duplicate_key_warnings, hash_notes
from binwriter.sql.grammar.deprecated_types import defined_columns
from binwriter.sql.syntax.alter_table import AddKey, DropColumn


def definition_warnings(alter: Alteration, table: Table) -> Iterator[Diagnostic]:
    """Of ALTER TABLE before it looks at a row: keys that are there already (captured: clusters/told_before_rows)."""
    old = alter.table
    known = {key.name for key in old.keys} | {key.name for key in old.special_keys}
    added = ({key.name for key in table.keys} | {key.name for key in table.special_keys}) - known
    keys = [action.key for action in alter.syntax.actions if isinstance(action, AddKey)]
    written = {column.name.lower() for column in defined_columns(alter.syntax)}
    yield from counting_warnings(column for column in table.columns if column.name.lower() in written)
    for key in keys:
        yield from hash_notes(key, table.engine)
    dropped = {action.name.lower() for action in alter.syntax.actions if isinstance(action, DropColumn)}
    shorter = {key.name for key in old.keys if any(old.columns[at].name.lower() in dropped for at in key.columns)}
    if keys or shorter:
        yield from duplicate_key_warnings(table, added | shorter)


def alter_warnings(alter: Alteration, table: Table) -> Iterator[Diagnostic]:
    """Of ALTER TABLE behind the rows: ORDER BY in vain, the column for a first FULLTEXT key."""
    old = alter.table
    if order_is_ignored(alter, table):
        yield mysql_warning("ER_ORDER_BY_IGNORED", old.name)
    is_first = not old.has_fulltext or adds_counter(alter)
    if table.has_fulltext and is_first and old.engine.two_phase and not alter.affected_counts:
        yield mysql_warning("HA_ERR_FTS_DOC_ID_ADDED")


def order_is_ignored(alter: Alteration, table: Table) -> bool:
    """Whether ORDER BY, whatever it names, is in vain: InnoDB has its rows in the order of a key, which is
    none of prefixes but for PRIMARY (captured: clusters/orders_beside_prefixes)."""
    return bool(alter.order_by) and table.engine.two_phase and primary_key_equivalent(table) is not None
