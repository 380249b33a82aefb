"""What ALTER TABLE names and the table has not: said before anything is made of the actions (captured: definitions).

Order of a 9.7.4: constraints, columns that are changed, columns whose default is, what is dropped, indexes.
"""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.catalog.tables import Check
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.ddl.alter.by_columns import refuse_by_columns, refuse_in_foreign_keys
from binwriter.sql.ddl.alter.readers import columns_of, reads
from binwriter.sql.ddl.alter.table import Alteration, option_check
from binwriter.sql.ddl.partitions import checks as partition_checks
from binwriter.sql.ddl.table.constraints import (
    made_names,
    named_checks,
    number_of,
    refuse_taken_names,
)
from binwriter.sql.ddl.table.expressions import refuse_checks
from binwriter.sql.ddl.table.foreign_keys import has_foreign_keys
from binwriter.sql.ddl.table.generated_key import refuse_loss
from binwriter.sql.ddl.table.keys import PRIMARY
from binwriter.sql.ddl.table.options import check_places
from binwriter.sql.syntax.alter_table import (
    AddCheck,
    AddColumn,
    AlterKey,
    ChangeColumn,
    DropColumn,
    DropConstraint,
    DropKey,
    EnforceCheck,
    RenameColumn,
    RenameKey,
    SetDefault,
)


def refuse_early(alter: Alteration) -> None:
    """What is wrong with partitions in themselves. MySQLError."""
    partitions = alter.syntax.partition_by
    if partitions is not None:
        partition_checks.refuse_values(partitions, temporary=False)
        partition_checks.refuse_engines(
            partitions, alter.engine, alter.syntax.options.engine, alter.context, altered=True
        )


def refuse_missing(alter: Alteration) -> None:
    """MySQLError for the first of them, in a server's order (captured: faults)."""
    _checks(alter)
    refuse_by_columns(alter)
    _changed(alter)
    _primary(alter)
    _dropped(alter)
    _keys(alter)
    refuse_loss(alter.table, alter.syntax, alter.engine, alter.context)
    if alter.syntax.partition_by is not None and alter.table.temporary:
        raise mysql_error("ER_PARTITION_NO_TEMPORARY")
    check = option_check(alter, alter.catalog)
    check_places(check)
    if alter.syntax.partition_by is not None:
        partition_checks.refuse_names(alter.syntax.partition_by, alter.context)
    refuse_in_foreign_keys(alter)


def _checks(alter: Alteration) -> None:
    added = [action.check for action in alter.syntax.actions if isinstance(action, AddCheck)]
    prefix = f"{alter.table.name}_chk_"
    staying = [check for check in alter.table.checks if not _goes(alter, check)]
    last = max((number_of(check.name, prefix) for check in staying), default=0)
    known = {check.name.lower() for check in alter.table.checks}
    actions = [action for action in alter.syntax.actions if isinstance(action, DropConstraint | EnforceCheck)]
    for action in actions:  # of which kind those without one are is found out first
        if action.kind == "CONSTRAINT":
            _resolve(alter, action)
    for kind in (DropConstraint, EnforceCheck):
        for action in actions:
            if isinstance(action, kind) and action.kind == "CHECK" and action.name.lower() not in known:
                raise mysql_error("ER_CHECK_CONSTRAINT_NOT_FOUND", action.name)
    refuse_checks(made_names(alter.table.name, added, last), alter.context, added)
    gone = {action.name.lower() for action in alter.syntax.actions if isinstance(action, DropConstraint)}
    kept = {check.name.lower() for check in staying} - gone
    new = named_checks(alter.table.name, added, staying)
    for check in new:
        if check.name.lower() in kept:
            raise mysql_error("ER_CHECK_CONSTRAINT_DUP_NAME", check.name)
    _refuse_read(alter, [check for check in staying if check.name.lower() in kept])
    if not alter.table.temporary:
        refuse_taken_names(replace(alter.table, checks=new), alter.catalog)


def _resolve(alter: Alteration, action: DropConstraint | EnforceCheck) -> None:
    """ER_CONSTRAINT_NOT_FOUND, ER_MULTIPLE_CONSTRAINTS_WITH_SAME_NAME, ER_ALTER_CONSTRAINT_ENFORCEMENT_NOT_SUPPORTED:
    what a name means among checks, unique keys and foreign keys (captured: clusters/constraints_by_name)."""
    table, name = alter.table, action.name.lower()
    keys = {key.name.lower() for key in table.keys if key.unique or key.primary}
    foreign = {key.name.lower() for key in table.foreign_keys}
    checks = {check.name.lower() for check in table.checks}
    found = sum(name in names for names in (keys, foreign, checks))
    verb = "DROP" if isinstance(action, DropConstraint) else "ALTER"
    if found > 1:
        raise mysql_error("ER_MULTIPLE_CONSTRAINTS_WITH_SAME_NAME", action.name, verb)
    if not found:
        raise mysql_error("ER_CONSTRAINT_NOT_FOUND", action.name)
    if verb == "ALTER" and name not in checks:
        raise mysql_error("ER_ALTER_CONSTRAINT_ENFORCEMENT_NOT_SUPPORTED", action.name)


