"""An expression as a server prints it: brackets around every operator, names in backquotes, functions in small letters.

Source: what a 9.7.4 printed for a crossing of operators and functions (tests/golden/answers/expressions.json).
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.collations import default_collation
from binwriter.mysql.identifiers import quoted
from binwriter.sql.printing.calls import NODES
from binwriter.sql.printing.casts import LITERALS, cast_type
from binwriter.sql.printing.names import BINARY, NEGATED, WORDS
from binwriter.sql.printing.printer import PRINTERS, Print, Printer
from binwriter.sql.text.brackets import is_cut
from binwriter.sql.text.meta_keys import TYPED_LITERAL
from binwriter.sql.text.tree_text import is_star, tree_text
from binwriter.sql.text.trees import is_row
from binwriter.sql.types import function_of, is_condition

__all__ = ["Printer"]

# --- operators --------------------------------------------------------------------------------------------------------


def _binary(printer: Printer, node: exp.Expr) -> str:
    left, right = node.this, node.expression
    if isinstance(left, exp.Interval) and not isinstance(right, exp.Interval):
        left, right = right, left
    if type(node) in _BY_PARTS and (rows := (_row_of(left), _row_of(right))) and all(rows):
        pairs = zip(*rows, strict=False)
        parts = (_binary(printer, type(node)(this=a.copy(), expression=b.copy())) for a, b in pairs)
        return f"({f' {_BY_PARTS[type(node)]} '.join(parts)})"
    inner = printer.within([left, right])
    if isinstance(right, exp.Any) and isinstance(node, exp.EQ):
        return f"{inner.print(left)} in {_subquery(printer, right.this)}"
    if isinstance(right, (exp.Any, exp.All)):
        return f"{inner.print(left)} {BINARY[type(node)]} {inner.print(right)}"
    return f"({inner.print(left)} {BINARY[type(node)]} {inner.print(right)})"


def _row_of(node: exp.Expr) -> list[exp.Expr]:
    """The parts of (a, b) and ROW(a, b)."""
    node = node.unnest()
    return list(node.expressions) if is_row(node) else []


_BY_PARTS: dict[type, str] = {exp.EQ: "and", exp.NullSafeEQ: "and", exp.NEQ: "or"}  # of two rows


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
    if isinstance(inner, exp.Exists):
        return f"(not {printer.print(inner)})"
    if not is_condition(inner) and not isinstance(inner, exp.MatchAgainst):
        return f"(0 = {printer.print(inner)})"
    return f"(not({printer.print(inner)}))"


def _is(printer: Printer, node: exp.Expr, *, negated: bool = False) -> str:
    inner = node.this.unnest()
    while isinstance(inner, exp.Not) and isinstance(inner.this.unnest(), exp.Not):
        inner = inner.this.unnest().this.unnest()
    if isinstance(node.expression, exp.Boolean) and (test := _truth_test(inner)) is not None:
        # a test of a test is one of the two (captured: clusters/truths_of_truths)
        turned = bool(node.expression.this) is negated
        return _is(printer, test, negated=isinstance(inner, exp.Not) is not turned)
    word = "is not" if negated else "is"
    if isinstance(node.expression, exp.Null):
        return f"({printer.print(node.this)} {word} null)"
    return f"({printer.condition(node.this)} {word} {printer.print(node.expression)})"


def _truth_test(node: exp.Expr) -> exp.Is | None:
    """The x IS TRUE or IS FALSE of it, or of what it negates; None of anything else."""
    node = node.this.unnest() if isinstance(node, exp.Not) else node
    return node if isinstance(node, exp.Is) and isinstance(node.expression, exp.Boolean) else None


def _in(printer: Printer, node: exp.Expr, *, negated: bool = False) -> str:
    word = "not in" if negated else "in"
    query = node.args.get("query")
    if query is not None:
        return f"{printer.print(node.this)} in ({_query(printer, query)}){' is false' if negated else ''}"
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
    inner = printer.within([node.this, node.expression])
    text = f"({inner.print(node.this)} like {inner.print(node.expression)}{escape})"
    return f"(not({text}))" if node.args.get("negate") else text


def _escape(printer: Printer, node: exp.Expr) -> str:
    escape = printer.within((node.this.this, node.this.expression)).print(node.expression)
    return _like(printer, node.this, f" escape {escape}")


def _regexp(printer: Printer, node: exp.Expr) -> str:
    return f"regexp_like({printer.within((node.this, node.expression)).list((node.this, node.expression))})"


def _position(printer: Printer, node: exp.Expr) -> str:
    within = printer.within([node.this]) if isinstance(node.this, exp.Column) else printer
    return f"locate({within.print(node.args['substr'])},{printer.print(node.this)})"


def _interval(printer: Printer, node: exp.Expr) -> str:
    if isinstance(node.this, exp.Tuple):
        return f"interval({printer.list(node.this.expressions)})"
    return f"interval {printer.print(node.this)} {node.args['unit'].name.lower()}"


# --- values -----------------------------------------------------------------------------------------------------------


def _literal(printer: Printer, node: exp.Expr) -> str:
    if node.is_string:
        return printer.string(node.name)
    return f"0{node.name}" if node.name.startswith(".") else node.name


def _introduced(printer: Printer, node: exp.Expr) -> str:
    if isinstance(node.expression, exp.Literal) and node.expression.is_string:
        return printer.string(node.expression.name, node.name.lstrip("_").lower())
    data = bytes.fromhex(printer.print(node.expression)[2:])
    charset = node.name.lstrip("_").lower()
    if printer.introduces or charset == "binary":  # bytes are printed as they are
        return printer.string(data.decode("utf-8", "surrogateescape"), charset)
    return printer.string(default_collation(charset).decode(data))


def _national(printer: Printer, node: exp.Expr) -> str:
    return printer.string(node.name, "utf8mb3" if printer.charset is not None else None)


def _hexadecimal(printer: Printer, node: exp.Expr) -> str:
    return f"0x{node.name.lower()}"


def _bits(printer: Printer, node: exp.Expr) -> str:
    digits = node.name
    return f"0x{int(digits or '0', 2):0{2 * max(1, (len(digits) + 7) // 8)}x}"


def _case(printer: Printer, node: exp.Expr) -> str:
    parts, branches, default = ["case"], node.args.get("ifs") or (), node.args.get("default")
    written = [*(branch.args["true"] for branch in branches), default]
    results = printer.within(result for result in written if result is not None)
    if node.this is not None:
        printer = printer.within((node.this, *(branch.this for branch in branches)))
        parts.append(printer.print(node.this))
    for branch in branches:
        parts.append(f"when {printer.print(branch.this)} then {results.print(branch.args['true'])}")
    if default is not None:
        parts.append(f"else {results.print(default)}")
    return f"({' '.join(parts)} end)"


def _if(printer: Printer, node: exp.Expr) -> str:
    results = [part for part in (node.args.get("true"), node.args.get("false")) if part is not None]
    return f"if({','.join((printer.print(node.this), printer.within(results).list(results)))})"


def _cast(printer: Printer, node: exp.Expr) -> str:
    to = node.args["to"]
    kind = to.this
    if node.meta.get(TYPED_LITERAL) and kind in LITERALS:
        return f"{LITERALS[kind]}'{node.this.name}'"
    value = printer.print(node.this)
    if to.args.get("using"):
        return f"convert({value} using {to.args['kind'].name.lower()})"
    return f"cast({value} as {cast_type(to)})"


def _any(printer: Printer, node: exp.Expr) -> str:
    return f"any {_subquery(printer, node.this)}"


def _all(printer: Printer, node: exp.Expr) -> str:
    return f"all {_subquery(printer, node.this)}"


def _query(printer: Printer, node: exp.Expr) -> str:
    if printer.query is None:
        raise UnsupportedError("printing a subquery", tree_text(node))
    return printer.query(node.this if isinstance(node, exp.Subquery) and not is_cut(node) else node)


def _exists(printer: Printer, node: exp.Expr) -> str:
    """What * is of does not matter (captured: clusters/items_of_exists)."""
    query = node.this.unnest().copy()
    parts = [query]
    while parts:
        part = parts.pop().unnest()
        if isinstance(part, exp.SetOperation):
            parts += (part.this, part.expression)
        elif isinstance(part, exp.Select):
            shown = (exp.Literal.number(1) if is_star(item) else item for item in part.expressions)
            part.set("expressions", list(shown))
    return f"exists({_query(printer, query)})"


def _subquery(printer: Printer, node: exp.Expr) -> str:
    return f"({_query(printer, node)})"


_OF_NODES: dict[type, Print] = {
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
    exp.Parameter: lambda printer, node: f"(@{quoted(node.this.name) if printer.quotes_variables else node.this.name})",
    exp.Dot: lambda printer, node: f"{quoted(node.this.name)}.{printer.print(node.expression)}",
    exp.Case: _case,
    exp.If: _if,
    exp.Cast: _cast,
    exp.Collate: lambda printer, node: f"({printer.print(node.this)} collate {node.expression.name})",
    exp.Concat: lambda printer, node: printer.string("".join(one.name for one in node.expressions)),
    exp.StrPosition: _position,
    exp.Chr: lambda printer, node: f"char({printer.list(node.expressions)})",
    exp.Soundex: lambda printer, node: f"soundex({printer.print(node.this)})",
    exp.JSONExtract: lambda printer, node: f"json_extract({printer.print(node.this)},{printer.print(node.expression)})",
    exp.JSONExtractScalar: lambda printer, node: (
        f"json_unquote(json_extract({printer.print(node.this)},{printer.print(node.expression)}))"
    ),
    exp.JSONArrayContains: lambda printer, node: (
        f"{printer.print(node.this)} member of ({printer.print(node.expression)})"
    ),
    exp.Star: lambda printer, node: "0",
    exp.CurrentTimestamp: lambda printer, node: f"now({node.name if node.this is not None else ''})",
    exp.CurrentDate: lambda printer, node: "curdate()",
    exp.CurrentTime: lambda printer, node: f"curtime({node.name if node.this is not None else ''})",
    exp.CurrentUser: lambda printer, node: "current_user()",
    exp.Subquery: _subquery,
    exp.Select: _subquery,
    exp.SetOperation: _subquery,
    exp.Any: _any,
    exp.All: _all,
    exp.Exists: _exists,
    exp.Identifier: lambda printer, node: quoted(node.name),
    exp.Var: lambda printer, node: node.name,
}
PRINTERS.update(_OF_NODES)
PRINTERS.update(NODES)
