"""What each action of ALTER TABLE makes of the definition.

Source: MySQL manual, "ALTER TABLE Statement"; errors as a 9.7.4 gives them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from binwriter.catalog.limits import LONGEST_NAME
from binwriter.catalog.tables import Column, DefaultKind
from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.ddl.alter.limits import FOREIGN_KEY_REASON, TYPE_REASON, VIRTUAL_REASON
from binwriter.sql.ddl.alter.readers import reads, refuse_read, refuse_read_by_checks
from binwriter.sql.ddl.alter.stored_alike import same_storage
from binwriter.sql.ddl.alter.table import Alteration, Slot
from binwriter.sql.ddl.table.column_types import resolve_collation
from binwriter.sql.ddl.table.columns import ColumnBuilder
from binwriter.sql.ddl.table.constraints import named_checks
from binwriter.sql.ddl.table.foreign_keys import has_foreign_keys
from binwriter.sql.ddl.table.functional_keys import FUNCTIONAL, free_functional_name
from binwriter.sql.ddl.table.introduced import check_converted
from binwriter.sql.ddl.table.keys import PRIMARY
from binwriter.sql.syntax.alter_table import (
    Action,
    AddCheck,
    AddColumn,
    AddForeignKey,
    AddKey,
    AlterKey,
    ChangeColumn,
    ConvertCharset,
    DropColumn,
    DropConstraint,
    DropKey,
    EnforceCheck,
    OrderRows,
    Rebuild,
    RenameColumn,
    RenameKey,
    RenameTable,
    SetDefault,
)
from binwriter.sql.syntax.table import CreateTableSyntax, DefaultSyntaxKind, KeySyntax

_MEMBERS = frozenset({ColumnType.ENUM, ColumnType.SET})
_TEXT_TYPES = frozenset({ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.ENUM, ColumnType.SET})


def apply_actions(alter: Alteration) -> None:
    """All actions, in a server's order: drops first, so that a name may be used again, and new keys behind the columns,
    which they know by their new names."""
    options = alter.syntax.options
    if options.charset is not None or options.collation is not None:  # new columns have it, too
        alter.collation = resolve_collation(options.charset, options.collation, alter.collation, alter.context).id
    for action in sorted(alter.syntax.actions, key=_turn):
        _APPLY[type(action)](alter, action)
    alter.keep_generated_key_first()


def _add_column(alter: Alteration, action: AddColumn) -> None:
    column = alter.built(action.column)
    alter.insert(Slot(column, None, column.name), action.after)
    hides = column.generated and any(key.unique for key in alter.table.special_keys)
    if column.stored or (column.auto_increment and not alter.table.engine.two_phase) or hides:
        alter.copies = True


def _lengthens_in_place(alter: Alteration) -> bool:
    return alter.table.engine.two_phase and alter.context.variables.behaviour.lengthens_in_place


def _recodes_in_place(alter: Alteration, spec: ColumnSpec) -> bool:
    """Whether the column may get another collation or set without a copy: none that a key is over, but for ENUM and SET
    (captured: clusters/members_recoded)."""
    if not (alter.table.engine.two_phase and alter.context.variables.behaviour.recodes_in_place):
        return False
    name = spec.name.lower()
    return spec.type in _MEMBERS or not any(part.column.lower() == name for key in alter.keys for part in key.parts)


def _change_column(alter: Alteration, action: ChangeColumn) -> None:
    index = alter.find(action.old_name)
    slot = alter.slots[index]
    before = slot.column
    column = alter.built(action.column, before)
    if before.virtual != column.virtual:
        raise mysql_error("ER_UNSUPPORTED_ACTION_ON_GENERATED_COLUMN", "Changing the STORED status")
    if column.name.lower() != before.name.lower():
        refuse_read_by_checks(alter, before.name, several=False)
    new = Slot(column, slot.old, slot.old_name)
    if action.place:
        del alter.slots[index]
        alter.insert(new, action.after)
    else:
        alter.slots[index] = new
    alter.renamed(before.name, column.name)
    counted = before.auto_increment != column.auto_increment
    if before.spec.nullable and not column.spec.nullable and not alter.context.strict:
        alter.copies = True
    moved = before.spec.nullable != column.spec.nullable or counted or bool(action.place)
    if not alter.context.variables.behaviour.alters_in_place and alter.table.engine.two_phase:
        alter.copies |= bool(action.place) or column.name.lower() != before.name.lower()
    if (
        not same_storage(
            before.spec, column.spec, in_place=_lengthens_in_place(alter), recodes=_recodes_in_place(alter, before.spec)
        )
        or before.generated != column.generated
        or (not alter.table.engine.two_phase and moved)
        or counted  # (captured: clusters/counters_left)
    ):
        alter.copies = True
        by_expression = before.generated and (before.generated != column.generated or not column.stored)
        alter.copy_reason = TYPE_REASON if alter.table.engine.two_phase and not by_expression else ""
    _copy_for_default(alter, before, column)


def _copy_for_default(alter: Alteration, before: Column, column: Column) -> None:
    """Generated columns that read DEFAULT(column) are made anew (captured: clusters/defaults_in_generated_columns)."""
    if (before.default_kind, before.default, before.default_sql) == (
        (column.default_kind, column.default, column.default_sql)
    ):
        return
    asked = re.compile(rf"\bdefault\s*\(\s*`?{re.escape(before.name)}`?\s*\)", re.IGNORECASE)
    if any(other.generated and asked.search(other.generated) for other in alter.table.columns):
        alter.copies, alter.copy_reason = True, ""


def _drop_column(alter: Alteration, action: DropColumn) -> None:
    index = next(
        (position for position, slot in enumerate(alter.slots) if slot.column.name.lower() == action.name.lower()), None
    )
    if index is None:
        raise mysql_error("ER_CANT_DROP_FIELD_OR_KEY", action.name)
    name = alter.slots[index].column.name
    refuse_read_by_checks(alter, name, several=True)
    dropped = {other.name.lower() for other in alter.syntax.actions if isinstance(other, DropColumn)}
    refuse_read(alter, name, [slot.column for slot in alter.slots], dropped)
    for check in list(alter.checks):
        if reads(check.expression, name):
            alter.checks.remove(check)
    del alter.slots[index]
    added = (other.column.name.lower() for other in alter.syntax.actions if isinstance(other, AddColumn))
    if name.lower() in added:  # keys find their columns by name
        return
    kept = []
    for kept_key in alter.keys:
        parts = tuple(part for part in kept_key.parts if part.column.lower() != name.lower())
        if parts:
            kept.append(replace(kept_key, parts=parts))
        alter.drops_primary |= not parts and kept_key.kind == "primary"
    alter.keys = kept


def _rename_column(alter: Alteration, action: RenameColumn) -> None:
    index = alter.find(action.old_name)
    slot = alter.slots[index]
    refuse_read_by_checks(alter, slot.column.name, several=False)
    refuse_read(alter, slot.column.name, [other.column for other in alter.slots])
    if not action.new_name or action.new_name.endswith(" ") or len(action.new_name) > LONGEST_NAME:
        raise mysql_error("ER_WRONG_COLUMN_NAME", action.new_name)
    spec = replace(slot.column.spec, name=action.new_name)
    alter.slots[index] = Slot(replace(slot.column, spec=spec), slot.old, slot.old_name)
    alter.renamed(slot.column.name, action.new_name)


def _set_default(alter: Alteration, action: SetDefault) -> None:
    index = alter.find(action.name)
    slot = alter.slots[index]
    column = slot.column
    if action.visible is not None:
        column = replace(column, spec=replace(column.spec, visible=action.visible))
        # InnoDB alone notes that in place (captured: alter_functional, clusters/columns_altered_in_place)
        alter.copies |= not alter.table.engine.two_phase
    elif action.default is None:
        # without a default even a nullable column must be given a value
        own = column.auto_increment
        column = replace(column, default_kind=DefaultKind.NONE, default=None, default_sql="", own_default=own)
    else:
        builder = ColumnBuilder(CreateTableSyntax(alter.table.name), alter.collation, alter.context, alter.late)
        counts = column.auto_increment
        computed = (
            action.default.kind is DefaultSyntaxKind.EXPRESSION and not action.default.text.strip("() ").isdigit()
        )
        bare = replace(column, default_kind=DefaultKind.LITERAL, default=None, default_sql="")
        bare = replace(bare, auto_increment=counts and computed)
        column = replace(builder.with_default(bare, action.default), auto_increment=counts, own_default=counts)
    _copy_for_default(alter, slot.column, column)
    alter.slots[index] = Slot(column, slot.old, slot.old_name)


def _add_key(alter: Alteration, action: AddKey) -> None:
    if action.key.kind == "primary":
        alter.adds_primary = True
    if action.key.special == FUNCTIONAL:
        alter.copies |= _copies_for_functional(alter, action.key)
        if action.key.kind == "unique" or _moves_hidden_columns(alter, action.key):
            alter.copies, alter.copy_reason = True, VIRTUAL_REASON
    alter.keys.append(action.key)


def _copies_for_functional(alter: Alteration, key: KeySyntax) -> bool:
    """Whether a new key on an expression cannot be made in place: unique ones, and those that something goes with that
    moves the hidden columns (captured: functional_keys)."""
    if key.kind == "unique":
        return True
    functional = [known.name.lower() for known in alter.table.special_keys if known.kind == FUNCTIONAL]
    dropped = {action.name.lower() for action in alter.syntax.actions if isinstance(action, DropKey)}
    return any(
        (isinstance(action, AddKey) and action.key.special == "FULLTEXT")
        or (isinstance(action, AddColumn) and not action.column.generated)
        for action in alter.syntax.actions
    ) or not dropped.isdisjoint(functional)


def _moves_hidden_columns(alter: Alteration, key: KeySyntax) -> bool:
    """Hidden columns stand in the order of their keys' names (captured: clusters/places_of_hidden_columns)."""
    new = (key.name or free_functional_name({known.name.lower() for known in alter.keys if known.name})).lower()
    return any(known.kind == FUNCTIONAL and known.name.lower() > new for known in alter.table.special_keys)


