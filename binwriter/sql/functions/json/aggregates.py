"""JSON_ARRAYAGG() and JSON_OBJECTAGG(): the rows of a group as one document.

Source: MySQL manual, "Aggregate Function Descriptions". NULLs are members too; of a group without rows the result is
NULL. Unlike other aggregates they take no DISTINCT.
"""

from __future__ import annotations

from typing import Any

from sqlglot import exp

from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.mysql.interrupts import stepped
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_all
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression
from binwriter.sql.functions.aggregates.basic import Rows, register
from binwriter.sql.functions.json.documents import JSON_TYPE, document_key, in_order, refuse_vectors, that_fits
from binwriter.sql.functions.json.values import document_value
from binwriter.sql.functions.registry import node_function
from binwriter.sql.text.duality_calls import ABSENT, WITHIN


def _parts(node: exp.Expression, scope: Scope, count: int) -> tuple[list[CompiledExpression], str]:
    parts = list(compile_all(node.expressions, scope.inside_aggregate()))
    if len(parts) != count:
        raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", node.name)
    if any(part.type.field is ColumnType.GEOMETRY for part in parts):
        raise mysql_error("ER_WRONG_ARGUMENTS", node.name.lower())
    refuse_vectors(node.name, parts)
    return parts, f"{node.name.lower()}({','.join(part.text for part in parts)})"


@node_function("JSON_ARRAYAGG")
def _array(node: exp.Expression, scope: Scope) -> CompiledExpression:
    (part,), text = _parts(node, scope, 1)
    absent = bool(node.args.get(ABSENT))
    if absent and not node.meta.get(WITHIN):
        raise mysql_error("ER_NOT_SUPPORTED_YET", "JSON constructor null clause ABSENT ON NULL in JSON_ARRAYAGG")

    def compute(context: StatementContext, rows: Rows) -> JsonDocument | None:
        values = [in_order(document_value(part, part.eval(context, row))) for row in stepped(rows)]
        return that_fits(context, "json_arrayagg", JsonDocument(values)) if values or absent else None

    return register(scope, JSON_TYPE, text, compute)


@node_function("JSON_OBJECTAGG")
def _object(node: exp.Expression, scope: Scope) -> CompiledExpression:
    (key_part, part), text = _parts(node, scope, 2)

    def compute(context: StatementContext, rows: Rows) -> JsonDocument | None:
        members: dict[str, Any] = {}
        for row in stepped(rows):
            key = key_part.eval(context, row)
            if key is None:
                raise mysql_error("ER_JSON_DOCUMENT_NULL_KEY")
            members[document_key(key, key_part.type, context)] = document_value(part, part.eval(context, row))
        return that_fits(context, "json_objectagg", JsonDocument(in_order(members))) if members else None

    return register(scope, JSON_TYPE, text, compute)
