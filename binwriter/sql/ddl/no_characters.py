"""Definitions of clients whose texts nobody converts, and in which something is no character of utf8mb3.

The dictionary keeps comments and bodies in utf8mb3. From a client of utf8mb4, or of any other character set, a server
converts them, with ? for what it lacks; of one of utf8mb3 (and, of comments, of binary) it takes the bytes as they are,
and refuses what is none. Source: captured (clusters/definitions_beyond_utf8mb3).
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import bytes_of, printable
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.alter_table import AddColumn, AddKey, AlterTableSyntax, ChangeColumn
from binwriter.sql.syntax.program_definitions import AlterProgram, CreateProgram
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.syntax.table import CreateTableSyntax

_NO_CHARACTER = pattern("[\U00010000-\U0010ffff\udc80-\udcff]")
_SHOWN = 3  # bytes
_OF_THREE_BYTES = frozenset({"utf8mb3", "utf8"})
_UNCONVERTED = _OF_THREE_BYTES | {"binary"}  # sets of clients whose comments are taken as they are
_CHARSET = "utf8mb3"


def refuse_comments_of_table(
    syntax: CreateTableSyntax | AlterTableSyntax, schema: str, context: StatementContext
) -> None:
    """ER_COMMENT_CONTAINS_INVALID_STRING for that of a table, of its columns, keys or partitions."""
    if _is_in_order(context, _UNCONVERTED):
        return
    for kind, name, comment in _comments(syntax):
        refuse_comment(kind, f"{schema}.{syntax.name}{name}", comment, context)


def refuse_comment(kind: str, name: str, comment: str | None, context: StatementContext) -> None:
    """ER_COMMENT_CONTAINS_INVALID_STRING. kind: as the message calls it."""
    if comment and not _is_in_order(context, _UNCONVERTED) and (wrong := _wrong(comment)):
        raise mysql_error("ER_COMMENT_CONTAINS_INVALID_STRING", kind, name, _CHARSET, wrong)


def refuse_program(node: CreateProgram | AlterProgram, schema: str, context: StatementContext) -> None:
    """ER_DEFINITION_CONTAINS_INVALID_STRING, or ER_UPDATING_DD_TABLE, for a body; then ER_COMMENT_... for a comment."""
    name = f"{schema}.{node.name}"
    if node.schedule is not None:
        refuse_comment("event", name, node.schedule.comment, context)
    if not _is_in_order(context, _OF_THREE_BYTES) and (wrong := _wrong(node.body_text)):
        if node.kind in _DICTIONARIES:
            raise mysql_error("ER_UPDATING_DD_TABLE", _DICTIONARIES[node.kind])
        raise mysql_error("ER_DEFINITION_CONTAINS_INVALID_STRING", "stored routine", schema, node.name, _CHARSET, wrong)
    altered = isinstance(node, AlterProgram)
    refuse_comment(node.kind.value if altered else "stored routine", name, node.characteristics.comment, context)


def refuse_view(view: View, context: StatementContext) -> None:
    """ER_DEFINITION_CONTAINS_INVALID_STRING for a string that is printed as it came."""
    if _is_in_order(context, _OF_THREE_BYTES) or _wrong(view.query) is None:
        return
    for node in view_tree(view).find_all(exp.Literal, exp.National):
        if node.find_ancestor(exp.Introducer) is None and (wrong := _wrong(str(node.this))):
            raise mysql_error("ER_DEFINITION_CONTAINS_INVALID_STRING", "view", view.schema, view.name, _CHARSET, wrong)


def is_wrong_title(title: str, context: StatementContext) -> bool:
    """Whether a column cannot be called so, by the text of the expression that it is made from."""
    return not _is_in_order(context, _UNCONVERTED) and _wrong(title) is not None


def is_unfit_default(value: str, spec: ColumnSpec, context: StatementContext) -> bool:
    """Whether a literal does not go from utf8mb3 to the column's character set."""
    if spec.type not in (ColumnType.VARCHAR, ColumnType.STRING) or spec.collation == BINARY_COLLATION_ID:
        return False
    return not _is_in_order(context, _OF_THREE_BYTES) and _wrong(value) is not None


_DICTIONARIES = {ProgramKind.TRIGGER: "triggers", ProgramKind.EVENT: "events"}


def _is_in_order(context: StatementContext, charsets: frozenset[str]) -> bool:
    """Whether a server asks for nothing: the client's set is none of these, or it is older than these errors."""
    variables = context.variables
    asks = variables.behaviour.refuses_no_characters
    return not asks or variables.settings.character_set_client not in charsets


def _wrong(text: str) -> str | None:
    """The first bytes that are no character, as messages show them."""
    if text.isascii() or (found := _NO_CHARACTER.search(text)) is None:
        return None
    return printable(bytes_of(text[found.start() :])[:_SHOWN], whole=True)


def _comments(syntax: CreateTableSyntax | AlterTableSyntax) -> Iterator[tuple[str, str, str]]:
    """What they are of, its name behind that of the table, and they, in the order in which they are looked at."""
    yield "table", "", syntax.options.comment
    if isinstance(syntax, CreateTableSyntax):
        columns, keys = syntax.columns, syntax.keys
    else:
        columns = [action.column for action in syntax.actions if isinstance(action, (AddColumn, ChangeColumn))]
        keys = [action.key for action in syntax.actions if isinstance(action, AddKey)]
    for column in columns:
        yield "field", f".{column.name}", column.comment
    for key in keys:
        yield "index", f".{key.name}", key.comment
    for definition in () if syntax.partition_by is None else syntax.partition_by.definitions:
        yield "partition", f".{definition.name}", definition.comment
