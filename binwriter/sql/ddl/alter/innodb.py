"""How InnoDB carries out an ALTER TABLE: by the definition alone, by building in place, or not without a copy.

Source: MySQL manual, "Online DDL Operations", and what a 9.7.4 did (captured: alter_clock.scn, alter_copies.scn).
"""

from __future__ import annotations

from binwriter.catalog.tables import Table
from binwriter.sql.ddl.alter.limits import (
    FULLTEXT_TABLE_REASON,
    VIRTUAL_REASON,
    adds_counter,
    drops_column_of_key,
    fills_rows,
    is_compressed,
    moves_or_nulls,
)
from binwriter.sql.ddl.alter.table import Alteration
from binwriter.sql.ddl.table.functional_keys import FUNCTIONAL
from binwriter.sql.syntax.alter_table import (
    Action,
    AddColumn,
    AddForeignKey,
    AddKey,
    ChangeColumn,
    DropColumn,
    DropConstraint,
    DropKey,
    Rebuild,
    RenameColumn,
    RenameTable,
    SetDefault,
)

_GO_WITH_VIRTUAL = (SetDefault, DropKey, DropConstraint, RenameTable)
_REBUILDING_OPTIONS = frozenset({"ENGINE", "ROW_FORMAT", "KEY_BLOCK_SIZE"})


def note_copies(alter: Alteration) -> None:
    """Marks what InnoDB does by a copy because of FULLTEXT keys, or of virtual columns that do not come alone."""
    if not alter.table.engine.two_phase:
        return
    if fills_rows(alter):
        return
    keeps_fulltext = alter.table.has_fulltext and any(key.special == "FULLTEXT" for key in alter.keys)
    if keeps_fulltext and makes_rows(alter) and not adds_counter(alter):
        alter.copies, alter.copy_reason = True, FULLTEXT_TABLE_REASON
    elif any(moves(alter) for moves in (_mixes_virtual, _mixes_functional, _moves_in_parts, _orders_virtual)):
        alter.copies, alter.copy_reason = True, VIRTUAL_REASON


def builds(alter: Alteration, *, empty: bool) -> bool:
    """Whether the table or an index is built in place. empty: the table has no rows, and is made anew at once."""
    if any(isinstance(action, (AddKey, AddForeignKey)) for action in alter.syntax.actions):
        return True
    if not makes_rows(alter):
        return False
    with_virtual = any(_column(alter.table, action) == "virtual" for action in alter.syntax.actions)
    by_definition = all(
        not (_is_rebuilding(alter, action) or isinstance(action, DropKey)) for action in alter.syntax.actions
    )
    instant = alter.context.variables.behaviour.instant_alter and not is_compressed(alter.table)
    if instant and by_definition and not _rebuilding_options(alter) and not drops_column_of_key(alter):
        anew = empty and alter.syntax.algorithm != "INSTANT" and not with_virtual
        return anew or alter.syntax.algorithm == "INPLACE"
    return True


def makes_rows(alter: Alteration) -> bool:
    """Whether rows are of another form afterwards, or made anew for another reason."""
    actions = alter.syntax.actions
    return _rebuilding_options(alter) or any(
        _is_rebuilding(alter, action) or _stored(alter.table, action) for action in actions
    )


def _rebuilding_options(alter: Alteration) -> bool:
    options = alter.syntax.options
    named = {*options.written, *(text.split("=")[0] for text in options.shown)}
    return not named.isdisjoint(_REBUILDING_OPTIONS)


def _is_rebuilding(alter: Alteration, action: Action) -> bool:
    if isinstance(action, ChangeColumn):
        return not action.column.generated and moves_or_nulls(alter, action)
    if isinstance(action, AddKey):
        return action.key.kind == "primary"
    return isinstance(action, Rebuild) and action.word == "FORCE"


def _stored(table: Table, action: Action) -> bool:
    """Whether it adds or drops a column that is part of the rows."""
    return _column(table, action) == "stored"


def _moves_in_parts(alter: Alteration) -> bool:
    """In partitions no virtual column comes together with a key, or goes that has one or stands in front of one that
    has; hidden ones of keys on expressions do always (captured: clusters/virtual_columns_of_partitions)."""
    table, actions = alter.table, alter.syntax.actions
    if table.partitioning is None:
        return False
    if any(_is_functional(table, action) for action in actions):
        return True
    virtual = [action for action in actions if _column(table, action) == "virtual"]
    if any(isinstance(action, AddColumn) for action in virtual) and any(isinstance(one, AddKey) for one in actions):
        return True
    dropped = [table.index_of[action.name.lower()] for action in virtual if isinstance(action, DropColumn)]
    hidden = any(key.kind == FUNCTIONAL for key in table.special_keys)
    keyed = (index for key in table.keys for index in key.columns if table.columns[index].generated)
    return bool(dropped) and (hidden or any(index >= min(dropped) for index in keyed))


def _is_functional(table: Table, action: Action) -> bool:
    """Whether a key on expressions comes or goes."""
    return _drops_functional(table, action) or (isinstance(action, AddKey) and action.key.special == FUNCTIONAL)


