"""ExtractValue and UpdateXML (captured: clusters/xml_paths)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import text_of_bytes
from binwriter.sql.expressions.collations import merged
from binwriter.sql.expressions.run_constants import is_constant_in_run
from binwriter.sql.expressions.types import LONG_TEXT, CompiledExpression, text_type
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.registry import Call, function
from binwriter.sql.functions.xml.document import Document, NodeKind, XmlError
from binwriter.sql.functions.xml.paths import Path
from binwriter.sql.functions.xml.values import Value, unknown_error


@function("EXTRACTVALUE")
def _extract_value(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, document: Document, path: Path, _: None) -> str | None:
        return path.text(document, _variables(context))

    return _of_paths(call, compute)


@function("UPDATEXML")
def _update_xml(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, document: Document, path: Path, new: str) -> str | None:
        nodes = path.value(document, _variables(context))
        if not isinstance(nodes, tuple):
            return None
        if len(nodes) != 1:
            return document.text
        (node,) = nodes
        whole = node.kind is NodeKind.ROOT
        return new if whole else document.text[: node.begin] + new + document.text[node.end :]

    return _of_paths(call, compute)


def _of_paths(call: Call, compute: Callable[[StatementContext, Document, Path, Any], str | None]) -> CompiledExpression:
    """NULL for an argument that is NULL, and with a warning for a text that is no XML."""
    collation, coercibility = merged(call.types, call.scope, call.name.lower())
    path = call.args[1]
    if not path.constant and call.nodes and not is_constant_in_run(call.nodes[1], call.scope):
        raise unknown_error("Only constant XPATH queries are supported")
    kept: dict[str, Path] = {}

    def read(context: StatementContext, row: Any) -> Path | None:
        text = path.eval(context, row)
        if text is None:
            return None
        text = as_str(text, path.type, context)
        return kept.get(text) or kept.setdefault(text, Path(text))

    if path.constant:
        read(call.scope.context, ())

    def evaluate(context: StatementContext, row: Any) -> str | None:
        values = [argument.eval(context, row) for argument in call.args]
        known = read(context, row)
        if None in values or known is None:
            return None
        texts = [as_str(value, argument.type, context) for value, argument in zip(values, call.args, strict=True)]
        try:
            document = Document(texts[0])
        except XmlError as error:
            context.warn("ER_WRONG_VALUE", "XML", str(error))
            return None
        return compute(context, document, known, texts[2] if len(texts) > 2 else None)

    return CompiledExpression(text_type(LONG_TEXT, collation, coercibility), evaluate, call.text, call.constant)


def _variables(context: StatementContext) -> Callable[[str], Value]:
    def variable(name: str) -> Value:
        kept_variable = context.session.user_variables.get(name.lower())
        value = None if kept_variable is None else kept_variable.value
        if value is None or isinstance(value, (int, Decimal)):
            return None if value is None else Decimal(value)
        return text_of_bytes(value) if isinstance(value, bytes) else str(value)

    return variable
