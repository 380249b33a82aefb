"""What a JSON duality view is made of: its objects, the tables that they show, and the rules that they keep.

Source: MySQL manual, "JSON Duality Views"; the order of the complaints: captured (clusters/duality_views).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.tables import Column, Table
from binwriter.errors import MySQLError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.text.duality_calls import TAGS, is_duality_object, tags_of
from binwriter.sql.types import is_aggregate

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext

ROOT_NAME = "Root Node"
_ID = "_id"
_WRONG = "ER_JDV_INVALID_DEFINITION_"
_PARTS = (
    ("WINDOW_FUNCTION", ("windows", "qualify")),
    ("ORDERBY", ("order",)),
    ("LIMIT", ("limit", "offset")),
)


@dataclass(frozen=True)
class DualityObject:
    """One object of a view. name: its key, `ROOT_NAME` of the root; kind: root, singleton or nested; alias: of its
    table. columns: (key, column). join: its own column and its parent's; children: those within it, in order."""

    name: str
    kind: str
    table: Table
    alias: str
    tags: frozenset[str]
    columns: tuple[tuple[str, str], ...]
    children: tuple[DualityObject, ...] = ()
    join: tuple[str, str] | None = None

    @property
    def allows(self) -> tuple[int, int, int, int]:
        """INSERT, UPDATE, DELETE, and whether none of them."""
        told = [int(tag in self.tags) for tag in TAGS]
        return told[0], told[1], told[2], int(not any(told))

    @property
    def primary(self) -> str:
        """The column of its table's primary key."""
        key = next(key for key in self.table.keys if key.primary)
        return self.table.columns[key.columns[0]].name

    def all(self) -> Iterator[DualityObject]:
        """This one and all within it, as they are numbered."""
        yield self
        for child in self.children:
            yield from child.all()


def duality_tree(
    tree: exp.Expression, database: Database, context: StatementContext, *, checks: bool = True
) -> DualityObject:
    """The root object of a view's query. MySQLError for what no duality view may be."""
    if checks:
        _check_syntax(tree, ROOT_NAME, None, database, context)
    root = _object(tree, ROOT_NAME, None, database, context)
    if checks:
        _check_rules(root)
    return root


# --- as it is written ------------------------------------------------------------------------------------------------


def _refused(rule: str, *values: object) -> MySQLError:
    return mysql_error(f"{_WRONG}{rule}", *values)


def _check_syntax(
    query: exp.Expr, name: str, parent: Table | None, database: Database, context: StatementContext
) -> None:
    query = query.unnest()
    if not isinstance(query, exp.Select):
        raise _refused("NON_SIMPLE_SELECT_NOT_SUPPORTED", name)
    if query.args.get("with_"):
        raise _refused("CTE_NOT_SUPPORTED", name)
    if query.args.get("group") or query.args.get("having"):
        raise _refused("GROUPBY_NOT_SUPPORTED", name)
    for rule, parts in _PARTS:
        if any(query.args.get(part) for part in parts) or (parts[0] == "windows" and _has_windows(query)):
            raise _refused(f"{rule}_NOT_SUPPORTED", name)
    table = _only_table(query, name, database, context)
    where = query.args.get("where")
    if parent is None and where is not None:
        raise _refused("WHERE_CONDITION_IN_ROOTOBJECT")
    if parent is not None and where is None:
        raise _refused("NO_WHERE_CONDITION_IN_SUBOBJECT", name)
    if where is not None:
        condition = where.this.unnest()
        sides = (condition.this, condition.expression) if isinstance(condition, exp.EQ) else ()
        if not sides or not all(isinstance(side.unnest(), exp.Column) for side in sides):
            raise _refused("WRONG_WHERE_FORMAT_FOR_SUBOBJECT", name)
    for item in query.expressions:
        call = _call_of(item.unalias().unnest(), name, is_root=parent is None)
        _check_values(call, query, table, parent, name, database, context)