def _drop_key(alter: Alteration, action: DropKey) -> None:
    for position, key in enumerate(alter.keys):
        name = PRIMARY if key.kind == "primary" else key.name or ""
        if name.lower() == action.name.lower():
            alter.dropped_keys.append((key, name))
            del alter.keys[position]
            alter.copies |= key.special == FUNCTIONAL and key.kind == "unique"
            alter.drops_primary |= key.kind == "primary"
            return
    raise mysql_error("ER_CANT_DROP_FIELD_OR_KEY", action.name)


def _drop_constraint(alter: Alteration, action: DropConstraint) -> None:
    lowered = action.name.lower()
    checks = [check for check in alter.checks if check.name.lower() == lowered]
    foreign = [key for key in alter.foreign_keys if key.name.lower() == lowered]
    if action.kind in ("CHECK", "CONSTRAINT") and checks:
        alter.checks.remove(checks[0])
    elif action.kind in ("FOREIGN KEY", "CONSTRAINT") and foreign:
        alter.foreign_keys.remove(foreign[0])
    elif action.kind == "FOREIGN KEY" and not has_foreign_keys(alter.table.engine):
        return
    elif action.kind == "CONSTRAINT" and any((key.name or PRIMARY).lower() == lowered for key in alter.keys):
        _drop_key(alter, DropKey(action.name))
    elif action.kind != "FOREIGN KEY" and any(check.name.lower() == lowered for check in alter.table.checks):
        return  # it was dropped twice (captured: clusters/constraints_by_name)
    elif not alter.context.variables.behaviour.says_foreign:  # the engine refuses the copy that it is to take
        schema, name = alter.table.schema, alter.table.name
        copy = f"./{schema}/#sql2-1-{alter.context.session.connection_id:x}"
        raise mysql_error("ER_ERROR_ON_RENAME", f"./{schema}/{name}", copy, 152, "")
    else:
        raise mysql_error("ER_CANT_DROP_FIELD_OR_KEY", action.name)


