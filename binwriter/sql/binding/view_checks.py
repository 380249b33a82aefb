"""What WITH CHECK OPTION asks of the rows that a statement changes through views.

Source: MySQL manual, "The View WITH CHECK OPTION Clause"; of views that join tables as a 9.7.4 answers (cluster
checks_of_joined_views).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.sql.binding import view_names
from binwriter.sql.binding.join_views import JoinView
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.binding.view_trees import CHECKS, ViewCheck, view_columns

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext

Checks = dict[str, ViewCheck]


def keep(tree: exp.Expression, checks: Checks, named: View | None = None) -> None:
    """Notes the checks of a statement that has been led to its tables.

    named: the view of LOAD, whose own option alone counts, and then for all below it (captured:
    replaced_behind_views_row).
    """
    if named is not None:
        for check in checks.values():
            check.conditions = list(check.shown) if named.check_option else []
    tree.meta[CHECKS] = tuple(check for check in checks.values() if check.conditions or check.shown)


def of_view(
    checks: Checks, alias: str, view: View, database: Database, context: StatementContext, base_alias: str
) -> None:
    """LOCAL asks for the view's own condition, CASCADED for those below too; below each view has its own say."""
    option = _option(view, context, is_named=alias not in checks)
    check = checks.setdefault(alias, ViewCheck(_name(view), base_alias))
    columns, above = view_columns(view, database, context), check.alias
    check.alias = base_alias
    for kept in (check.conditions, check.shown):
        kept[:] = [view_names.in_terms_of(columns, condition, base_alias, above) for condition in kept]
    where, base = view_tree(view).args.get("where"), view_tree(view).args["from_"].this
    if where is not None:
        condition = where.this.copy()
        for column in list(view_names.own_columns(condition, base, database, context)):
            column.set("table", exp.to_identifier(base_alias, quoted=True))
        check.shown.append(condition)
        if option or check.cascades:
            check.conditions.append(condition.copy())
    check.cascades = check.cascades or option == "CASCADED"


def of_join(checks: Checks, alias: str, view: View, joined: JoinView) -> None:
    """A view that joins tables asks the same of the rows of each, also ON."""
    option = _option(view, joined.context, is_named=alias not in checks)
    check = checks.pop(alias, None) or ViewCheck(_name(view), alias)
    conditions = [joined.in_terms_of(condition, check.alias) for condition in check.conditions]
    if option or check.cascades:
        conditions += joined.conditions()
    cascades = check.cascades or option == "CASCADED"
    for table in joined.tables:
        checks[table.alias] = ViewCheck(check.name, table.alias, conditions, cascades)


def of_inserted_join(checks: Checks, view: View, alias: str, joined: JoinView, owner: str) -> None:
    """The same of a row that is inserted into one of the tables. What the others have is none of it: nothing fits what
    the view asks them, all does what views above it ask (captured: views_that_ask_tables_row). alias: of the view;
    owner: of the table in its join."""
    option = _option(view, joined.context, is_named="" not in checks)
    check = checks.setdefault("", ViewCheck(_name(view), alias))
    above = (joined.of_one_table(condition, owner, alias) for condition in check.conditions)
    check.conditions[:] = [condition for condition in above if condition is not None]
    if option or check.cascades:
        own = (joined.of_its_table(condition, owner, alias) for condition in joined.conditions())
        check.conditions += [exp.false() if condition is None else condition for condition in own]
    check.cascades = check.cascades or option == "CASCADED"


def _option(view: View, context: StatementContext, *, is_named: bool) -> str:
    """The option that counts: up to 5.6 only the one of the view that the statement names (captured:
    options_of_views_below_row)."""
    return view.check_option if is_named or context.variables.behaviour.views_below_check else ""


def _name(view: View) -> str:
    return f"{view.schema}.{view.name}"
