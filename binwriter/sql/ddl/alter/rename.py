"""Tables under new names: what RENAME TABLE does, what ALTER TABLE .. RENAME asks of a name, and what goes with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.catalog.tables import ForeignKey, Table
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.identifiers import file_name
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.command_table import defines
from binwriter.sql.ddl.table.constraints import with_new_name
from binwriter.sql.ddl.table.foreign_keys import check_new_name, check_waiting_children
from binwriter.sql.syntax.alter_table import RenameTablesSyntax
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


def refuse_name(run: DdlRun, old: Table, new: Table, *, alone: bool) -> None:
    if (old.schema, old.name) == (new.schema, new.name):
        return
    if is_taken(run, (new.schema, new.name), temporary=new.temporary):
        raise mysql_error("ER_TABLE_EXISTS_ERROR", new.name)
    if alone:
        check_new_name((old.schema, old.name), new, run.database.catalog, run.context)
    else:
        check_waiting_children(new, run.database.catalog, run.context, shown=True)


def is_taken(run: DdlRun, name: tuple[str, str], *, temporary: bool) -> bool:
    """Temporary tables have names among themselves, others share theirs with views (captured:
    clusters/names_taken_by_others)."""
    catalog = run.database.catalog
    tables = catalog.schema(name[0]).tables  # a database there must be for either
    if temporary:
        return run.database.temporary.find(*name) is not None
    return tables.get(name[1]) is not None or catalog.view(*name) is not None


def redefine(run: DdlRun, child: Table, keys: tuple[ForeignKey, ...]) -> None:
    changed = replace(child, foreign_keys=keys)
    run.database.catalog.schema(child.schema).tables[child.name] = changed
    run.database.storage.data(child.schema, child.name).redefine(changed)


def follow(run: DdlRun, renamed: Table, new: tuple[str, str]) -> None:
    """The foreign keys of other tables go with a renamed parent, and so do its triggers.

    A table of another engine was not the parent that they wait for.
    """
    old = (renamed.schema, renamed.name)
    run.database.programs.rename_table(*old, *new)
    if not renamed.engine.two_phase:
        return
    for child in list(run.database.catalog):
        if any(key.parent == old for key in child.foreign_keys):
            keys = tuple(replace(key, parent=new) if key.parent == old else key for key in child.foreign_keys)
            redefine(run, child, keys)


# --- RENAME TABLE -----------------------------------------------------------------------------------------------------


@defines("rename_table")
def rename_table(run: DdlRun) -> tuple[DdlEvent, ...]:
    """RENAME TABLE: pair by pair; the first that fails takes the others back."""
    syntax = run.parsed.node
    assert isinstance(syntax, RenameTablesSyntax)
    pairs = [
        ((old[0] or run.default_schema, old[1]), (new[0] or run.default_schema, new[1])) for old, new in syntax.pairs
    ]
    if any(not schema for pair in pairs for schema, _ in pair):
        raise mysql_error("ER_NO_DB_ERROR")
    done: list[tuple[tuple[str, str], tuple[str, str]]] = []
    atomic = True
    try:
        for old, new in pairs:
            _check_new_name(run, old, new)
            atomic &= _rename(run, old, new)
            done.append((old, new))
    except MySQLError:
        for old, new in reversed(done):
            _rename(run, new, old)
        raise
    schemas = dict.fromkeys(schema for pair in pairs for schema, _ in pair)
    return (DdlEvent(run.text, run.default_schema, databases=tuple(schemas), atomic=atomic),)


def refuse_triggers(run: DdlRun, table: Table, schema: str) -> None:
    """A table with triggers stays in its database. ER_TRG_IN_WRONG_SCHEMA."""
    if table.schema != schema and not table.temporary and run.database.programs.triggers(table.schema, table.name):
        raise mysql_error("ER_TRG_IN_WRONG_SCHEMA")


def _check_new_name(run: DdlRun, old: tuple[str, str], new: tuple[str, str]) -> None:
    """For a table that there is, and a name that is free; `_rename` says what is wrong with others."""
    catalog = run.database.catalog
    table = catalog.find(*old)
    if table is not None and catalog.find(*new) is None:
        check_new_name(old, replace(table, schema=new[0], name=new[1]), catalog, run.context)


def refuse_unknown(run: DdlRun, old: tuple[str, str], new: tuple[str, str]) -> None:
    """A database that is not there, of which up to 5.7 the engines tell that rename files (captured:
    renamed_nowhere_statement of 5.1.54 to 5.7.18); the catalog tells of it otherwise."""
    catalog, behaviour = run.database.catalog, run.context.variables.behaviour
    if new[0] in catalog.schemas or not behaviour.engines_rename_nowhere:
        return
    if catalog.view(*old) is not None:
        raise mysql_error("ER_FORBID_SCHEMA_CHANGE", old[0], new[0])
    table = catalog.find(*old)
    files = [f"./{file_name(schema)}/{file_name(name)}" for schema, name in (old, new)]
    if table is None:
        raise mysql_error("ER_FILE_NOT_FOUND", f"{files[0]}.frm")
    engine = table.engine.name.lower()
    if engine == "innodb" and behaviour.says_foreign:
        unknown = (
            (-1, "Unknown error -1") if behaviour.engine_checks_keys else (168, "Unknown (generic) error from engine")
        )
        raise mysql_error("ER_ERROR_ON_RENAME", *files, *unknown)
    ending = ".MYI" if engine == "myisam" else ".frm"
    error = mysql_error("EE_LINK", *(file + ending for file in files))
    error.later = (mysql_warning("ER_ERROR_ON_RENAME", *files, 2, "No such file or directory", level="Error"),)
    raise error


def _rename(run: DdlRun, old: tuple[str, str], new: tuple[str, str]) -> bool:
    """Whether the engine has atomic DDL."""
    catalog = run.database.catalog
    view = catalog.view(*old)
    refuse_unknown(run, old, new)
    target = catalog.schema(new[0])
    if is_taken(run, new, temporary=False):
        raise mysql_error("ER_TABLE_EXISTS_ERROR", new[1])
    if view is not None and old[0] != new[0]:
        raise mysql_error("ER_FORBID_SCHEMA_CHANGE", old[0], new[0])
    if view is not None:
        del catalog.schema(old[0]).views[old[1]]
        target.views[new[1]] = replace(view, schema=new[0], name=new[1])
        catalog.views_renamed = True
        return True
    if catalog.find(*old) is None and run.context.variables.behaviour.renames_files:
        raise mysql_error("ER_FILE_NOT_FOUND", f"./{file_name(old[0])}/{file_name(old[1])}.frm")
    table = catalog.table(*old)
    refuse_triggers(run, table, new[0])
    renamed = with_new_name(replace(table, schema=new[0], name=new[1]), old[1], catalog)
    del catalog.schema(old[0]).tables[old[1]]
    target.tables[new[1]] = renamed
    data = run.database.storage.data(*old)
    run.database.storage.drop(*old)
    data.redefine(renamed)
    data.statistics.opened_anew(len(data))
    run.database.storage.put(data)
    follow(run, table, new)
    return table.engine.atomic_ddl
