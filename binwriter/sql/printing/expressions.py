"""An expression as a server prints it: brackets around every operator, names in backquotes, functions in small letters.

Source: what a 9.7.4 printed for a crossing of operators and functions (tests/golden/answers/expressions.json).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.identifiers import quoted
from binwriter.sql.printing.casts import LITERALS, cast_type
from binwriter.sql.printing.names import ALIASES, BINARY, NEGATED, OPERATORS_OF_FUNCTIONS, WORDS
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.types import function_of, is_condition


@dataclass(frozen=True)
class Printer:
    """column: how a column is written. charset: of string literals, which are given an introducer; None: they are not.

    charset_of: the character set of a column, None of one that has none. query: prints a subquery. merges: texts with
    introducers of their own are converted to charset, too. aliases: what functions are called, where not as written.
    """

    column: Callable[[exp.Column], str]
    charset: str | None = None
    charset_of: Callable[[exp.Column], str | None] = lambda column: None
    query: Callable[[exp.Expr], str] | None = None
    merges: bool = False
    aliases: Mapping[str, str] = field(default_factory=lambda: ALIASES)

    def print(self, node: exp.Expr) -> str:
        """The text. UnsupportedError for what is not known how to print."""
        node = node.unnest()
        for base in type(node).__mro__:
            printer = _PRINTERS.get(base)
            if printer is not None:
                return printer(self, node)
        return self._call(node)

    def condition(self, node: exp.Expr) -> str:
        """Where a truth is wanted: a value that is none is compared with 0."""
        node = node.unnest()
        if (isinstance(node, exp.Expression) and is_condition(node)) or isinstance(node, (exp.Exists, exp.Null)):
            return self.print(node)
        return f"(0 <> {self.print(node)})"

    def list(self, nodes: Iterable[exp.Expr], separator: str = ",") -> str:
        return separator.join(self.print(node) for node in nodes)

    def string(self, text: str, charset: str | None = None) -> str:
        """A literal; charset: that its introducer names."""
        escaped = "".join(_ESCAPES.get(character, character) for character in text)
        return f"{_introducer(self.charset if self.merges else charset or self.charset)}'{escaped}'"

    def _call(self, node: exp.Expr) -> str:
        function = function_of(node)
        if isinstance(node, exp.Anonymous) and str(node.this).upper() == "JSON_VALUE":
            return _json_value(self, node)
        arguments = _arguments(node)
        if function is None and not isinstance(node, (exp.Anonymous, exp.Func)):
            raise UnsupportedError(f"printing {node.key.upper()}", tree_text(node))
        if isinstance(node, exp.Anonymous):
            written = str(node.this)
        else:
            written = function.name if function is not None else node.sql_name()  # type: ignore[attr-defined]
        name = self.aliases.get(written.upper(), written.lower())
        special = OPERATORS_OF_FUNCTIONS.get(written.upper())
        printed = [self.within(arguments).print(argument) for argument in arguments]
        if special is not None:
            text = special(printed)
            if text is not None:
                return text
        if function is None and isinstance(node, exp.Anonymous):
            name = quoted(written)  # a stored function
        first = node.expressions[:1] if isinstance(node, exp.Anonymous) else [node.this]
        distinct = "distinct " if isinstance(next(iter(first), None), exp.Distinct) else ""
        return f"{name}({distinct}{','.join(printed)})"

    def within(self, arguments: Iterable[exp.Expr]) -> Printer:
        """For the arguments of a function: literals beside columns of another character set are converted to it."""
        if self.charset is None:
            return self
        sets = {self.charset_of(argument) for argument in arguments if isinstance(argument, exp.Column)} - {None}
        other = sets.pop() if len(sets) == 1 else None
        if other is None and self.charset.startswith("utf8") and len({*map(type, arguments)} & _TEXTS) > 1:
            return replace(self, merges=True)
        if other is None or other == self.charset:
            return self
        return replace(self, charset=other, merges=False)


_TEXTS = {exp.Literal, exp.Introducer}
_ESCAPES = {"'": "\\'", "\\": "\\\\", "\n": "\\n", "\0": "\\0", "\r": "\\r", "\x1a": "\\Z"}


def _introducer(charset: str | None) -> str:
    return f"_{charset}" if charset is not None else ""


def _arguments(node: exp.Expr) -> list[exp.Expr]:
    """In the order in which they were written."""
    arguments: list[exp.Expr] = []
    for value in [node.expressions] if isinstance(node, exp.Anonymous) else node.args.values():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, exp.Distinct):
                arguments += item.expressions
            elif isinstance(item, exp.Expr):
                arguments.append(item)
    return arguments


# --- operators --------------------------------------------------------------------------------------------------------


def _binary(printer: Printer, node: exp.Expr) -> str:
    left, right = node.this, node.expression
    if isinstance(left, exp.Interval) and not isinstance(right, exp.Interval):
        left, right = right, left
    if isinstance(left.unnest(), exp.Tuple) and isinstance(right.unnest(), exp.Tuple) and isinstance(node, exp.EQ):
        pairs = zip(left.unnest().expressions, right.unnest().expressions, strict=False)
        inner = printer.within([])
        return f"({' and '.join(f'({inner.print(a)} = {inner.print(b)})' for a, b in pairs)})"
    inner = printer.within([left, right])
    return f"({inner.print(left)} {BINARY[type(node)]} {inner.print(right)})"


def _flattened(node: exp.Expr) -> list[exp.Expr]:
    """a AND b AND c is one AND of three."""
    kind = type(node)
    parts: list[exp.Expr] = []
    for part in (node.this.unnest(), node.expression.unnest()):
        parts += _flattened(part) if type(part) is kind else [part]
    return parts


def _connector(printer: Printer, node: exp.Expr) -> str:
    word = WORDS[type(node)]
    parts = _flattened(node) if not isinstance(node, exp.Xor) else [node.this, node.expression]
    return f"({f' {word} '.join(printer.condition(part) for part in parts)})"


def _not(printer: Printer, node: exp.Expr) -> str:
    inner = node.this.unnest()
    if isinstance(inner, exp.Is):
        return _is(printer, inner, negated=True)
    if isinstance(inner, exp.In):
        return _in(printer, inner, negated=True)
    if isinstance(inner, exp.Between):
        return _between(printer, inner, negated=True)
    if type(inner) in NEGATED:
        return printer.print(NEGATED[type(inner)](this=inner.this.copy(), expression=inner.expression.copy()))
    if isinstance(inner, (exp.And, exp.Or)):
        kind = exp.Or if isinstance(inner, exp.And) else exp.And
        word = WORDS[kind]
        return f"({f' {word} '.join(_not(printer, exp.Not(this=part.copy())) for part in _flattened(inner))})"
    if isinstance(inner, exp.Not):
        return printer.condition(inner.this)
    if not is_condition(inner):
        return f"(0 = {printer.print(inner)})"
    return f"(not({printer.print(inner)}))"


def _is(printer: Printer, node: exp.Expr, *, negated: bool = False) -> str:
    word = "is not" if negated else "is"
    if isinstance(node.expression, exp.Null):
        return f"({printer.print(node.this)} {word} null)"
    return f"({printer.condition(node.this)} {word} {printer.print(node.expression)})"


def _in(printer: Printer, node: exp.Expr, *, negated: bool = False) -> str:
    word = "not in" if negated else "in"
    query = node.args.get("query")
    if query is not None:
        return f"({printer.print(node.this)} {word} ({_query(printer, query)}))"
    inner = printer.within([node.this, *node.expressions])
    if len(node.expressions) == 1 and not isinstance(node.this.unnest(), exp.Tuple):
        operator = "<>" if negated else "="
        return f"({inner.print(node.this)} {operator} {inner.print(node.expressions[0])})"
    return f"({inner.print(node.this)} {word} ({inner.list(node.expressions)}))"


def _between(printer: Printer, node: exp.Expr, *, negated: bool = False) -> str:
    word = "not between" if negated else "between"
    low, high = node.args["low"], node.args["high"]
    inner = printer.within([node.this, low, high])
    return f"({inner.print(node.this)} {word} {inner.print(low)} and {inner.print(high)})"


def _like(printer: Printer, node: exp.Expr, escape: str = "") -> str:
    inner = printer.within([node.this])
    text = f"({inner.print(node.this)} like {inner.print(node.expression)}{escape})"
    return f"(not({text}))" if node.args.get("negate") else text


def _escape(printer: Printer, node: exp.Expr) -> str:
    return _like(printer, node.this, f" escape {printer.print(node.expression)}")


def _regexp(printer: Printer, node: exp.Expr) -> str:
    return f"regexp_like({printer.print(node.this)},{printer.print(node.expression)})"


def _interval(printer: Printer, node: exp.Expr) -> str:
    if isinstance(node.this, exp.Tuple):
        return f"interval({printer.list(node.this.expressions)})"
    value = node.this
    number = isinstance(value, exp.Literal) and value.name.lstrip("-").replace(".", "", 1).isdigit()
    return f"interval {value.name if number else printer.print(value)} {node.args['unit'].name.lower()}"


# --- values -----------------------------------------------------------------------------------------------------------


def _literal(printer: Printer, node: exp.Expr) -> str:
    return printer.string(node.name) if node.is_string else node.name


def _introduced(printer: Printer, node: exp.Expr) -> str:
    if isinstance(node.expression, exp.Literal) and node.expression.is_string:
        return printer.string(node.expression.name, node.name.lstrip("_").lower())
    return f"{node.name.lower()}{printer.print(node.expression)}"


def _national(printer: Printer, node: exp.Expr) -> str:
    return printer.string(node.name, "utf8mb3" if printer.charset is not None else None)


def _hexadecimal(printer: Printer, node: exp.Expr) -> str:
    return f"0x{node.name.upper()}"


def _bits(printer: Printer, node: exp.Expr) -> str:
    digits = node.name
    return f"0x{int(digits or '0', 2):0{2 * max(1, (len(digits) + 7) // 8)}X}"


def _case(printer: Printer, node: exp.Expr) -> str:
    parts = ["case"]
    if node.this is not None:
        parts.append(printer.print(node.this))
    for branch in node.args.get("ifs") or ():
        parts.append(f"when {printer.print(branch.this)} then {printer.print(branch.args['true'])}")
    if node.args.get("default") is not None:
        parts.append(f"else {printer.print(node.args['default'])}")
    return f"({' '.join(parts)} end)"


def _if(printer: Printer, node: exp.Expr) -> str:
    parts = (node.this, node.args.get("true"), node.args.get("false"))
    return f"if({printer.list(part for part in parts if part is not None)})"


def _cast(printer: Printer, node: exp.Expr) -> str:
    to = node.args["to"]
    kind = to.this
    if isinstance(node.this, exp.Literal) and node.this.is_string and kind in LITERALS and not to.expressions:
        return f"{LITERALS[kind]}'{node.this.name}'"
    value = printer.print(node.this)
    if kind is exp.DType.CHARACTER_SET and not to.expressions:
        return f"convert({value} using {to.args['kind'].name.lower()})"
    return f"cast({value} as {cast_type(to)})"


def _json_value(printer: Printer, node: exp.Expr) -> str:
    to = node.meta.get("returning")
    returned = "char(512)" if to is None else cast_type(to)
    if node.meta.get("on_empty") is not None or node.meta.get("on_error") is not None:
        raise UnsupportedError("printing ON EMPTY and ON ERROR of JSON_VALUE")
    return f"json_value({printer.list(node.expressions, ', ')} returning {returned})"


# --- functions with a grammar of their own ----------------------------------------------------------------------------


def _trim(printer: Printer, node: exp.Expr) -> str:
    position = f"{node.args['position'].lower()} " if node.args.get("position") else ""
    removed = f"{printer.print(node.expression)} from " if node.args.get("expression") is not None else ""
    return f"trim({position}{removed}{printer.print(node.this)})"


def _substring(printer: Printer, node: exp.Expr) -> str:
    parts = (node.this, node.args.get("start"), node.args.get("length"))
    return f"substr({printer.list(part for part in parts if part is not None)})"


def _extract(printer: Printer, node: exp.Expr) -> str:
    return f"extract({node.this.name.lower()} from {printer.print(node.expression)})"


def _group_concat(printer: Printer, node: exp.Expr) -> str:
    inner, order = node.this, ""
    if isinstance(inner, exp.Order):
        order = " order by " + ",".join(
            f"{printer.print(ordered.this)}{' desc' if ordered.args.get('desc') else ''}"
            for ordered in inner.expressions
        )
        inner = inner.this
    distinct = isinstance(inner, exp.Distinct)
    parts = inner.expressions if distinct or isinstance(inner, exp.Tuple) else [inner]
    separator = node.args.get("separator")
    text = separator.name if separator is not None else ","
    return (
        f"group_concat({'distinct ' if distinct else ''}{printer.list(parts)}{order}"
        f" separator {Printer(printer.column).string(text)})"
    )


def _count(printer: Printer, node: exp.Expr) -> str:
    inner = node.this
    if inner is None or isinstance(inner, exp.Star):
        return "count(0)"
    if isinstance(inner, exp.Distinct):
        return f"count(distinct {printer.list(inner.expressions)})"
    return f"count({printer.print(inner)})"


def _query(printer: Printer, node: exp.Expr) -> str:
    if printer.query is None:
        raise UnsupportedError("printing a subquery", tree_text(node))
    return printer.query(node.this if isinstance(node, exp.Subquery) else node)


def _subquery(printer: Printer, node: exp.Expr) -> str:
    return f"({_query(printer, node)})"


_Print = Callable[[Printer, Any], str]
_PRINTERS: dict[type, _Print] = {
    **dict.fromkeys(BINARY, _binary),
    **dict.fromkeys(WORDS, _connector),
    exp.Column: lambda printer, node: printer.column(node) if function_of(node) is None else f"{node.name.lower()}()",
    exp.Not: _not,
    exp.Is: _is,
    exp.In: _in,
    exp.Between: _between,
    exp.Like: _like,
    exp.Escape: _escape,
    exp.RegexpLike: _regexp,
    exp.Neg: lambda printer, node: f"-({printer.print(node.this)})",
    exp.BitwiseNot: lambda printer, node: f"~({printer.print(node.this)})",
    exp.Tuple: lambda printer, node: f"({printer.list(node.expressions)})",
    exp.Interval: _interval,
    exp.Literal: _literal,
    exp.Introducer: _introduced,
    exp.National: _national,
    exp.HexString: _hexadecimal,
    exp.BitString: _bits,
    exp.Boolean: lambda printer, node: "true" if node.this else "false",
    exp.Null: lambda printer, node: "NULL",
    exp.Parameter: lambda printer, node: f"(@{node.this.name})",
    exp.Dot: lambda printer, node: f"{quoted(node.this.name)}.{printer.print(node.expression)}",
    exp.Case: _case,
    exp.If: _if,
    exp.Cast: _cast,
    exp.Collate: lambda printer, node: f"({printer.print(node.this)} collate {node.expression.name})",
    exp.Concat: lambda printer, node: printer.string("".join(one.name for one in node.expressions)),
    exp.Trim: _trim,
    exp.Substring: _substring,
    exp.StrPosition: lambda printer, node: f"locate({printer.print(node.args['substr'])},{printer.print(node.this)})",
    exp.Chr: lambda printer, node: f"char({printer.list(node.expressions)})",
    exp.Extract: _extract,
    exp.Soundex: lambda printer, node: f"soundex({printer.print(node.this)})",
    exp.JSONExtract: lambda printer, node: f"json_extract({printer.print(node.this)},{printer.print(node.expression)})",
    exp.JSONExtractScalar: lambda printer, node: (
        f"json_unquote(json_extract({printer.print(node.this)},{printer.print(node.expression)}))"
    ),
    exp.JSONArrayContains: lambda printer, node: (
        f"{printer.print(node.this)} member of ({printer.print(node.expression)})"
    ),
    exp.GroupConcat: _group_concat,
    exp.Count: _count,
    exp.Star: lambda printer, node: "0",
    exp.CurrentTimestamp: lambda printer, node: f"now({node.name if node.this is not None else ''})",
    exp.CurrentDate: lambda printer, node: "curdate()",
    exp.CurrentTime: lambda printer, node: f"curtime({node.name if node.this is not None else ''})",
    exp.CurrentUser: lambda printer, node: "current_user()",
    exp.Subquery: _subquery,
    exp.Select: _subquery,
    exp.SetOperation: _subquery,
    exp.Exists: lambda printer, node: f"exists({_query(printer, node.this)})",
    exp.Identifier: lambda printer, node: quoted(node.name),
    exp.Var: lambda printer, node: node.name,
}
