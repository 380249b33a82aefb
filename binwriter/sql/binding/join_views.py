"""Changes through views of several tables.

Source: MySQL manual, "Updatable and Insertable Views"; errors as a 9.7.4 gives them
(tests/golden/scenarios/join_views.scn). An UPDATE becomes one of the joined tables; a DELETE is refused, an INSERT into
the columns of one table goes into that table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding import insertable
from binwriter.sql.binding.view_names import has_column, is_of
from binwriter.sql.binding.view_outer_joins import add_condition, join_around
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.binding.view_trees import column_behind, find_view, in_place_of, is_assigned, is_updatable

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext


class JoinView:
    """A view whose query joins tables, in the place of a statement where it stands under `alias`.

    tree: of its query. columns: what its columns stand for, each column with the name that its table has in the join.
    named: the view that the statement names, which may show this one, behind its database.
    """

    def __init__(
        self, view: View, named: tuple[str, ...], alias: str, database: Database, context: StatementContext
    ) -> None:
        self.view, self.alias, self.database, self.context = view, alias, database, context
        self.named = named or (view.schema, view.name)
        self.tree = view_tree(view).copy()
        from_ = self.tree.args["from_"].this
        self.tables = [from_, *(join.this for join in self.tree.args.get("joins") or ())]
        for place, join in enumerate(self.tree.args.get("joins") or (), 1):
            self._spell_out(join, place)
        self.names = {table.alias_or_name: f"{alias}.{table.alias_or_name}" for table in self.tables}
        derived = {id(node) for table in self.tables for node in _within(table)}
        for column in self.tree.find_all(exp.Column):
            if id(column) in derived:  # they have names of their own
                continue
            table = column.text("table") or self._owner(column.name)
            column.set("table", exp.to_identifier(self.names.get(table, table), quoted=True))
            column.set("db", None)
        self.columns = self._columns()
        for table in self.tables:
            alias_of = exp.TableAlias(this=exp.to_identifier(self.names[table.alias_or_name], quoted=True))
            if isinstance(table, exp.Subquery) and table.alias_column_names:
                alias_of.set("columns", [exp.to_identifier(name, quoted=True) for name in table.alias_column_names])
            table.set("alias", alias_of)

    def _spell_out(self, join: exp.Expression, place: int) -> None:
        """USING (c) as ON: the column of the first table that has it, and that of the table joined."""
        names = join.args.get("using")
        if not names:
            return
        pairs = [
            exp.EQ(
                this=exp.column(name.name, self._owner(name.name), quoted=True),
                expression=exp.column(name.name, self.tables[place].alias_or_name, quoted=True),
            )
            for name in names
        ]
        join.set("using", None)
        join.set("on", exp.and_(*pairs))

    def _owner(self, column: str) -> str:
        for table in self.tables:
            if column.lower() in map(str.lower, self._names_of(table)):
                return str(table.alias_or_name)
        return ""

    def _names_of(self, table: exp.Expression, *, hidden: bool = True) -> list[str]:
        """The names of its columns. hidden: invisible ones too."""
        if isinstance(table, exp.Subquery):
            return list(table.alias_column_names or table.named_selects)
        columns = self.database.table_of(table, self.context).definition.columns
        return [column.name for column in columns if hidden or column.spec.visible]

    def _columns(self) -> dict[str, exp.Expression]:
        columns: list[tuple[str, exp.Expression]] = []
        for item in self.tree.expressions:
            if isinstance(item, exp.Star):
                for table in self.tables:
                    columns += self._all_of(table)
            elif isinstance(item, exp.Column) and isinstance(item.this, exp.Star):
                for table in self.tables:
                    if self.names[table.alias_or_name] == item.text("table"):
                        columns += self._all_of(table)
            else:
                columns.append((item.alias_or_name, item.this if isinstance(item, exp.Alias) else item))
        names = self.view.columns or tuple(name for name, _ in columns)
        return {name.lower(): node for name, (_, node) in zip(names, columns, strict=True)}

    def _all_of(self, table: exp.Expression) -> list[tuple[str, exp.Expression]]:
        alias = self.names[table.alias_or_name]
        return [(name, exp.column(name, alias, quoted=True)) for name in self._names_of(table, hidden=False)]

    def can_change(self, table: exp.Expression) -> bool:
        """Whether one of its tables is none that a view makes (captured: clusters/views_that_join_made_tables), nor
        derived."""
        if isinstance(table, exp.Subquery):
            return False
        below = find_view(self.database, table, self.context)
        if below is None:
            return True
        tree = view_tree(below)
        return is_updatable(below) and all(
            self.can_change(part.this)
            for part in (tree.args["from_"], *(tree.args.get("joins") or ()))
            if isinstance(part.this, exp.Table)
        )

    def owner_of(self, names: list[str]) -> exp.Expression:
        """The one table whose columns these are. MySQLError: unknown, no column of a table, of several tables."""
        owners = []
        for name in names:
            shown = self.columns.get(name.lower())
            if shown is None:
                raise mysql_error("ER_BAD_FIELD_ERROR", name, "field list")
            target = column_behind(shown)
            if target is None:
                raise mysql_error("ER_NONUPDATEABLE_COLUMN", name)
            owners.append(target.text("table"))
        owned = [table for table in self.tables if table.alias in owners]
        if any(isinstance(table, exp.Subquery) for table in owned):
            return next(table for table in owned if isinstance(table, exp.Subquery))
        if len(set(owners)) > 1:
            raise mysql_error("ER_VIEW_MULTIUPDATE", *self.named)
        owner: exp.Expression = next(table for table in self.tables if table.alias == owners[0])
        return owner

    def in_terms_of(self, condition: exp.Expression, alias: str) -> exp.Expression:
        """A condition over the view's columns, under this alias, as one over those of its tables."""

        def below(node: exp.Expression) -> exp.Expression:
            if not isinstance(node, exp.Column) or node.text("table") != alias:
                return node
            target = self.columns.get(node.name.lower())
            return node if target is None else target.copy()

        return condition.transform(below)

    def conditions(self) -> list[exp.Expression]:
        """What the view's query asks of its rows, in WHERE and ON."""
        where = self.tree.args.get("where")
        joins = (join.args.get("on") for join in self.tree.args.get("joins") or ())
        return [node.copy() for node in (None if where is None else where.this, *joins) if node is not None]

    @staticmethod
    def of_its_table(condition: exp.Expression, owner: str, alias: str) -> exp.Expression | None:
        """A condition of the view's query as one over one of its tables; None where it asks others too."""
        made = condition.copy()
        for column in list(made.find_all(exp.Column)):
            if column.text("table") != owner:
                return None
            column.set("table", exp.to_identifier(alias, quoted=True))
        return made

    def of_one_table(self, condition: exp.Expression, owner: str, alias: str) -> exp.Expression | None:
        """A condition over the view's columns as one over those of a table; None where it asks others too."""
        made = condition.copy()
        for column in list(made.find_all(exp.Column)):
            target = self.columns.get(column.name.lower())
            if not isinstance(target, exp.Column) or target.text("table") != owner:
                return None
            column.replace(exp.column(target.name, alias, quoted=True))
        return made


