"""PREPARE: a statement is read, checked and described without being run; warnings and errors come in this order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot.tokenizer_core import Token, TokenType

from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.collations import SPACES
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.client_text import as_received
from binwriter.server.execute.prepare import checks, cursors, known_texts, lists
from binwriter.server.execute.prepare import rights as prepare_rights
from binwriter.server.execute.prepare import types as parameter_types
from binwriter.server.execute.prepare.kept import Preparation, Prepared
from binwriter.server.execute.prepare.places import (
    Places,
    counts_rows,
    parsed_with_parameters,
    refuse_misplaced,
    tokens_of,
)
from binwriter.server.execute.reader import warn_of_raw
from binwriter.server.execution import Execution
from binwriter.server.guards import reopened
from binwriter.server.guards.read_only import check_targets
from binwriter.sql.binding import prepare_checks
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.parser_checks import refuse_as_parsed
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.literals import warn_of_lengths
from binwriter.sql.grammar import unplaced
from binwriter.sql.grammar.by_version import check_grammar
from binwriter.sql.grammar.deprecated_expressions import refuse_variables, warn_of_expressions, warn_of_values
from binwriter.sql.grammar.deprecated_types import defined_columns
from binwriter.sql.grammar.deprecated_words import warn_of_trimmed, warn_of_words
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.programs import Call, Prepare, SelectInto
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.columns import ResultColumn
from binwriter.statement.traits import CommandTrait

if TYPE_CHECKING:
    from binwriter.server.execute.prepare.types import ParameterTypes

_AGAIN = frozenset({"select", "insert", "update", "delete", "replace"})
_MOST_PARAMETERS = 0xFFFF  # the protocol counts them in two bytes


def prepare(runner: Execution, node: Prepare, context: StatementContext) -> Preparation:
    """Reads the statement that PREPARE names; of long lists of rows two are looked at."""
    source = _source(node, context).strip(SPACES).rstrip(SPACES + ";")
    text = runner.spelling.as_read(source)
    runner.session.server.definitions.refer(text)
    known = known_texts.of(runner, context)
    preparation = None if known is None else known.get(source)
    if preparation is None:
        preparation = _prepared(runner, context, text, source)
        if known is not None and _is_the_same_again(preparation, context):
            known_texts.keep(known, source, preparation)
    return preparation


def _is_the_same_again(preparation: Preparation, context: StatementContext) -> bool:
    """Whether nothing but its text, the definitions and the settings say what was found."""
    kept = preparation.statement
    told = preparation.diagnostics or context.diagnostics
    return kept is not None and preparation.parsed.command in _AGAIN and not told and "@" not in kept.text


def _prepared(runner: Execution, context: StatementContext, text: str, source: str) -> Preparation:
    if (rows := lists.parameter_rows(text)) is not None:
        try:
            return _prepare(runner, context, text, source, rows)
        except MySQLError:  # which the whole text has, too, with what it shows of it
            context.diagnostics.clear()
    return _prepare(runner, context, text, source)


def _source(node: Prepare, context: StatementContext) -> str:
    if not node.is_variable:  # a literal was converted to utf8mb3, but what a client prepares was not
        if node.name.startswith("\0"):
            return node.source
        # and is read as if the client had sent it so (captured: clusters/texts_sent_in_latin1)
        return as_received(in_charset(node.source), context.variables)
    variable = context.session.user_variables.get(node.source.lower())
    value = variable.value if variable is not None else None
    known = "NULL" if value is None else str(value)
    return value.decode(errors="surrogateescape") if isinstance(value, bytes) else known


def _prepare(
    runner: Execution, context: StatementContext, whole: str, source: str, rows: lists.ParameterRows | None = None
) -> Preparation:
    """rows: those of the whole text of which two are looked at."""
    text = whole if rows is None else rows.text
    tokens = _tokens(runner, context, text, source)
    places = tuple((token.start, token.end + 1) for token in tokens if token.token_type is TokenType.PLACEHOLDER)
    all_places = places if rows is None else rows.places(places)
    if len(all_places) > _MOST_PARAMETERS:
        raise mysql_error("ER_PS_MANY_PARAM")
    refuse_misplaced(text, tokens)
    parsed = parsed_with_parameters(text, places, runner.session.server.profile.version_number)
    _check_text(runner, context, text, places, parsed)
    looked_at, resolved = _check_objects(runner, context, text, places, parsed)
    diagnostics = tuple(context.diagnostics)
    types = _types(runner, context, text, places, looked_at)
    columns = _columns(runner, context, text, places, parsed, types)
    if not prepare_rights.is_kept(parsed, context):
        return Preparation(parsed, None, diagnostics)
    if rows is not None and types is not None:
        types = rows.types(types)
    sent = source if len(source) == len(whole) else whole
    cursor, schema = cursors.cursor_use(parsed), runner.session.database
    kept = Prepared(whole, all_places, columns, schema, types, cursor, resolved, sent)
    return Preparation(parsed, kept, diagnostics)


def _tokens(runner: Execution, context: StatementContext, text: str, source: str) -> tuple[Token, ...]:
    """Of a text that the grammar takes."""
    if not context.database:
        unplaced.refuse_unplaced(text)
    version = runner.session.server.profile.version_number
    check_grammar(text, version)
    tokens = tokens_of(text, source, version)
    if all(token.token_type is TokenType.SEMICOLON for token in tokens):
        raise mysql_error("ER_EMPTY_QUERY")
    return tokens


def _check_text(
    runner: Execution, context: StatementContext, text: str, places: Places, parsed: ParsedStatement
) -> None:
    """What its words are warned of and refused for, before any table is looked at."""
    warn_of_raw(text, parsed, context)
    warn_of_words(text, context, defined_columns(parsed.node))
    warn_of_trimmed(parsed.node, context)
    if places and isinstance(parsed.node, CreateViewSyntax):
        raise mysql_error("ER_VIEW_SELECT_VARIABLE")
    unprepared = parsed.command in context.variables.behaviour.unprepared
    if unprepared or CommandTrait.NOT_PREPARED in parsed.traits or checks.counts_conditions(parsed.node):
        raise mysql_error("ER_UNSUPPORTED_PS")
    prepare_rights.check(runner, parsed, context)
    if isinstance(parsed.node, Call):
        checks.check_call(runner, parsed.node)
    if isinstance(parsed.node, AdminSyntax):
        checks.check_administration(runner, text, places, parsed, context)
    refuse_variables(text, parsed.node, context)


def _check_objects(
    runner: Execution, context: StatementContext, text: str, places: Places, parsed: ParsedStatement
) -> tuple[parameter_types.LookedAt, frozenset[str]]:
    """What its tables and columns are refused for, and what values are warned of. Answers the statement as it was
    looked at, and the constant conditions of which it was warned."""
    statement = BoundStatement(parsed, context)
    refuse_as_parsed(statement)
    reopened.check_reopened(runner, statement)
    check_targets(runner, statement, prepares=True)
    profile = runner.front_end.profile(parsed, context)
    looked_at = parameter_types.looked_at(text, places) if places else parameter_types.LookedAt(parsed, False)
    database = runner.front_end.database_of(context)
    resolved = prepare_checks.check_prepared(looked_at.parsed, database, context, has_parameters=bool(places))
    prepare_rights.check_columns(runner, parsed, context)
    checks.check_changes(runner, parsed, profile, context)
    for tree in prepare_checks.trees_of(parsed.node):
        warn_of_expressions(tree, context)
        warn_of_values(tree, context)
        warn_of_lengths(tree, context)
    if isinstance(parsed.node, SelectInto) and parsed.node.is_deprecated:
        context.warn("ER_WARN_DEPRECATED_INNER_INTO")
    return looked_at, resolved


def _types(
    runner: Execution, context: StatementContext, text: str, places: Places, looked_at: parameter_types.LookedAt
) -> ParameterTypes | None:
    """Of its parameters. Servers before 8.0.22 know none."""
    if not places or not context.variables.behaviour.types_parameters:
        return None
    counts = [number for number, (start, _) in enumerate(places) if counts_rows(text, start)]
    return parameter_types.types_of(runner, looked_at, places, counts, context)


def _columns(
    runner: Execution,
    context: StatementContext,
    text: str,
    places: Places,
    parsed: ParsedStatement,
    types: ParameterTypes | None,
) -> tuple[ResultColumn, ...]:
    """Of its result, as clients are told of them."""
    if parsed.command == "select":
        kinds = types.kinds if types is not None else ()
        return parameter_types.columns_of(runner, text, places, kinds, context)
    if parsed.command.startswith("show") and isinstance(parsed.node, AdminSyntax):
        from binwriter.server.show.described import describe  # late: SHOW is seldom prepared

        return describe(runner, parsed.node, context)
    return ()
