"""What a stored program uses: tables with the way they are locked, other programs, and what is unsafe in it.

A server finds this out before a statement runs ("prelocking"): all tables that a statement may touch by way of
triggers and functions are opened with it, in the order that `Prelocking` keeps, and the statement is as unsafe as the
programs are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.profile import events_of, written_nodes
from binwriter.sql.binding.programs import Program
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.unsafe_reasons import parse_time_reasons
from binwriter.sql.syntax.load import LOAD
from binwriter.sql.syntax.programs import Call, Expression, ProgramKind, parts_of
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.known_trees import has
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.text.words import ParsedStatement
from binwriter.sql.types import native_function
from binwriter.statement.traits import CommandTrait
from binwriter.statement.unsafe_policy import UnsafePolicy
from binwriter.statement.values import UnsafeReason


@dataclass
class UsedTable:
    """A table in a program's body. events: for which its triggers may fire; count: instances used at once."""

    schema: str
    name: str
    alias: str
    write: bool
    events: frozenset[str] = frozenset()
    count: int = 1
    in_statement: int = 1

    @property
    def key(self) -> str:
        return f"{self.schema}\0{self.name}\0{self.alias}\0"


@dataclass
class ProgramUsage:
    """Tables sorted as the server sorts them, programs in the order of the text, and the unsafe reasons.

    temporary_ddl: it makes or drops temporary tables; makes_temporary: it makes some. made: the temporary tables
    that it makes before it uses them: they are not opened beforehand, others are (captured:
    temporary_beside_triggers_*).
    """

    tables: list[UsedTable] = field(default_factory=list)
    programs: list[tuple[ProgramKind, str, str]] = field(default_factory=list)
    unsafe: tuple[UnsafeReason, ...] = ()
    temporary_ddl: bool = False
    makes_temporary: bool = False
    made: set[tuple[str, str]] = field(default_factory=set)


def statements_of(body: Any) -> Iterator[ParsedStatement | Expression | Call]:
    """The statements and expressions of a body; those inside of them are not listed again."""
    if isinstance(body, (ParsedStatement, Expression, Call)):
        yield body
    elif isinstance(body, tuple):
        for statement in body:
            yield from statements_of(statement)
    elif hasattr(body, "__dataclass_fields__"):
        for name in body.__dataclass_fields__:
            if name not in ("text", "targets"):
                yield from statements_of(getattr(body, name))
    elif isinstance(body, exp.Expression):
        yield Expression("", body)


def functions_in(tree: exp.Expression, schema: str | None) -> Iterator[tuple[ProgramKind, str, str]]:
    """The stored functions that a tree calls, the arguments' before the call itself."""
    for assignment in tree.meta[LOAD].assignments if LOAD in tree.meta else ():
        yield from functions_in(assignment.value, schema)
    for node in _post_order(tree) if has(tree, exp.Anonymous) else ():
        name = node.name
        if isinstance(node.parent, exp.Dot) and node.arg_key == "expression":
            yield ProgramKind.FUNCTION, node.parent.this.name, name
        elif schema and name.upper() != "ROW" and native_function(name.upper()) is None:
            yield ProgramKind.FUNCTION, schema, name


def _post_order(tree: exp.Expression) -> Iterator[exp.Expression]:
    for child in tree.iter_expressions():
        if not isinstance(child, exp.Hint):
            yield from _post_order(child)
    if isinstance(tree, exp.Anonymous):
        yield tree


def usage_of(program: Program, policy: UnsafePolicy, database: Database) -> ProgramUsage:
    """What the program's own body uses, not what it calls. Kept with the program, unless tables' columns matter."""
    if program.usage:
        kept: ProgramUsage = program.usage[0]
        return kept
    usage = _find_usage(program, policy, database)
    statements = (part for part in parts_of(program.body) if isinstance(part, ParsedStatement))
    if not any(CommandTrait.JOINS_TABLES in statement.traits for statement in statements):
        program.usage.append(usage)
    return usage


