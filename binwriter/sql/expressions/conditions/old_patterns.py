"""REGEXP up to 5.7, where Henry Spencer's library reads bytes (captured: regular_expressions_of_old_row)."""

from __future__ import annotations

import re

from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.collations import collation_by_id
from binwriter.mysql.collation.keys import is_case_insensitive
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_characters
from binwriter.sql.expressions.collations import merged, refuse_unfitting
from binwriter.sql.expressions.compile import is_constant
from binwriter.sql.expressions.regular.spencers import spencers_pattern
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import BOOL_TYPE, CompiledExpression, Row


def regexp(operand: CompiledExpression, pattern: CompiledExpression, scope: Scope) -> CompiledExpression:
    """operand REGEXP pattern. ER_REGEXP_ERROR for a constant pattern, at once; of another that is wrong the result is
    NULL."""
    collation, _ = merged((operand.type, pattern.type), scope, "regexp", compares=True)
    refuse_unfitting((operand, pattern), collation, scope, "regexp")
    own = collation_by_id(collation)
    several = own.mbmaxlen > 1
    flags = re.DOTALL | (re.IGNORECASE if is_case_insensitive(collation) else 0) | (re.ASCII if several else 0)

    def units(value: object, part: CompiledExpression) -> str:
        """A text as the library is given it: its bytes, but for character sets whose characters have one each."""
        text = to_characters(value, part.type, collation)
        if isinstance(text, bytes):
            return text.decode("latin-1")
        if own.mbminlen > 1:  # such texts are made utf8 for it
            return in_charset(text).encode("utf-8", "surrogatepass").decode("latin-1")
        return own.encode(text).decode("latin-1") if several else in_charset(text)

    def compiled(value: object) -> re.Pattern[str]:
        return re.compile(spencers_pattern(units(value, pattern)), flags)

    once: re.Pattern[str] | None = None
    if pattern.constant and (given := pattern.eval(scope.context, ())) is not None:
        once = compiled(given)

    def evaluate(context: StatementContext, row: Row) -> int | None:
        value = operand.eval(context, row)
        wanted = None if value is None or once is not None else pattern.eval(context, row)
        if value is None or (wanted is None and once is None):
            return None
        try:
            made = once if once is not None else compiled(wanted)
        except MySQLError:
            return None
        return int(made.search(units(value, operand)) is not None)

    text = f"({operand.text} regexp {pattern.text})"
    return CompiledExpression(BOOL_TYPE, evaluate, text, is_constant(operand, pattern))