def _within(table: exp.Expression) -> Iterator[exp.Expression]:
    """What a derived table of a view is made of."""
    return iter(table.find_all(exp.Column)) if isinstance(table, exp.Subquery) else iter(())


def change_through(tree: exp.Update | exp.Delete, node: exp.Table, view: JoinView) -> None:
    """Puts the view's tables in its place."""
    alias = node.alias or node.name
    names = [
        item.this.name
        for item in tree.expressions
        if item.this.text("table") in ("", alias) and item.this.name.lower() in view.columns
    ]
    if names and not view.can_change(view.owner_of(names)):
        raise mysql_error("ER_NON_UPDATABLE_TABLE", alias, "UPDATE")
    for column in list(tree.find_all(exp.Column)):
        if column.name.lower() in view.columns and is_of(column, alias, view.database, view.context):
            column.replace(in_place_of(column, view.columns[column.name.lower()], tree))
    first, joins = view.tables[0], list(view.tree.args.get("joins") or ())
    own = list(node.args.get("joins") or ())
    placed = exp.Table(this=first.this.copy(), db=first.args.get("db"), alias=first.args.get("alias"))
    around = join_around(tree, node)
    using = tree.args.get("using") or None
    root = using[0] if using else tree.this
    if node is root:
        placed.set("joins", [*joins, *own])
        if using:
            tree.set("using", [placed, *using[1:]])
        else:
            tree.set("this", placed)
    elif around is not None and around is node.parent:
        placed.set("joins", joins)
        node.replace(exp.Subquery(this=placed))
    else:
        join = node.parent
        node.replace(placed)
        listed = list(root.args.get("joins") or ())
        at = listed.index(join) + 1 if join in listed else len(listed)
        condition = listed[at - 1].args.get("on")
        if condition is not None and joins:  # it may name columns of the tables that follow
            listed[at - 1].set("on", None)
            joins[-1].set("on", exp.and_(joins[-1].args.get("on") or exp.true(), condition.copy()))
        root.set("joins", [*listed[:at], *joins, *listed[at:]])
    condition = view.tree.args.get("where")
    if condition is not None:
        add_condition(tree, around, condition.this.copy())


