"""ALGORITHM and LOCK of ALTER TABLE: what an operation cannot be done with.

Source: MySQL manual, "Online DDL Operations"; errors as a 9.7.4 gives them (captured: alter_actions_*.scn).
"""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import MySQLError
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.sql.ddl.alter.stand_ins import reason_of_lost_primary
from binwriter.sql.ddl.alter.table import Alteration
from binwriter.sql.ddl.table.options import option_of
from binwriter.sql.syntax.alter_table import (
    AddCheck,
    AddColumn,
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
    RenameKey,
)

TYPE_REASON = "Cannot change column type INPLACE"
FOREIGN_KEY_REASON = "Adding foreign keys needs foreign_key_checks=OFF"
FULLTEXT_TABLE_REASON = "InnoDB presently supports one FULLTEXT index creation at a time"
VIRTUAL_REASON = "INPLACE ADD or DROP of virtual columns cannot be combined with other ALTER TABLE actions"
_INSTANT_TYPE_REASON = "Need to rebuild the table to change column type"
_INDEXED_REASON = "ADD COLUMN col...VIRTUAL, ADD INDEX(col)"
COPY_REASON = "COPY algorithm requires a lock"
_AUTO_INCREMENT_REASON = "Adding an auto-increment column requires a lock"
_RENAMED_REASON = "Columns participating in a foreign key are renamed"
_SPATIAL_REASON = "Do not support online operation on table with GIS index"
_OF_COLUMNS = ("FULLTEXT", "SPATIAL")
# What NO_ZERO_DATE does not let stand in the rows that are there: the type's word and the value.
ZERO_DATES = {ColumnType.DATE: ("date", "0000-00-00"), ColumnType.DATETIME2: ("datetime", "0000-00-00 00:00:00")}
_UNTAKEN = (ColumnType.GEOMETRY, *ZERO_DATES)
_FULLTEXT_REASON = "Fulltext index creation requires a lock"
# In InnoDB these are done in place, but not by the definition alone.
_IN_PLACE = (AddKey, DropKey, RenameKey, AlterKey, OrderRows, ConvertCharset)


def check_algorithm_and_lock(alter: Alteration, *, makes_rows: bool) -> None:
    """MySQLError where the statement asks for what cannot be; what rows would not take is told beside it. makes_rows:
    they are of another form afterwards, or made anew."""
    try:
        _check(alter, makes_rows=makes_rows)
    except MySQLError as error:
        if not _is_forced(alter):
            error.later = tuple(_untaken(alter))
        raise


def _check(alter: Alteration, *, makes_rows: bool) -> None:
    in_place = alter.context.variables.behaviour.alters_in_place
    if alter.affected_counts and in_place and _renames_key_columns(alter):
        instead = ("ALGORITHM=COPY", _RENAMED_REASON, "ALGORITHM=INPLACE")
        raise mysql_error("ER_ALTER_OPERATION_NOT_SUPPORTED_REASON", *instead)
    algorithm, lock = alter.syntax.algorithm, alter.syntax.lock
    if algorithm == "INSTANT" and not alter.context.variables.behaviour.instant_alter:
        raise mysql_error("ER_UNKNOWN_ALTER_ALGORITHM", algorithm)
    if alter.table.temporary:  # nobody else sees it (captured: clusters/locks_of_alters)
        lock = ""
    if not algorithm and not lock:
        return
    if lock in ("NONE", "SHARED") and is_simple(alter):
        raise mysql_error("ER_ALTER_OPERATION_NOT_SUPPORTED", "LOCK=NONE/SHARED", "LOCK=EXCLUSIVE")
    if algorithm == "COPY":
        if lock == "NONE":
            raise mysql_error("ER_ALTER_OPERATION_NOT_SUPPORTED_REASON", "LOCK=NONE", COPY_REASON, "LOCK=SHARED")
        return
    if _is_forced(alter):
        _refuse(algorithm, lock, "", "ALGORITHM=COPY", "ALGORITHM=COPY", COPY_REASON)
    elif alter.affected_counts:
        reason = "" if fills_rows(alter) else reason_of_lost_primary(alter) or alter.copy_reason
        instant = _INSTANT_TYPE_REASON if reason == TYPE_REASON else reason
        others = "ALGORITHM=COPY" if alter.table.temporary else "ALGORITHM=COPY/INPLACE"
        _refuse(algorithm, lock, instant, others, "ALGORITHM=COPY", reason, in_place_reason=reason)
    elif alter.table.engine.two_phase:
        spatial = _SPATIAL_REASON if makes_rows and _has(alter, "SPATIAL") else ""
        reason = _online_reason(alter)
        if algorithm == "INSTANT" and (reason or _is_in_place(alter)):
            _refuse(algorithm, lock, reason or spatial or _instant_reason(alter), "ALGORITHM=COPY/INPLACE", "", "")
        reason = reason or (spatial if algorithm == "INPLACE" or _is_in_place(alter) else "")
        if algorithm == "INSTANT" and _renames_referenced(alter):
            instead = ("ALGORITHM=INSTANT", _RENAMED_REASON, "ALGORITHM=INPLACE")
            raise mysql_error("ER_ALTER_OPERATION_NOT_SUPPORTED_REASON", *instead)
        waits = reason or _instant_reason(alter)
        if lock == "NONE" and waits:
            raise mysql_error("ER_ALTER_OPERATION_NOT_SUPPORTED_REASON", "LOCK=NONE", waits, "LOCK=SHARED")