def _mixes_virtual(alter: Alteration) -> bool:
    """Virtual columns are added, or dropped, with something that does not go with that."""
    actions = [
        action for action in alter.syntax.actions if not (_indexes(action) or isinstance(action, _GO_WITH_VIRTUAL))
    ]
    virtual = [action for action in actions if _column(alter.table, action) == "virtual"]
    if not virtual:
        return False
    added = [action for action in virtual if isinstance(action, AddColumn)]
    if _adds_at_once(alter):
        return False
    if any(_indexes(action) for action in alter.syntax.actions) and any(_stored(alter.table, one) for one in actions):
        return True
    if alter.syntax.options.written or alter.syntax.options.shown or _comes_between(alter):
        return True
    dropped = {drop.name.lower() for drop in alter.syntax.actions if isinstance(drop, DropKey)}
    if added and any(key.kind == FUNCTIONAL and key.name.lower() not in dropped for key in alter.table.special_keys):
        return True  # hidden columns stand behind all others (captured: clusters/places_of_hidden_columns)
    if _drops_unique_key(alter):
        return True
    if len(virtual) == len(actions):
        keys = [action.key for action in alter.syntax.actions if isinstance(action, AddKey)]
        return not added and any(key.special == FUNCTIONAL for key in keys)
    if alter.syntax.algorithm == "INPLACE" and any(_stored(alter.table, change) for change in actions):
        return True
    if not added:
        together = all(isinstance(change, DropColumn) for change in actions)
        return not together or drops_column_of_key(alter)
    drops = () if drops_column_of_key(alter) else (DropColumn,)
    return not all(isinstance(one, (AddColumn, *drops)) or _drops_functional(alter.table, one) for one in actions)


def _adds_at_once(alter: Alteration) -> bool:
    """Whether columns of the rows come, and virtual ones with them, by the definition alone: then these may stand
    anywhere, and names and defaults change beside (captured: cluster places_of_virtual_columns)."""
    actions, table = alter.syntax.actions, alter.table
    if not alter.context.variables.behaviour.instant_alter or is_compressed(table):
        return False
    if alter.syntax.algorithm in ("INPLACE", "COPY"):
        return False
    if alter.syntax.options.written or alter.syntax.options.shown or drops_column_of_key(alter):
        return False
    goes = all(
        isinstance(action, (AddColumn, RenameColumn, SetDefault))
        or (isinstance(action, DropColumn) and _stored(table, action))
        for action in actions
    )
    return goes and any(isinstance(action, AddColumn) and _stored(table, action) for action in actions)


def _comes_between(alter: Alteration) -> bool:
    """Whether a new virtual column does not stand behind all old virtual ones."""
    new = (place for place, slot in enumerate(alter.slots) if slot.old is None and slot.column.virtual)
    behind = alter.slots[next(new, len(alter.slots)) :]
    return any(slot.old is not None and alter.table.columns[slot.old].virtual for slot in behind)


def _orders_virtual(alter: Alteration) -> bool:
    """Whether virtual columns stand in another order (captured: clusters/virtual_columns_come_and_go)."""
    stays = [slot.old for slot in alter.slots if slot.old is not None and alter.table.columns[slot.old].virtual]
    return stays != sorted(stays)


def _mixes_functional(alter: Alteration) -> bool:
    """A key on expressions comes or goes, and its hidden virtual columns with it, beside anything but other keys
    (captured: alter_functional)."""
    ours = [action for action in alter.syntax.actions if _is_functional(alter.table, action)]
    if not ours:
        return False
    if alter.syntax.options.written or alter.syntax.options.shown:
        return True
    return not all(
        isinstance(action, (AddKey, DropKey)) or _column(alter.table, action) == "virtual"
        for action in alter.syntax.actions
    )


def _drops_unique_key(alter: Alteration) -> bool:
    """Whether a unique key goes, or a column of one (captured: clusters/columns_dropped_in_place)."""
    keys = {action.name.lower() for action in alter.syntax.actions if isinstance(action, DropKey)}
    columns = {action.name.lower() for action in alter.syntax.actions if isinstance(action, DropColumn)}
    return any(
        key.name.lower() in keys or any(alter.table.columns[place].name.lower() in columns for place in key.columns)
        for key in alter.table.keys
        if key.unique
    )


def _drops_functional(table: Table, action: Action) -> bool:
    """Whether it drops a key on expressions, and with it nothing but hidden virtual columns."""
    names = {key.name.lower() for key in table.special_keys if key.kind == FUNCTIONAL}
    return isinstance(action, DropKey) and action.name.lower() in names


def _indexes(action: Action) -> bool:
    """An index that is no constraint goes with them (captured: clusters/keys_of_virtual_columns)."""
    return isinstance(action, AddKey) and action.key.kind == "key" and action.key.special in ("", FUNCTIONAL)


def _column(table: Table, action: Action) -> str:
    """`stored` or `virtual` for a column that is added or dropped, else ``."""
    if isinstance(action, AddColumn):
        return "virtual" if action.column.virtual else "stored"
    if not isinstance(action, DropColumn):
        return ""
    column = table.columns[table.index_of[action.name.lower()]]
    return "virtual" if column.virtual else "stored"
