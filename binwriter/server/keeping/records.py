"""What a kept state holds as it is: one way to values and one back for each kind.

Only those fields are read that a kind has, into objects of that kind: a state file names no code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from binwriter.catalog import resource_groups
from binwriter.catalog.accounts import Account
from binwriter.catalog.grants import Held
from binwriter.catalog.schemas import Library, View
from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.formats.columns.json.binary import json_from_binary, json_to_binary
from binwriter.formats.records import replace
from binwriter.mysql.reference_systems import ReferenceSystem
from binwriter.server.keeping.statements import KeptRecord
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.programs import Program
from binwriter.sql.binding.system_tables import system_table
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.storage.table_data import TableData

Name = tuple[str, ...]
Restore = Callable[[Database, Name, Mapping[str, Any]], None]

_RESTORE: dict[str, Restore] = {}
_SECRETS = ("kept", "kept_native")  # of an account: made again when its password is seen


def restore(record: KeptRecord, database: Database) -> None:
    """Puts it back. KeyError, TypeError, ValueError or AttributeError for what is no such record."""
    _RESTORE[record.kind](database, record.name, record.values)


def _restores(kind: str) -> Callable[[Restore], Restore]:
    def register(function: Restore) -> Restore:
        _RESTORE[kind] = function
        return function

    return register


def values_of(record: Any, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """The fields of a plain dataclass."""
    return {member.name: getattr(record, member.name) for member in fields(record) if member.name not in without}


def _made(kind: type[Any], values: Mapping[str, Any]) -> Any:
    known = {member.name for member in fields(kind)}
    return kind(**{name: _frozen(value) for name, value in values.items() if name in known})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


# --- one pair a kind


def database_record(name: str, collation: int, *, encrypted: bool, read_only: bool) -> KeptRecord:
    """What a database has besides its name."""
    return KeptRecord("database", (name,), {"collation": collation, "encrypted": encrypted, "read_only": read_only})


@_restores("database")
def _database(database: Database, name: Name, values: Mapping[str, Any]) -> None:
    schema = database.catalog.schema(*name)
    for field_name in ("collation", "encrypted", "read_only"):
        setattr(schema, field_name, values.get(field_name, getattr(schema, field_name)))


def view_record(view: View) -> KeptRecord:
    """A view, whether what it reads is there or not."""
    return KeptRecord("view", (view.schema, view.name), values_of(view))


@_restores("view")
def _view(database: Database, name: Name, values: Mapping[str, Any]) -> None:
    schema, view = name
    database.catalog.schema(schema).views[view] = _made(View, values)


def library_record(schema: str, library: Library) -> KeptRecord:
    """A library."""
    return KeptRecord("library", (schema, library.name), values_of(library))


@_restores("library")
def _library(database: Database, name: Name, values: Mapping[str, Any]) -> None:
    schema, library = name
    database.catalog.schema(schema).libraries[library.lower()] = _made(Library, values)


def reference_system_record(number: int, system: ReferenceSystem | None) -> KeptRecord:
    """A spatial reference system; None: one that was dropped."""
    return KeptRecord("reference_system", (str(number),), {} if system is None else values_of(system))


@_restores("reference_system")
def _reference_system(database: Database, name: Name, values: Mapping[str, Any]) -> None:
    database.catalog.reference_systems[int(*name)] = _made(ReferenceSystem, values) if values else None


def names_record(database: Database) -> KeptRecord:
    """What has nothing but a name."""
    catalog = database.catalog
    return KeptRecord(
        "names",
        (),
        {
            "resource_groups": [values_of(group) for group in catalog.resource_groups.made()],
            "undo_tablespaces": [(name, *space) for name, space in catalog.undo_tablespaces.items()],
            "taken": sorted(catalog.taken),
            "tablespaces": list(catalog.tablespaces.items()),
        },
    )


@_restores("names")
def _names(database: Database, name: Name, values: Mapping[str, Any]) -> None:
    catalog = database.catalog
    for group in values.get("resource_groups", ()):
        if isinstance(group, dict):  # names alone: of old folders
            catalog.resource_groups.put(_made(resource_groups.ResourceGroup, group))
    catalog.taken = {(schema, table) for schema, table in values.get("taken", ())}
    catalog.tablespaces = dict(values.get("tablespaces", ()))
    for space in values.get("undo_tablespaces", ()):
        undo, file, active = (space, "", True) if isinstance(space, str) else space  # names alone: of old folders
        catalog.undo_tablespaces[undo] = (file, active)


def account_record(name: tuple[str, str], account: Account) -> KeptRecord:
    """An account. Of a password that it retains the string is kept, as of its own."""
    values = values_of(account, without=_SECRETS)
    values["second"] = None if account.second is None else account.second[0]
    return KeptRecord("account", name, values)


@_restores("account")
def _account(database: Database, name: Name, values: Mapping[str, Any]) -> None:
    user, host = name
    account = database.catalog.accounts.add((user, host))
    for member in fields(Account):
        if member.name in values and member.name not in _SECRETS:
            setattr(account, member.name, values[member.name])
    account.former = [(int(moment), str(stored)) for moment, stored in values.get("former", ())]
    account.second = None if values.get("second") is None else (str(values["second"]), None)


def accounts_record(names: list[tuple[str, str]]) -> KeptRecord:
    """Which accounts there are: others that a new server has were dropped."""
    return KeptRecord("accounts", (), {"names": names})


@_restores("accounts")
def _accounts(database: Database, name: Name, values: Mapping[str, Any]) -> None:
    accounts = database.catalog.accounts
    named = {(user, host) for user, host in values["names"]}
    gone = [account for account in accounts if account not in named]
    accounts.drop(gone)
    for account in gone:
        database.catalog.grants.drop(account)


def held_record(name: tuple[str, str], held: Held) -> KeptRecord:
    """What an account was granted."""
    levels = [
        (level, [(privilege, sorted(columns)) for privilege, columns in given.items()])
        for level, given in held.levels.items()
    ]
    values = {
        "levels": levels,
        "dynamic": held.dynamic,
        "roles": list(held.roles.items()),
        "default_roles": sorted(held.default_roles),
        "restrictions": {schema: sorted(taken) for schema, taken in held.restrictions.items()},
        "moments": [(*place, moment) for place, moment in held.moments.items()],
        "grantors": list(held.grantors.items()),
    }
    return KeptRecord("held", name, values)


@_restores("held")
def _held(database: Database, name: Name, values: Mapping[str, Any]) -> None:
    user, host = name
    held = database.catalog.grants.of((user, host))
    held.levels = {
        (kind, schema, item): {privilege: set(columns) for privilege, columns in given}
        for (kind, schema, item), given in values["levels"]
    }
    held.dynamic = dict(values["dynamic"])
    held.roles = {(role, at): further for (role, at), further in values["roles"]}
    held.default_roles = {(role, at) for role, at in values["default_roles"]}
    held.restrictions = {schema: set(taken) for schema, taken in values["restrictions"].items()}
    held.moments = {
        ((kind, schema, item), column): moment for (kind, schema, item), column, moment in values["moments"]
    }
    grantors = values.get("grantors", ())  # folders of before lack it
    held.grantors = {(kind, schema, item): (by, at) for (kind, schema, item), (by, at) in grantors}


def system_table_record(table: Table) -> KeptRecord:
    """A table of a system database whose rows follow."""
    return KeptRecord("system_table", (table.schema, table.name), {})


@_restores("system_table")
def _system_table(database: Database, name: Name, values: Mapping[str, Any]) -> None:
    schema, table = name
    definition = system_table(schema, table, database.catalog)
    if definition is None:
        raise KeyError(f"{schema}.{table}")
    database.storage.create(definition).born = 0  # as old as the server


_OF_TABLES = ("auto_increment", "counted_by", "analyzed", "discarded")


def _shown_as(column: Column, explicit_charset: bool, display_width: int, without_default: bool) -> Column:
    kind = DefaultKind.NONE if without_default else column.default_kind
    return replace(column, explicit_charset=explicit_charset, display_width=display_width, default_kind=kind)


@_restores("table")
def _table(database: Database, name: Name, values: Mapping[str, Any]) -> None:
    data = database.storage.data(*name)
    for field_name in _OF_TABLES:
        setattr(data, field_name, values.get(field_name, getattr(data, field_name)))
    increment, offset = data.counted_by
    data.counted_by = increment, offset
    data.histograms = {
        column: json_from_binary(bytes.fromhex(document)) for column, document in values.get("histograms", {}).items()
    }
    definition = data.definition
    said = zip(definition.columns, values["columns"], strict=True)
    columns = tuple(_shown_as(column, *given) for column, given in said)
    made = values["made_keys"]
    keys = tuple(replace(key, generated=key.name in made) for key in definition.keys)
    first = int(values["first"])
    data.redefine(replace(definition, auto_increment=first, columns=columns, keys=keys))
    if (schema := database.catalog.place(name[0])) is not None and name[1] in schema.tables:  # no system table
        schema.tables[name[1]] = data.definition


def table_record(data: TableData) -> KeptRecord:
    """What SHOW CREATE TABLE does not say of a table."""
    definition = data.definition
    values = {name: getattr(data, name) for name in _OF_TABLES}
    values["first"] = definition.auto_increment
    values["columns"] = [
        (column.explicit_charset, column.display_width, column.default_kind is DefaultKind.NONE)
        for column in definition.columns
    ]
    # documents as a log has them, in hexadecimal digits
    values["histograms"] = {name: json_to_binary(shown).hex() for name, shown in data.histograms.items()}
    values["made_keys"] = [key.name for key in definition.keys if key.generated]
    return KeptRecord("table", (definition.schema, definition.name), values)


def program_record(program: Program) -> KeptRecord:
    """What SHOW CREATE does not say of a stored program: when it was made, changed, and ran."""
    schedule = program.origin.schedule
    values = {"created": program.origin.created, "modified": program.origin.modified}
    last = {} if schedule is None else {"last": schedule.last}
    return KeptRecord("program", (program.kind.value, program.schema, program.name), {**values, **last})


@_restores("program")
def _program(database: Database, name: Name, values: Mapping[str, Any]) -> None:
    kind, schema, named = name
    program = database.programs.find(ProgramKind(kind), schema, named)
    if program is None:
        raise KeyError(named)
    origin = replace(program.origin, created=int(values["created"]), modified=int(values["modified"]))
    if origin.schedule is not None:
        origin = replace(origin, schedule=replace(origin.schedule, last=values.get("last")))
    database.programs.put(replace(program, origin=origin))