def insert_through(tree: exp.Insert, view: JoinView) -> tuple[str, int]:
    """INSERT into the columns of one of the view's tables. Returns what that is called in the join, and its place."""
    schema = tree.this
    assert isinstance(schema, exp.Schema)
    names = [name.name for name in schema.expressions]
    insertable.refuse_other_count(tree, len(names), view.context)
    if not all(map(view.can_change, view.tables)):
        raise mysql_error("ER_NON_INSERTABLE_TABLE", view.alias, "INSERT")
    owner = view.owner_of(names)
    behind = [column_behind(view.columns[name.lower()]) for name in names]
    targets = [exp.to_identifier(column.name, quoted=True) for column in behind if column is not None]
    if (conflict := tree.args.get("conflict")) is not None:
        _read_names(tree, conflict, view, str(owner.alias))
    alias = exp.TableAlias(this=exp.to_identifier(view.alias, quoted=True))
    table = exp.Table(this=exp.to_identifier(owner.name, quoted=True), db=owner.args.get("db"), alias=alias)
    tree.set("this", exp.Schema(this=table, expressions=targets))
    return str(owner.alias), next(place for place, other in enumerate(view.tables) if other is owner)


def _read_names(tree: exp.Insert, conflict: exp.Expression, view: JoinView, owner: str) -> None:
    """The view's names behind ON DUPLICATE KEY UPDATE as those of the table that gets the row, which may ask no other:
    ER_VIEW_MULTIUPDATE (as a 9.7.4 answers, cluster views_joined_updated)."""
    rows = tree.expression
    for column in list(conflict.find_all(exp.Column)):
        shown = view.columns.get(column.name.lower())
        if shown is None or column.text("table") not in ("", view.alias) or column.find_ancestor(exp.Query):
            continue
        is_named = is_assigned(column, conflict) or column.text("table")
        if not is_named and has_column(rows, column.name, view.database, view.context):
            continue
        target = column_behind(shown)
        if target is None:
            raise mysql_error("ER_NONUPDATEABLE_COLUMN", column.name)
        if target.text("table") != owner:
            raise mysql_error("ER_VIEW_MULTIUPDATE", *view.named)
        column.replace(exp.column(target.name, view.alias, quoted=True))
    for call in conflict.find_all(exp.Anonymous):
        given = call.expressions[0] if call.expressions else None
        if str(call.this).upper() == "VALUES" and isinstance(given, exp.Identifier):
            target = column_behind(view.columns.get(given.name.lower()))
            if target is not None:
                given.replace(exp.to_identifier(target.name, quoted=True))
