"""The names of a table's constraints, which a server makes and which a renamed table takes along.

Source: MySQL manual, "CHECK Constraints", "FOREIGN KEY Constraints"; names and errors as a 9.7.4 gives them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from binwriter.catalog.limits import check_length
from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Check, Table, keys_by_name
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.syntax.table import CheckSyntax


def made_names(table: str, checks: Iterable[CheckSyntax], number: int = 0) -> Iterator[tuple[str, str]]:
    """Name and expression of each constraint; number: the last one that a server made."""
    for check in checks:
        number += check.name is None
        yield check.name or f"{table}_chk_{number}", check.expression


def named_checks(table: str, checks: Iterable[CheckSyntax], existing: Sequence[Check] = ()) -> tuple[Check, ...]:
    """The constraints with the names that a server gives them: table_chk_1 and so on."""
    number = max((number_of(check.name, f"{table}_chk_") for check in existing), default=0)
    named: list[Check] = []
    for check in checks:
        name = check.name
        if name is None:
            number += 1
            name = f"{table}_chk_{number}"
        check_length(name)
        named.append(Check(name, check.expression, check.enforced, as_given=True))
    return tuple(named)


def refuse_same_names(checks: Iterable[Check]) -> None:
    """ER_CHECK_CONSTRAINT_DUP_NAME."""
    seen: set[str] = set()
    for check in checks:
        if check.name.lower() in seen:
            raise mysql_error("ER_CHECK_CONSTRAINT_DUP_NAME", check.name)
        seen.add(check.name.lower())


def with_new_name(table: Table, old: str, catalog: Catalog) -> Table:
    """The renamed table's constraints: names that a server made of the old name are made of the new one.

    ER_CHECK_CONSTRAINT_DUP_NAME if such a name is taken.
    """
    renamed = replace(
        table,
        checks=tuple(
            replace(check, name=_with_new_table(check.name, "_chk_", old, table.name)) for check in table.checks
        ),
        foreign_keys=keys_by_name(
            replace(key, name=_with_new_table(key.name, "_ibfk_", old, table.name)) for key in table.foreign_keys
        ),
    )
    refuse_taken_names(renamed, catalog, old)
    return renamed


def _with_new_table(name: str, kind: str, old: str, new: str) -> str:
    """A constraint's name with the table's new name in it, if a server made it: a CHECK's ends with digits alone."""
    prefix = f"{old}{kind}"
    is_made = bool(number_of(name, prefix)) if kind == "_chk_" else name.startswith(prefix)
    return f"{new}{kind}{name.removeprefix(prefix)}" if is_made else name


def refuse_taken_names(table: Table, catalog: Catalog, old: str = "") -> None:
    """The names of CHECK constraints are unique in a database. ER_CHECK_CONSTRAINT_DUP_NAME.

    old: the name that the table had.
    """
    known = catalog.place(table.schema)
    taken = known.tables.by_check if known is not None else {}
    for check in table.checks:
        if taken.get(check.name.lower(), {}).keys() - {table.name, old}:
            raise mysql_error("ER_CHECK_CONSTRAINT_DUP_NAME", check.name)


def number_of(name: str, prefix: str) -> int:
    """The number that a server put behind the prefix; 0 if the name is another one."""
    rest = name.removeprefix(prefix)
    return int(rest) if rest != name and rest.isdigit() else 0