def _is_moved_by_name(alter: Alteration, name: str) -> bool:
    """Whether a key on expressions gets another name that is not the first one: hidden columns are named after their
    keys, and a server puts a renamed one in front of all (captured: alter_functional)."""
    names = [known.name.lower() for known in alter.table.special_keys if known.kind == FUNCTIONAL]
    return name.lower() in names and name.lower() != min(names)


def _rename_key(alter: Alteration, action: RenameKey) -> None:
    position = _kept_key(alter, action.old_name)
    alter.keys[position] = replace(alter.keys[position], name=action.new_name)
    alter.renamed_keys.add(position)
    if _is_moved_by_name(alter, action.old_name):
        alter.copies, alter.copy_reason = True, VIRTUAL_REASON


def _alter_key(alter: Alteration, action: AlterKey) -> None:
    if action.name.lower() == PRIMARY.lower() and any(key.kind == "primary" for key in alter.keys):
        raise mysql_error("ER_PK_INDEX_CANT_BE_INVISIBLE")
    position = _kept_key(alter, action.name)
    alter.keys[position] = replace(alter.keys[position], invisible=not action.visible)


def _kept_key(alter: Alteration, name: str) -> int:
    """The place of a key that was there before the statement, which has no new name yet. ER_KEY_DOES_NOT_EXITS."""
    for position, key in enumerate(alter.keys):
        if (key.name or "").lower() == name.lower() and position not in alter.renamed_keys:
            return position
    raise mysql_error("ER_KEY_DOES_NOT_EXITS", name, alter.table.name)