def _refuse_read(alter: Alteration, checks: list[Check]) -> None:
    """ER_DEPENDENT_BY_CHECK_CONSTRAINT for the first column that a constraint reads and that is dropped or renamed."""
    for action in alter.syntax.actions:
        match action:
            case DropColumn():
                name = action.name
            case RenameColumn():
                name = action.old_name
            case ChangeColumn() if action.column.name.lower() != action.old_name.lower():
                name = action.old_name
            case _:
                continue
        for check in sorted(checks, key=lambda one: one.name.lower()):
            if reads(check.expression, name):
                raise mysql_error("ER_DEPENDENT_BY_CHECK_CONSTRAINT", check.name, name)


def _goes(alter: Alteration, check: Check) -> bool:
    """Whether it goes with a column that is dropped."""
    dropped = (action.name.lower() for action in alter.syntax.actions if isinstance(action, DropColumn))
    return any(columns_of(check.expression) == {name} for name in dropped)


def _primary(alter: Alteration) -> None:
    """What cannot be done with the name PRIMARY."""
    has_one = any(key.primary for key in alter.table.keys)
    for action in alter.syntax.actions:
        if isinstance(action, AlterKey) and has_one and action.name.upper() == PRIMARY:
            raise mysql_error("ER_PK_INDEX_CANT_BE_INVISIBLE")
    names = _key_names(alter)
    for action in alter.syntax.actions:
        if isinstance(action, RenameKey) and action.old_name.lower() in names and action.new_name.upper() == PRIMARY:
            raise mysql_error("ER_WRONG_NAME_FOR_INDEX", action.new_name)


def _key_names(alter: Alteration) -> set[str]:
    table = alter.table
    return {*(key.name.lower() for key in table.keys), *(key.name.lower() for key in table.special_keys)}


def _columns_left(alter: Alteration) -> set[str]:
    dropped = {action.name.lower() for action in alter.syntax.actions if isinstance(action, DropColumn)}
    return {column.name.lower() for column in alter.table.columns} - dropped


def _changed(alter: Alteration) -> None:
    """Each column is changed once, by its old name. AFTER names a column as it is called then, which stands there
    already: no column stands behind itself. What is wrong is told in the order in which it is written; names for
    RENAME COLUMN and for defaults come behind it (captured: clusters/columns_missing_in_alters)."""
    left = _columns_left(alter)
    actions = [action for action in alter.syntax.actions if isinstance(action, AddColumn | ChangeColumn)]
    there = _standing(alter, actions)
    for action in actions:
        if isinstance(action, ChangeColumn):
            _take(alter, action.old_name, left)
        if action.after and action.after.lower() not in there:
            raise mysql_error("ER_BAD_FIELD_ERROR", action.after, alter.table.name)
        there.add(action.column.name.lower())
    for named in alter.syntax.actions:
        if isinstance(named, RenameColumn):
            _take(alter, named.old_name, left)
        elif isinstance(named, SetDefault):
            _take(alter, named.name, left)


def _take(alter: Alteration, name: str, left: set[str]) -> None:
    if name.lower() not in left:
        raise mysql_error("ER_BAD_FIELD_ERROR", name, alter.table.name)
    left.remove(name.lower())


def _standing(alter: Alteration, actions: Sequence[AddColumn | ChangeColumn]) -> set[str]:
    """The columns that stand where they stood, by the names that they get."""
    renamed = {
        change.old_name.lower(): change.new_name for change in alter.syntax.actions if isinstance(change, RenameColumn)
    }
    changes = [change for change in actions if isinstance(change, ChangeColumn)]
    changed = {change.old_name.lower(): change.column.name for change in changes}
    moved = {change.old_name.lower() for change in changes if change.after is not None}
    there = _columns_left(alter) - moved
    return {(changed.get(name) or renamed.get(name) or name).lower() for name in there}


def _dropped(alter: Alteration) -> None:
    """ER_CANT_DROP_FIELD_OR_KEY for the first column, index or foreign key in their order that is not there, or no
    more (captured: clusters/foreign_keys_replaced)."""
    _refuse_no_columns(alter)
    known: dict[type, set[str]] = {
        DropColumn: {column.name.lower() for column in alter.table.columns},
        DropKey: _key_names(alter),
    }
    if alter.context.variables.behaviour.server_checks_foreign_keys and has_foreign_keys(alter.table.engine):
        known[DropConstraint] = {key.name.lower() for key in alter.table.foreign_keys}
    for action in alter.syntax.actions:
        names = known.get(type(action))
        if names is None or not isinstance(action, DropColumn | DropKey | DropConstraint):
            continue
        if isinstance(action, DropConstraint) and action.kind != "FOREIGN KEY":
            continue  # see `_checks`
        if action.name.lower() not in names:
            raise mysql_error("ER_CANT_DROP_FIELD_OR_KEY", action.name)
        names.discard(action.name.lower())


def _refuse_no_columns(alter: Alteration) -> None:
    """ER_CANT_REMOVE_ALL_FIELDS."""
    if not _columns_left(alter) and not any(isinstance(action, AddColumn) for action in alter.syntax.actions):
        raise mysql_error("ER_CANT_REMOVE_ALL_FIELDS")


def _keys(alter: Alteration) -> None:
    dropped = {action.name.lower() for action in alter.syntax.actions if isinstance(action, DropKey)}
    keys = _key_names(alter) - dropped
    for kind in (RenameKey, AlterKey):
        for action in alter.syntax.actions:
            if not isinstance(action, kind):
                continue
            name = action.name if isinstance(action, AlterKey) else action.old_name
            if name.lower() not in keys and not (isinstance(action, AlterKey) and name.upper() == "PRIMARY"):
                raise mysql_error("ER_KEY_DOES_NOT_EXITS", name, alter.table.name)
