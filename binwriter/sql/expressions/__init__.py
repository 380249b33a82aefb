"""Expressions: sqlglot's trees compiled once into closures with MySQL's types and rules.

`compile_expression(node, scope)` is the way in. Importing `binwriter.sql.functions` (the query module does) names the
modules of the functions, this package those of the operators.
"""

from binwriter.sql.expressions import arithmetic, bits, casts, division, literals, subqueries, variables
from binwriter.sql.expressions.compile import OPERATOR_MODULES, compile_expression
from binwriter.sql.expressions.conditions import between, comparison, control, lists, logic, patterns
from binwriter.sql.expressions.moments import dates
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.expressions.types import CompiledExpression, ExprType, Kind

__all__ = [
    "CompiledExpression",
    "ExprType",
    "Kind",
    "Scope",
    "Source",
    "arithmetic",
    "between",
    "bits",
    "casts",
    "comparison",
    "compile_expression",
    "control",
    "dates",
    "division",
    "lists",
    "literals",
    "logic",
    "patterns",
    "subqueries",
    "variables",
]

OPERATOR_MODULES.add(comparison, arithmetic, division, casts, patterns, between, lists, variables, control, bits)