def _renames_key_columns(alter: Alteration) -> bool:
    """Whether a column of a foreign key, its parent's too, gets another name."""
    in_keys = {name.lower() for key in alter.foreign_keys for name in key.columns} | _referenced(alter)
    pairs = ((before.lower(), after.lower()) for before, after in _names(alter))
    return any(before != after and not in_keys.isdisjoint((before, after)) for before, after in pairs)


def _renames_referenced(alter: Alteration) -> bool:
    """Whether a column that foreign keys refer to gets another name, be it one letter's case (captured:
    clusters/referenced_columns_renamed)."""
    if len(alter.slots) != len(alter.table.columns) or any(slot.old is None for slot in alter.slots):
        return False
    referenced = _referenced(alter)
    return any(before != after and before.lower() in referenced for before, after in _names(alter))


def _referenced(alter: Alteration) -> set[str]:
    """The columns that foreign keys refer to, in lower case."""
    return {name.lower() for _, key in alter.children for name in key.parent_columns}


def _names(alter: Alteration) -> Iterator[tuple[str, str]]:
    """Of each column that stays, before and after."""
    old = alter.table.columns
    return ((old[slot.old].name, slot.column.name) for slot in alter.slots if slot.old is not None)


def _refuse(
    algorithm: str,
    lock: str,
    instant_reason: str,
    instant_instead: str,
    in_place_instead: str,
    lock_reason: str,
    *,
    in_place_reason: str = "",
) -> None:
    """What is asked for cannot be; a copy could. Without a reason the message has none."""
    if algorithm == "INSTANT":
        wanted, reason, instead = "ALGORITHM=INSTANT", instant_reason, instant_instead
    elif algorithm == "INPLACE":
        wanted, reason, instead = "ALGORITHM=INPLACE", in_place_reason, in_place_instead
    elif lock == "NONE":
        wanted, reason, instead = "LOCK=NONE", lock_reason, "LOCK=SHARED"
    else:
        return
    if reason:
        raise mysql_error("ER_ALTER_OPERATION_NOT_SUPPORTED_REASON", wanted, reason, instead)
    raise mysql_error("ER_ALTER_OPERATION_NOT_SUPPORTED", wanted, instead)


def is_simple(alter: Alteration) -> bool:
    """RENAME, ENABLE KEYS or DISABLE KEYS alone, or nothing: there is nothing to be online. A copy that is asked for is
    one (captured: clusters/locks_of_alters)."""
    return alter.syntax.copies_nothing


def _is_forced(alter: Alteration) -> bool:
    """The server copies before any engine is asked: another engine, a CHECK that rows must satisfy, rows in another
    order, keys that are switched beside other changes."""
    if alter.engine is not alter.table.engine or alter.syntax.switches_keys or alter.order_by:
        return True
    return any(
        (isinstance(action, AddCheck) and action.check.enforced)
        or (isinstance(action, EnforceCheck) and action.enforced)
        for action in alter.syntax.actions
    )


def _online_reason(alter: Alteration) -> str:
    """Why writers must wait while InnoDB does it in place."""
    if adds_counter(alter):
        return _AUTO_INCREMENT_REASON
    for action in alter.syntax.actions:
        if isinstance(action, AddKey) and action.key.special == "FULLTEXT":
            return _FULLTEXT_REASON
    return ""


def adds_counter(alter: Alteration) -> bool:
    """Whether a column comes that counts."""
    return any(isinstance(action, AddColumn) and action.column.auto_increment for action in alter.syntax.actions)


def _instant_reason(alter: Alteration) -> str:
    """Why InnoDB must look at the rows, where it says so: an index over a virtual column that comes with it."""
    added = [action.column for action in alter.syntax.actions if isinstance(action, AddColumn)]
    virtual = {column.name.lower() for column in added if column.virtual}
    keys = [action.key for action in alter.syntax.actions if isinstance(action, AddKey)]
    indexed = any(part.expression or part.column.lower() in virtual for key in keys for part in key.parts)
    return _INDEXED_REASON if indexed else ""


