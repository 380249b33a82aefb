"""ALTER TABLE .. DROP KEY: keys that foreign keys need stay.

Source: MySQL manual, "FOREIGN KEY Constraints"; a foreign key that goes by the same statement needs none (captured:
clusters/keys_go_with_foreign_keys).
"""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.ddl.alter.table import Alteration
from binwriter.sql.ddl.table.foreign_keys_old import not_renamed
from binwriter.sql.syntax.alter_table import DropConstraint
from binwriter.sql.syntax.table import KeySyntax


def refuse_dropped(alter: Alteration) -> None:
    """ER_DROP_INDEX_FK for the key that is dropped and the first of the table's own foreign keys needs (captured:
    clusters/needed_keys_dropped)."""
    gone = {
        action.name.lower()
        for action in alter.syntax.actions
        if isinstance(action, DropConstraint) and action.kind in ("FOREIGN KEY", "CONSTRAINT")
    }
    for foreign in alter.foreign_keys:
        wanted = [column.lower() for column in foreign.columns]
        if foreign.name.lower() in gone:
            continue
        for key, name in _looked_at(alter):
            columns, others = _columns(key), _others(alter, key)
            if columns[: len(wanted)] == wanted and not any(other[: len(wanted)] == wanted for other in others):
                raise _refusal(alter, name)


def refuse_dropped_of_parent(alter: Alteration) -> None:
    """The same of those that the foreign keys of other tables need, which is seen later (captured: faults)."""
    variables = alter.context.variables
    needs_unique = variables.behaviour.parents_need_unique_keys and variables.get("restrict_fk_on_non_standard_key")
    unique = [_columns(key) for key in alter.keys if key.kind in ("primary", "unique")]
    for _, referring in alter.children:
        wanted = [column.lower() for column in referring.parent_columns]
        for key, name in _looked_at(alter):
            columns, others = _columns(key), _others(alter, key)
            if columns[: len(wanted)] != wanted:
                continue
            if needs_unique and wanted not in unique:
                is_served = columns == wanted and key.kind in ("primary", "unique")
                raise mysql_error("ER_DROP_INDEX_FK", name if is_served else "<unknown key name>")
            if not any(other[: len(wanted)] == wanted for other in others):
                raise _refusal(alter, name)


def _refusal(alter: Alteration, name: str) -> MySQLError:
    """5.5 finds it late where the table is copied (captured: 5.5.20/needed_keys_of_copies_statement)."""
    behaviour = alter.context.variables.behaviour
    if behaviour.keys_in_place and not behaviour.alters_in_place and alter.affected_counts:
        return not_renamed(alter.table.schema, alter.table.name, alter.context)
    return mysql_error("ER_DROP_INDEX_FK", name)


def _looked_at(alter: Alteration) -> list[tuple[KeySyntax, str]]:
    """The dropped keys; 5.5 and 5.6 let all go while foreign_key_checks is off, but for the primary one (captured:
    needed_keys_dropped_statement)."""
    variables = alter.context.variables
    spares = not variables.behaviour.drops_needed_keys or variables.settings.foreign_key_checks
    places = {key.name: place for place, key in enumerate(alter.table.keys)}
    dropped = sorted(alter.dropped_keys, key=lambda one: places.get(one[1], len(places)))
    return [(key, name) for key, name in dropped if spares or key.kind == "primary"]


def _columns(key: KeySyntax) -> list[str]:
    return [part.column.lower() for part in key.parts]


def _others(alter: Alteration, key: KeySyntax) -> list[list[str]]:
    return [_columns(other) for other in alter.keys if other is not key]
