"""sqlglot's trees of statements and expressions."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import ParseError, TokenError
from sqlglot.tokenizer_core import Token, TokenType

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.servers import NEWEST
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.syntax.json_table import JsonTable
from binwriter.sql.text import quoted_names, stack_use
from binwriter.sql.text.brackets import simplified
from binwriter.sql.text.dialect import PlainMySQL, TextEndsError
from binwriter.sql.text.words import syntax_error, tokenize

SHORTEST_OF_DEEP = 2000  # no text is shorter that a server's stack has no room for

# sqlglot warns on stderr before it falls back to exp.Command, which is refused here by name anyway.
logging.getLogger("sqlglot").setLevel(logging.ERROR)


_DIALECT = PlainMySQL()


def parse_tree(text: str) -> exp.Expression:
    """sqlglot's tree of a statement. ER_PARSE_ERROR, or UnsupportedError where sqlglot has no grammar for it."""
    try:
        tree: object = sqlglot.parse_one(text, read=_DIALECT)
    except (ParseError, MySQLError) as error:
        if isinstance(error, MySQLError) and error.symbol != "ER_PARSE_ERROR":
            raise
        tree = _with_quoted_names(text)
        if tree is None:
            raise _as_mysql(error, text) from None
    except TokenError:  # the text itself has been read as tokens before: it is that of a hint
        raise UnsupportedError("an optimizer hint that cannot be read", text[:80]) from None
    if isinstance(tree, exp.Command):
        raise UnsupportedError(str(tree.this), text)
    if not isinstance(tree, exp.Expression):
        raise syntax_error(text, 0)
    if text.count("(") >= MOST_NESTED_QUERIES:
        _refuse_deep_queries(tree)
    if len(text) >= SHORTEST_OF_DEEP:
        stack_use.check_stack(tree)
    if "json_table" in text.lower():
        _refuse_changed_json_table(tree)
    return simplified(tree, text)


def _with_quoted_names(text: str) -> object:
    """The tree of a text with keywords that are names there, though sqlglot takes them for words. None: it is no
    statement all the same."""
    tokens = _DIALECT.tokenize(text)
    if not quoted_names.quote_names(text, tokens):
        return None
    try:
        return _DIALECT.parser().parse(tokens, text)[0]
    except (ParseError, MySQLError):
        return None


def _as_mysql(error: ParseError | MySQLError, text: str) -> MySQLError:
    if isinstance(error, MySQLError):
        return error
    place = _behind_opening(text, _error_offset(text, error))
    return _of_argument(text, place) or syntax_error(text, place)


def _of_argument(text: str, place: int) -> MySQLError | None:
    """What is wrong with a text that the grammar takes: a name of an argument."""
    from binwriter.sql.wellformed.check import stops_at
    from binwriter.sql.wellformed.named_arguments import refused_name

    version = NEWEST.version_number
    return refused_name(text, place, version) if stops_at(text, version, parameters=True) is None else None


# Queries inside one another, the outermost included (captured: views_nested, limits/depths).
MOST_NESTED_QUERIES = 64


def _refuse_deep_queries(tree: exp.Expression) -> None:
    """ER_TOO_HIGH_LEVEL_OF_NESTING_FOR_SELECT, as the text is read: whatever is wrong inside is not looked at."""
    waiting: list[tuple[exp.Expression, int]] = [(tree, 0)]
    while waiting:
        node, level = waiting.pop()
        level += isinstance(node, exp.Select)
        if level > MOST_NESTED_QUERIES:
            raise mysql_error("ER_TOO_HIGH_LEVEL_OF_NESTING_FOR_SELECT")
        waiting += [(child, level) for child in node.iter_expressions()]


def _refuse_changed_json_table(tree: exp.Expression) -> None:
    """JSON_TABLE in the place of a table that the statement changes."""
    for node in tree.find_all(JsonTable):
        if isinstance(node.parent, (exp.Insert, exp.Update, exp.Delete, exp.Schema)):
            raise UnsupportedError("JSON_TABLE as the table that is changed")


BEFORE_EXPRESSION = "SELECT "