def _is_in_place(alter: Alteration) -> bool:
    options = alter.syntax.options
    if options.written or options.shown:
        return True
    return (
        drops_column_of_key(alter)
        or _adds_impossible(alter)
        or (is_compressed(alter.table) and _columns_come_or_go(alter))
        or _drops_virtual_between(alter)
        or any(
            isinstance(action, _IN_PLACE)
            or (isinstance(action, Rebuild) and action.word == "FORCE")
            or (isinstance(action, DropConstraint) and action.kind == "FOREIGN KEY")
            or (isinstance(action, ChangeColumn) and _changes(alter, action))
            for action in alter.syntax.actions
        )
    )


def is_compressed(table: Table) -> bool:
    """Whether InnoDB compresses its rows, of which none keeps its form (captured: instant_columns_compressed)."""
    return option_of(table.options, "ROW_FORMAT").upper() == "COMPRESSED" or bool(
        option_of(table.options, "KEY_BLOCK_SIZE").strip("0")
    )


def _columns_come_or_go(alter: Alteration) -> bool:
    """Whether columns that rows have do."""
    stays = {slot.old for slot in alter.slots}
    gone = any(place not in stays and not column.virtual for place, column in enumerate(alter.table.columns))
    return gone or any(not column.virtual for column in _added(alter))


def _drops_virtual_between(alter: Alteration) -> bool:
    """Whether virtual columns go, and one behind them stays (captured: clusters/virtual_columns_come_and_go)."""
    stays = {slot.old for slot in alter.slots}
    places = [place for place, column in enumerate(alter.table.columns) if column.virtual]
    kept = [place in stays for place in places]
    return kept != sorted(kept, reverse=True)


def drops_column_of_key(alter: Alteration) -> bool:
    """Whether a column goes that is part of an index."""
    dropped = {action.name.lower() for action in alter.syntax.actions if isinstance(action, DropColumn)}
    columns = (alter.table.columns[part.column] for key in alter.table.keys for part in key.parts)
    if any(column.name.lower() in dropped for column in columns):
        return True
    return any(not dropped.isdisjoint(key.columns) for key in alter.table.special_keys if key.kind in _OF_COLUMNS)


def _added(alter: Alteration) -> list[Column]:
    return [slot.column for slot in alter.slots if slot.old is None]


def _adds_impossible(alter: Alteration) -> bool:
    """Whether a column comes that rows may not take: a geometry or a date that is NOT NULL, and has no default."""
    return any(_is_untaken(column, *_UNTAKEN) for column in _added(alter))


def _is_untaken(column: Column, *types: ColumnType) -> bool:
    is_given = column.default_kind is not DefaultKind.NONE and column.spec.type is not ColumnType.GEOMETRY
    return column.spec.type in types and not (column.spec.nullable or column.generated or is_given)


def _untaken(alter: Alteration) -> Iterator[Diagnostic]:
    """What is told of such columns, be there rows or not (captured: clusters/algorithms_of_alters)."""
    if any(_is_untaken(column, ColumnType.GEOMETRY) for column in _added(alter)):
        failed = mysql_error("ER_INVALID_USE_OF_NULL")
        yield Diagnostic("Error", failed.code, failed.message)
    date = next((column for column in _added(alter) if _is_untaken(column, *ZERO_DATES)), None)
    if date is not None and alter.context.has_mode("NO_ZERO_DATE"):
        failed = mysql_error("ER_TRUNCATED_WRONG_TEMPORAL", *ZERO_DATES[date.spec.type], date.name, 1)
        yield Diagnostic("Error" if alter.context.strict else "Warning", failed.code, failed.message)


def fills_rows(alter: Alteration) -> bool:
    """Whether a column comes whose values are worked out and stored: a copy, for which a server gives no reason."""
    return any(
        (column.generated and column.stored) or column.default_kind is DefaultKind.EXPRESSION
        for column in _added(alter)
    )


def _has(alter: Alteration, kind: str) -> bool:
    """Whether the table has had an index of this kind, and keeps it."""
    kept = {(key.name or "").lower() for key in alter.keys}
    return any(key.kind == kind and key.name.lower() in kept for key in alter.table.special_keys)


def moves_or_nulls(alter: Alteration, action: ChangeColumn) -> bool:
    """Whether the column gets another place, or may be NULL now or no more: InnoDB makes the rows anew."""
    old, new = _before_and_after(alter, action)
    return action.place or old.spec.nullable != new.spec.nullable


def _changes(alter: Alteration, action: ChangeColumn) -> bool:
    """Whether more than the column's name or comment is new: its place, type, or that it may be NULL."""
    old, new = _before_and_after(alter, action)
    if old.virtual and old.spec.nullable == new.spec.nullable:  # that has no place among the stored ones
        return (old.spec.type, old.spec.length) != (new.spec.type, new.spec.length)
    return moves_or_nulls(alter, action) or (old.spec.type, old.spec.length) != (new.spec.type, new.spec.length)


def _before_and_after(alter: Alteration, action: ChangeColumn) -> tuple[Column, Column]:
    index = alter.table.index_of[action.old_name.lower()]
    return alter.table.columns[index], next(slot.column for slot in alter.slots if slot.old == index)