def _add_check(alter: Alteration, action: AddCheck) -> None:
    alter.checks += named_checks(alter.table.name, [action.check], alter.checks)
    alter.copies |= action.check.enforced


def _enforce_check(alter: Alteration, action: EnforceCheck) -> None:
    for position, check in enumerate(alter.checks):
        if check.name.lower() == action.name.lower():
            alter.checks[position] = replace(check, enforced=action.enforced)
            alter.copies |= action.enforced and not check.enforced
            return
    raise mysql_error("ER_CHECK_CONSTRAINT_NOT_FOUND", action.name)


def _add_foreign_key(alter: Alteration, action: AddForeignKey) -> None:
    actions = alter.syntax.actions
    before = sum(isinstance(other, AddKey) for other in actions[: actions.index(action)])
    alter.new_foreign_keys.append(replace(action.key, place=before))
    if alter.context.variables.settings.foreign_key_checks:
        alter.copies = True
        alter.copy_reason = FOREIGN_KEY_REASON if alter.table.engine.two_phase else ""


def _rename_table(alter: Alteration, action: RenameTable) -> None:
    alter.schema, alter.name = action.schema or alter.context.database or alter.schema, action.name


def _convert(alter: Alteration, action: ConvertCharset) -> None:
    charset = action.charset or str(alter.context.variables.get("character_set_database"))
    collation = resolve_collation(charset, action.collation, alter.collation, alter.context)
    for position, slot in enumerate(alter.slots):
        spec = slot.column.spec
        if spec.type in _TEXT_TYPES and spec.collation != 63:
            before = collation_by_id(spec.collation).mbmaxlen
            if spec.type is ColumnType.BLOB:
                longest = (256**spec.length - 1) // before * collation.mbmaxlen
                length = next(size for size in range(1, 5) if longest < 256**size or size == _LONGEST_TEXT)
            elif spec.type in (ColumnType.STRING, ColumnType.VARCHAR):
                length = spec.length // before * collation.mbmaxlen
            else:
                length = spec.length
            changed = replace(spec, collation=collation.id, length=length)
            if (late := check_converted(slot.column, changed, alter.context)) is not None:
                alter.late.append(late)
            alter.slots[position] = Slot(replace(slot.column, spec=changed), slot.old, slot.old_name)
            if _converts(alter, slot, changed):
                alter.copies = True
                alter.copy_reason = TYPE_REASON if alter.table.engine.two_phase else ""
    alter.collation = collation.id


_LONGEST_TEXT = 4  # bytes of the length of a LONGTEXT: as many characters as before must fit


def _converts(alter: Alteration, slot: Slot, changed: ColumnSpec) -> bool:
    """Whether the characters are written anew, or the keys over them: another collation of the set alone is not."""
    before = slot.column.spec
    sets = {collation_by_id(spec.collation).charset for spec in (before, changed)}
    if before.collation == changed.collation and alter.context.variables.behaviour.conversions_copy_by_columns:
        return False
    if before.type in _MEMBERS and _recodes_in_place(alter, before):
        return False
    if not alter.table.engine.two_phase or len(sets) > 1:
        return True
    keyed = any(part.column.lower() == before.name.lower() for key in alter.keys for part in key.parts)
    return keyed and before.collation != changed.collation


def _order_rows(alter: Alteration, action: OrderRows) -> None:
    alter.order_by = action.columns


def _nothing(alter: Alteration, action: Action) -> None:
    """The definition stays."""


# Keys are dropped before columns: one that loses its last column would be gone already.
# Keys get their new names before anything else is done with them, and before new ones take the old names.
# A character set that all columns are converted to is that of new ones, too.
_TURNS = {DropKey: 0, DropConstraint: 0, DropColumn: 1, ConvertCharset: 2, AlterKey: 4, AddKey: 5, RenameTable: 6}
_TURN_OF_OTHERS = 3


def _turn(action: Action) -> int:
    return _TURNS.get(type(action), _TURN_OF_OTHERS)


_APPLY: dict[type, Callable[[Alteration, Any], None]] = {
    AddColumn: _add_column,
    ChangeColumn: _change_column,
    DropColumn: _drop_column,
    RenameColumn: _rename_column,
    SetDefault: _set_default,
    AddKey: _add_key,
    AddCheck: _add_check,
    AddForeignKey: _add_foreign_key,
    DropKey: _drop_key,
    DropConstraint: _drop_constraint,
    RenameKey: _rename_key,
    AlterKey: _alter_key,
    EnforceCheck: _enforce_check,
    RenameTable: _rename_table,
    ConvertCharset: _convert,
    OrderRows: _order_rows,
    Rebuild: _nothing,
}