def _has_windows(query: exp.Select) -> bool:
    return any(item.find(exp.Window) is not None for item in query.expressions)


def _only_table(query: exp.Select, name: str, database: Database, context: StatementContext) -> Table:
    source = query.args.get("from_")
    nodes = [] if source is None else [source.this, *(join.this for join in query.args.get("joins") or ())]
    tables = []
    for node in nodes:
        if not isinstance(node, exp.Table):
            raise _refused("NON_BASE_TABLE_NOT_SUPPORTED", "", node.alias_or_name)
        schema = node.text("db") or context.database or ""
        if database.catalog.view(schema, node.name) is not None:
            raise _refused("NON_BASE_TABLE_NOT_SUPPORTED", schema, node.name)
        tables.append(database.table(schema, node.name).definition)
    if len(tables) != 1:
        raise _refused("MULTI_TABLES_NOT_SUPPORTED", name)
    return tables[0]


def _call_of(item: exp.Expression, name: str, *, is_root: bool) -> exp.Anonymous:
    if isinstance(item, exp.Anonymous) and is_duality_object(item):
        return item
    if is_root:
        raise _refused("NO_JSON_OBJECT_IN_ROOT")
    if not isinstance(item, exp.Anonymous) or str(item.this).upper() != "JSON_ARRAYAGG":
        is_function = isinstance(item, exp.Func | exp.Binary) and not is_aggregate(item)
        raise _refused(f"MUSTBE_JSON_OBJECT_FOR_{'SINGLETON' if is_function else 'NESTED'}", name)
    inner = item.expressions[0].unnest() if item.expressions else None
    if not isinstance(inner, exp.Anonymous) or not is_duality_object(inner):
        raise _refused("NO_JSON_OBJ_IN_ARRAYAGG", name)
    return inner


def _pairs(call: exp.Anonymous) -> Iterator[tuple[str, exp.Expression]]:
    parts = call.expressions
    for place in range(0, len(parts), 2):
        yield parts[place].name, parts[place + 1]


def _check_values(
    call: exp.Anonymous,
    query: exp.Select,
    table: Table,
    parent: Table | None,
    name: str,
    database: Database,
    context: StatementContext,
) -> None:
    for key, value in _pairs(call):
        if isinstance(value, exp.Subquery):
            _check_syntax(value, key, table, database, context)
        elif isinstance(value, exp.Exists):
            raise _refused("NON_SIMPLE_SELECT_NOT_SUPPORTED", key)
        elif not isinstance(value, exp.Column):
            raise _refused("WRONG_FIELD_TYPE", key)
        else:
            alias = query.args["from_"].this.alias_or_name
            if not _is_of(value, table, alias):
                other = parent if parent is not None else table
                places = (table.schema, table.name, other.schema, other.name)
                raise _refused("INCONSISTENT_TABLE_FIELD_IN_THE_OBJECT", name, *places)


def _is_of(column: exp.Column, table: Table, alias: str) -> bool:
    if column.table:
        return column.table.lower() == alias.lower()
    return column.name.lower() in table.index_of


# --- as it is meant --------------------------------------------------------------------------------------------------


def _object(
    query: exp.Expr, name: str, parent: DualityObject | None, database: Database, context: StatementContext
) -> DualityObject:
    query = query.unnest()
    assert isinstance(query, exp.Select)
    node = query.args["from_"].this
    table = database.table(node.text("db") or context.database or "", node.name).definition
    item = query.expressions[0].unalias().unnest()
    kind = "root" if parent is None else "singleton" if is_duality_object(item) else "nested"
    call = item if is_duality_object(item) else item.expressions[0].unnest()
    columns: dict[str, str] = {}
    seen: set[str] = set()
    within = []
    for key, value in _pairs(call):
        if isinstance(value, exp.Subquery):
            within.append((key, value))
            continue
        if key in columns:
            raise _refused("DUPLICATE_KEYS_NOT_SUPPORTED", name, key)
        if value.name.lower() in seen:
            raise _refused("DUPLICATE_COLUMN_NOT_SUPPORTED", name, f"{table.schema}.{table.name}", value.name)
        seen.add(value.name.lower())
        columns[key] = table.columns[table.index_of[value.name.lower()]].name
    made = DualityObject(name, kind, table, node.alias_or_name, tags_of(call), tuple(columns.items()))
    where = query.args.get("where")
    if where is not None and parent is not None:
        made = replace(made, join=_join(where.this.unnest(), made, parent))
    return replace(made, children=tuple(_object(inner, key, made, database, context) for key, inner in within))


