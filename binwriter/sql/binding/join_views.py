"""Changes through views of several tables.

Source: MySQL manual, "Updatable and Insertable Views"; errors as a 9.7.4 gives them
(tests/golden/scenarios/join_views.scn). An UPDATE becomes one of the joined tables; a DELETE is refused, an INSERT into
the columns of one table goes into that table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.text.tree_text import is_star

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext


LOCKED_TOO = "locked_too"  # in an INSERT's meta: the view's other tables, those before its own and those behind


class JoinView:
    """A view whose query joins tables, in the place of a statement where it stands under `alias`.

    tree: of its query. columns: what its columns stand for, each column with the name that its table has in the join.
    """

    def __init__(
        self, view: View, tree: exp.Expression, alias: str, database: Database, context: StatementContext
    ) -> None:
        self.view, self.database, self.context = view, database, context
        self.tree = tree.copy()
        from_ = self.tree.args["from_"].this
        self.tables = [from_, *(join.this for join in self.tree.args.get("joins") or ())]
        for place, join in enumerate(self.tree.args.get("joins") or (), 1):
            self._spell_out(join, place)
        self.names = {table.alias_or_name: f"{alias}.{table.alias_or_name}" for table in self.tables}
        for column in self.tree.find_all(exp.Column):
            table = column.text("table") or self._owner(column.name)
            column.set("table", exp.to_identifier(self.names.get(table, table), quoted=True))
            column.set("db", None)
        self.columns = self._columns()
        for table in self.tables:
            table.set("alias", exp.TableAlias(this=exp.to_identifier(self.names[table.alias_or_name], quoted=True)))

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

    @staticmethod
    def is_one(tree: exp.Expression) -> bool:
        """Whether the query joins tables and nothing else."""
        joins = tree.args.get("joins") or ()
        from_ = tree.args.get("from_")
        if not joins or from_ is None:
            return False
        using = [join for join in joins if join.args.get("using")]
        if using and any(is_star(item) for item in tree.expressions):
            return False
        if any(join.args.get("side") for join in using):
            return False
        if any(str(join.args.get("method") or "").upper() == "NATURAL" for join in joins):
            return False
        return all(isinstance(table, exp.Table) for table in (from_.this, *(join.this for join in joins)))

    @property
    def name(self) -> tuple[str, str]:
        return self.view.schema, self.view.name

    def _owner(self, column: str) -> str:
        for table in self.tables:
            definition = self.database.table_of(table, self.context).definition
            if column.lower() in definition.index_of:
                return str(table.alias_or_name)
        return ""

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
        definition = self.database.table_of(table, self.context).definition
        alias = self.names[table.alias_or_name]
        shown = (column.name for column in definition.columns if column.spec.visible)
        return [(name, exp.column(name, alias, quoted=True)) for name in shown]

    def owner_of(self, names: list[str]) -> exp.Expression:
        """The one table whose columns these are. MySQLError: unknown, no column of a table, of several tables."""
        owners = []
        for name in names:
            target = self.columns.get(name.lower())
            if target is None:
                raise mysql_error("ER_BAD_FIELD_ERROR", name, "field list")
            if not isinstance(target, exp.Column):
                raise mysql_error("ER_NONUPDATEABLE_COLUMN", name)
            owners.append(target.text("table"))
        if len(set(owners)) > 1:
            raise mysql_error("ER_VIEW_MULTIUPDATE", *self.name)
        owner: exp.Expression = next(table for table in self.tables if table.alias == owners[0])
        return owner

    def of_one_table(self, condition: exp.Expression, owner: str, alias: str) -> exp.Expression | None:
        """A condition over the view's columns as one over those of a table; None where it asks others too."""
        made = condition.copy()
        for column in list(made.find_all(exp.Column)):
            target = self.columns.get(column.name.lower())
            if not isinstance(target, exp.Column) or target.text("table") != owner:
                return None
            column.replace(exp.column(target.name, alias, quoted=True))
        return made


def update_through(tree: exp.Update, node: exp.Table, view: JoinView) -> None:
    """Puts the view's tables in its place."""
    alias = node.alias or node.name
    names = [
        item.this.name
        for item in tree.expressions
        if item.this.text("table") in ("", alias) and item.this.name.lower() in view.columns
    ]
    if names:
        view.owner_of(names)
    for column in list(tree.find_all(exp.Column)):
        if column.text("table") in ("", alias) and column.name.lower() in view.columns:
            column.replace(view.columns[column.name.lower()].copy())
    first, joins = view.tables[0], list(view.tree.args.get("joins") or ())
    own = list(node.args.get("joins") or ())
    placed = exp.Table(this=first.this.copy(), db=first.args.get("db"), alias=first.args.get("alias"))
    if node is tree.this:
        placed.set("joins", [*joins, *own])
        tree.set("this", placed)
    else:
        join = node.parent
        node.replace(placed)
        root = tree.this
        listed = list(root.args.get("joins") or ())
        at = listed.index(join) + 1 if join in listed else len(listed)
        condition = listed[at - 1].args.get("on")
        if condition is not None and joins:  # it may name columns of the tables that follow
            listed[at - 1].set("on", None)
            joins[-1].set("on", exp.and_(joins[-1].args.get("on") or exp.true(), condition.copy()))
        root.set("joins", [*listed[:at], *joins, *listed[at:]])
    _add_condition(tree, view)


def _add_condition(tree: exp.Expression, view: JoinView) -> None:
    condition = view.tree.args.get("where")
    if condition is not None:
        where = tree.args.get("where")
        both = condition.this.copy() if where is None else exp.and_(where.this.copy(), condition.this.copy())
        tree.set("where", exp.Where(this=both))


def insert_through(tree: exp.Insert, view: JoinView) -> str:
    """INSERT into the columns of one of the view's tables. Returns what that is called in the join."""
    schema = tree.this
    if not isinstance(schema, exp.Schema):
        raise mysql_error("ER_VIEW_NO_INSERT_FIELD_LIST", *view.name)
    names = [name.name for name in schema.expressions]
    owner = view.owner_of(names)
    targets = [exp.to_identifier(view.columns[name.lower()].name, quoted=True) for name in names]
    definition = view.database.table_of(owner, view.context).definition
    given = {target.name.lower() for target in targets}
    for column in definition.columns:
        needs = column.default_kind.value == "none" and not column.auto_increment and not column.generated
        if needs and column.name.lower() not in given:
            raise mysql_error("ER_NO_DEFAULT_FOR_VIEW_FIELD", *view.name)
    table = exp.Table(this=exp.to_identifier(owner.name, quoted=True), db=owner.args.get("db"))
    tree.set("this", exp.Schema(this=table, expressions=targets))
    own = next(place for place, other in enumerate(view.tables) if other is owner)
    parts = view.tables[:own], view.tables[own + 1 :]
    tree.meta[LOCKED_TOO] = [[view.database.table_of(node, view.context).definition for node in part] for part in parts]
    return str(owner.alias)