def _find_usage(program: Program, policy: UnsafePolicy, database: Database) -> ProgramUsage:
    usage = ProgramUsage()
    unsafe: set[UnsafeReason] = set()
    tables: dict[str, UsedTable] = {}
    for part in statements_of(program.body):
        if isinstance(part, Call):
            usage.programs.append((ProgramKind.PROCEDURE, part.schema or program.schema, part.name))
            for argument in part.arguments:
                _add_tree(argument.node, None, program.schema, usage, tables, database)
            continue
        if isinstance(part, ParsedStatement):
            of_tables = CommandTrait.MAKES_TABLES in part.traits
            usage.temporary_ddl |= of_tables
            usage.makes_temporary |= of_tables
            if isinstance(part.node, CreateTableSyntax) and part.node.temporary:
                made = (part.node.schema or program.schema, part.node.name)
                if all((table.schema, table.name) != made for table in tables.values()):
                    usage.made.add(made)
                for tree in _read_by(part.node):
                    _add_tree(tree, None, program.schema, usage, tables, database)
                    unsafe.update(parse_time_reasons(part, tree, policy))
            if not isinstance(part.node, exp.Expression) or of_tables:
                continue
            _add_tree(part.node, part, program.schema, usage, tables, database)
            unsafe.update(parse_time_reasons(part, part.node, policy))
        else:
            _add_tree(part.node, None, program.schema, usage, tables, database)
            text = ParsedStatement(part.text or tree_text(part.node), "select", part.node)
            unsafe.update(parse_time_reasons(text, part.node, policy))
    if database.programs.keeps_in_hashes:
        from binwriter.sql.binding.hash_order import hash_order

        usage.tables = [tables[f"{key}\0"] for key in hash_order(key[:-1] for key in tables)]
    else:
        usage.tables = sorted(tables.values(), key=lambda table: table.key)
    usage.unsafe = tuple(unsafe)
    return usage


def _read_by(made: CreateTableSyntax) -> Iterator[exp.Expression]:
    """What CREATE TEMPORARY TABLE reads, of which the one that it makes is not opened."""
    if made.like is not None:
        schema, name = made.like
        yield exp.select("*").from_(exp.table_(name, schema))
    if isinstance(made.select, exp.Expression):
        yield made.select


def _add_tree(
    tree: exp.Expression,
    parsed: ParsedStatement | None,
    schema: str,
    usage: ProgramUsage,
    tables: dict[str, UsedTable],
    database: Database,
) -> None:
    usage.programs.extend(functions_in(tree, schema))
    nodes = table_nodes(tree)
    written: frozenset[int] = frozenset()
    events: frozenset[str] = frozenset()
    if parsed is not None and CommandTrait.CHANGES_ROWS in parsed.traits:
        # which of them it changes is not known before it runs (captured: programs_multi_and_flags_*)
        if parsed.command == "update_multi":
            written = frozenset(id(node) for node in nodes if node.find_ancestor(exp.Select, exp.SetOperation) is None)
        else:
            written = written_nodes(parsed, tree, _definitions(nodes, schema, database))
        events = events_of(parsed, tree)
    for table in tables.values():
        table.in_statement = 0
    for node in nodes:
        write = id(node) in written
        used = UsedTable(
            node.text("db") or schema, node.name, node.alias or node.name, write, events if write else frozenset()
        )
        known = tables.setdefault(used.key, used)
        if known is not used:
            known.write |= write
            known.events |= used.events
            known.in_statement += 1
            known.count = max(known.count, known.in_statement)


def _definitions(nodes: list[exp.Table], schema: str, database: Database) -> dict[int, Table]:
    definitions = {}
    for node in nodes:
        with suppress(MySQLError):
            definitions[id(node)] = database.table(node.text("db") or schema, node.name).definition
    return definitions