def _join(condition: exp.Expression, own: DualityObject, parent: DualityObject) -> tuple[str, str]:
    sides = [condition.this.unnest(), condition.expression.unnest()]
    if not _is_of(sides[0], own.table, own.alias):
        sides.reverse()
    if not _is_of(sides[0], own.table, own.alias) or not _is_of(sides[1], parent.table, parent.alias):
        raise _refused("WHERE_USES_NON_IMMEDIATE_PARENT", own.name)
    tables = (own.table, parent.table)
    one, other = (
        table.columns[table.index_of[side.name.lower()]].name for side, table in zip(sides, tables, strict=True)
    )
    return one, other


def _check_rules(root: DualityObject) -> None:
    """The last of an object's children is looked at first."""
    shown: dict[tuple[str, str], frozenset[str]] = {}
    left: list[tuple[DualityObject, DualityObject | None]] = [(root, None)]
    while left:
        made, parent = left.pop()
        _check_object(made, parent)
        place, columns = (made.table.schema, made.table.name), frozenset(column for _, column in made.columns)
        if shown.setdefault(place, columns) != columns:
            raise _refused("SAME_TABLE_INCONSISTENT_PROJECTION", *place)
        left += [(child, made) for child in made.children]


def _check_object(made: DualityObject, parent: DualityObject | None) -> None:
    table, place = made.table, (made.table.schema, made.table.name)
    is_same = parent is not None and place == (parent.table.schema, parent.table.name)
    if parent is not None and is_same and made.alias == parent.alias == table.name:
        raise _refused("ALIAS_NOT_USED_FOR_SAME_TABLES", made.name, parent.name)
    key = next((key for key in table.keys if key.primary), None)
    if key is None:
        raise _refused("TABLE_WITHOUT_PK_FOUND", *place)
    if len(key.columns) != 1:
        raise _refused("COMPOSITE_KEY_USED", made.name, ".".join(place))
    keys = {column: name for name, column in made.columns}
    if made.primary not in keys:
        raise _refused("TABLE_WITHOUT_PK_PROJECTION_FOUND", made.name, *place)
    for column in keys:
        definition = table.columns[table.index_of[column.lower()]]
        type_ = _refused_type(definition)
        if type_:
            raise _refused("COLUMN_TYPE_NOT_SUPPORTED", made.name, *place, column, type_)
    if parent is None and keys[made.primary] != _ID:
        raise _refused("ID_KEY_NOT_USED_BY_ROOT_TABLE")
    if parent is not None:
        if _ID in dict(made.columns):
            raise _refused("ID_KEY_USED_BY_NOT_ROOT_TABLE", made.primary, *place)
        assert made.join is not None
        own, other = made.join
        if own != made.primary if made.kind == "singleton" else other != parent.primary:
            raise _refused("RELATIONSHIP_RULES_VIOLATED", made.name)
    if made.kind == "singleton" and "DELETE" in made.tags:
        raise mysql_error("ER_JDV_INVALID_TABLE_ANNOTATIONS_FOR_SINGLETON_OBJ", made.name)


def _refused_type(column: Column) -> str:
    return "GENERATED" if column.generated else _REFUSED_TYPES.get(column.spec.type, "")


_REFUSED_TYPES = {ColumnType.JSON: "JSON", ColumnType.GEOMETRY: "GEOMETRY"}