def parse_expression(text: str) -> exp.Expression:
    """The tree of one expression."""
    try:
        tree = parse_tree(BEFORE_EXPRESSION + text)
    except MySQLError as error:
        if error.place is None:
            raise
        raise syntax_error(text, max(error.place - len(BEFORE_EXPRESSION), 0)) from None
    expressions = tree.expressions
    if not isinstance(tree, exp.Select) or len(expressions) != 1:
        raise syntax_error(text, 0)
    if any(value for name, value in tree.args.items() if name != "expressions"):
        raise syntax_error(text, 0)
    expression: exp.Expression = expressions[0]
    refuse_title(expression, text, len(text))
    return expression


def refuse_title(expression: exp.Expression, text: str, end: int) -> None:
    """ER_PARSE_ERROR for a name behind an expression that is no item of a select list. end: of the two in the text."""
    if isinstance(expression, exp.Alias):
        *_, before, title = tokenize(text[:end]).tokens
        raise syntax_error(text, before.start if before.token_type is TokenType.ALIAS else title.start)


def parse_part(text: str, start: int, end: int) -> exp.Expression:
    """The tree of an expression that stands there in a statement's text, whose errors are those of the statement."""
    try:
        return parse_expression(text[start:end])
    except MySQLError as error:
        if error.place is None or error.symbol != "ER_PARSE_ERROR":
            raise
        raise syntax_error(text, start + error.place) from None


# Words that sqlglot takes for none without the one behind them; a server has read them where they may stand, and misses
# that one (captured: clusters/stray_tokens, tests/golden/words).
_OPENINGS = {"ORDER": "BY", "GROUP": "BY", "PARTITION": "BY", "EXISTS": "("}
_BEFORE_CONDITIONS = frozenset(
    {"SELECT", "WHERE", "BY", "ON", "AND", "OR", "NOT", "HAVING", "WHEN", "THEN", "ELSE", "CASE"}
)
_OPERANDS = frozenset({TokenType.VAR, TokenType.IDENTIFIER, TokenType.NUMBER, TokenType.STRING, TokenType.R_PAREN})


def _behind_opening(text: str, offset: int) -> int:
    if text[offset : offset + 1].upper() not in "OGPE" or not text[offset:]:
        return offset
    tokens = tokenize(text).tokens
    place = next((place for place, token in enumerate(tokens) if token.start == offset), 0)
    wanted = _OPENINGS.get(tokens[place].text.upper())
    if place == 0 or wanted is None or not _may_stand(tokens, place):
        return offset
    if place + 1 == len(tokens):
        return len(text)
    behind = tokens[place + 1]
    return offset if behind.text.upper() == wanted else int(behind.start)


def _may_stand(tokens: Sequence[Token], place: int) -> bool:
    word, before = tokens[place].text.upper(), tokens[place - 1]
    if word == "EXISTS":
        return before.text.upper() in _BEFORE_CONDITIONS
    if word == "PARTITION":
        return before.token_type is TokenType.L_PAREN and tokens[place - 2].text.upper() == "OVER"
    if word == "GROUP" and any(token.text.upper() in ("GROUP", "DELETE", "UPDATE") for token in tokens[:place]):
        return False
    return before.token_type in _OPERANDS


def _error_offset(text: str, error: ParseError) -> int:
    if isinstance(error, TextEndsError):
        return len(text)
    details = error.errors[0] if error.errors else {}
    line, column, highlight = details.get("line"), details.get("col"), details.get("highlight") or ""
    if line is None or column is None:
        return 0
    start = sum(len(part) + 1 for part in text.split("\n")[: line - 1])
    return max(0, int(start + column - len(highlight)))


def is_row(node: exp.Expr) -> bool:
    """Whether it is (a, b) or ROW(a, b)."""
    return isinstance(node, exp.Tuple) or (isinstance(node, exp.Anonymous) and node.name.upper() == "ROW")


def row_cells(line: exp.Expression) -> list[exp.Expression]:
    """The values of one row of VALUES ROW(..), ROW(..)."""
    if isinstance(line, exp.Tuple) and len(line.expressions) == 1 and isinstance(line.expressions[0], exp.Anonymous):
        line = line.expressions[0]
    return list(line.expressions)


def is_default_keyword(node: exp.Expression) -> bool:
    """Whether a value is the bare word DEFAULT."""
    if isinstance(node, exp.Var):
        return str(node.this).upper() == "DEFAULT"
    return isinstance(node, exp.Column) and not node.table and node.name.upper() == "DEFAULT" and not node.this.quoted


def without_parentheses(node: exp.Expression) -> exp.Expression:
    """(a) is a."""
    while isinstance(node, exp.Paren):
        node = node.this
    return node
