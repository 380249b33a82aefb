"""Calls with a grammar of their own as a server prints them; aggregates and windows.

Source: what a 9.7.4 printed for a crossing of operators and functions (tests/golden/answers/expressions.json).
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.mysql.identifiers import quoted
from binwriter.sql.printing.casts import cast_type
from binwriter.sql.printing.printer import CALLS, Print, Printer
from binwriter.sql.text import duality_calls
from binwriter.sql.text.meta_keys import WEIGHT_FORM

_LONGEST_TEXT = "char(1073741823)"  # of CHAR without a length (captured: clusters/returned_texts)


def _json_value(printer: Printer, node: exp.Expr) -> str:
    to = node.meta.get("returning")
    returned = "char(512)" if to is None else cast_type(to).replace(",", ", ")
    if to is not None and to.this is exp.DType.CHAR:
        returned = returned.partition(" charset ")[0]
    kind, _, charset = returned.replace("()", "").partition(" charset ")
    kind = _LONGEST_TEXT if kind == "char" else kind
    returned = f"{kind} character set {charset}" if charset else kind
    responses = ""
    for key in ("empty", "error"):
        response = node.meta.get(f"on_{key}")
        if response is not None:
            words = {str: "error", exp.Null: "null"}
            responses += f" {words.get(type(response)) or f'default {printer.print(response)}'} on {key}"
    return f"json_value({printer.list(node.expressions, ', ')} returning {returned}{responses})"


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
            f"{printer.print(ordered.this)}{' DESC' if ordered.args.get('desc') else ' ASC'}"
            for ordered in inner.expressions
        )
        inner = inner.this
    distinct = isinstance(inner, exp.Distinct)
    parts = inner.expressions if distinct or isinstance(inner, exp.Tuple) else [inner]
    if len(parts) == 1 and isinstance(parts[0], exp.Concat):  # what stands behind a comma
        parts = parts[0].expressions
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


def window_text(printer: Printer, node: exp.Expr) -> str:
    """What stands behind OVER and in WINDOW, with the space that a server writes behind it."""
    parts = [quoted(node.alias)] if node.alias else []
    if node.args.get("partition_by"):
        parts.append(f"PARTITION BY {printer.list(node.args['partition_by'])}")
    if node.args.get("order") is not None:
        ordered = (
            printer.print(item.this) + (" desc" if item.args.get("desc") else "")
            for item in node.args["order"].expressions
        )
        parts.append(f"ORDER BY {','.join(ordered)}")
    spec = node.args.get("spec")
    if spec is None:
        return f"({''.join(f'{part} ' for part in parts)}) "
    start, end = (_bound(printer, spec, side) for side in ("start", "end"))
    parts.append(f"{spec.args['kind']} BETWEEN {start} AND {end or 'CURRENT ROW'}")
    return f"({' '.join(parts)}) "


def _bound(printer: Printer, spec: exp.Expr, side: str) -> str:
    value, word = spec.args.get(side), spec.args.get(f"{side}_side")
    if value is None:
        return ""
    return f"{value if isinstance(value, str) else printer.print(value)}{f' {word}' if word else ''}"


def _window(printer: Printer, node: exp.Expr) -> str:
    plain = node.alias and "partition_by" not in node.args  # without brackets
    return f"{printer.print(node.this)} OVER {quoted(node.alias) if plain else window_text(printer, node)}"


def _match(printer: Printer, node: exp.Expr) -> str:
    modifier = str(node.args.get("modifier") or "").upper()
    told = next((f" {words.lower()}" for words in ("IN BOOLEAN MODE", "WITH QUERY EXPANSION") if words in modifier), "")
    return f"(match {printer.list(node.expressions)} against ({printer.print(node.this)}{told}))"


def _duality_object(printer: Printer, node: exp.Expr) -> str:
    tags = duality_calls.written_tags(node)
    with_tags = f" WITH ({','.join(tags)}) " if tags else ""
    keys, values = node.expressions[::2], node.expressions[1::2]
    pairs = (f"'{key.name}':{printer.print(value)}" for key, value in zip(keys, values, strict=True))
    return f"json_duality_object({with_tags}{','.join(pairs)})"


def _timestampdiff(printer: Printer, node: exp.Expr) -> str:
    unit, *moments = node.expressions
    return f"timestampdiff({unit.name.upper().removeprefix('SQL_TSI_')},{printer.list(moments)})"


def _weight_string(printer: Printer, node: exp.Expr) -> str:
    form, sizes = node.meta.get(WEIGHT_FORM, ("", ()))
    if form == "INTERNAL":
        return f"weight_string({printer.list(node.expressions)},{','.join(map(str, sizes))})"
    if form == "BINARY":
        return f"weight_string(cast({printer.list(node.expressions)} as char({sizes[0]}) charset binary))"
    length = f" as char({sizes[0]})" if form else ""
    return f"weight_string({printer.list(node.expressions)}{length})"


def _timestampadd(printer: Printer, node: exp.Expr) -> str:
    unit, amount, moment = node.expressions
    word = unit.name.lower().removeprefix("sql_tsi_")
    return f"({printer.print(moment)} + interval {printer.print(amount)} {word})"


def _get_format(printer: Printer, node: exp.Expr) -> str:
    kind, standard = node.expressions
    return f"get_format({kind.name.upper()}, {printer.print(standard)})"


NODES: dict[type, Print] = {
    exp.Trim: _trim,
    exp.Substring: _substring,
    exp.Extract: _extract,
    exp.GroupConcat: _group_concat,
    exp.MatchAgainst: _match,
    exp.Count: _count,
    exp.Window: _window,
}
CALLS.update(JSON_VALUE=_json_value, JSON_DUALITY_OBJECT=_duality_object, TIMESTAMPDIFF=_timestampdiff)
CALLS["JSON_ARRAYAGG"] = duality_calls.printed_arrayagg
CALLS.update(WEIGHT_STRING=_weight_string, TIMESTAMPADD=_timestampadd, GET_FORMAT=_get_format)
