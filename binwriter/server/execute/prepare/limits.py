"""What parameters behind LIMIT are given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from binwriter.formats.patterns import pattern
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.messages.table import mysql_error
from binwriter.statement.facts import UserVariable

_DIGITS = pattern(r"\s*\d+", re.ASCII)
_SIGNED = pattern(r"\s*[+-]?\d+", re.ASCII)


def counts(positions: Sequence[int], values: Sequence[UserVariable | None]) -> Iterator[tuple[int, Any]]:
    """The values that stand behind LIMIT, with their positions."""
    for position in positions:
        variable = values[position]
        yield position, variable.value if variable is not None else None


def _number(value: Any) -> int:
    """A user variable's value as a server's `user_var_entry::val_int` has it."""
    if isinstance(value, str | bytes):
        digits = _SIGNED.match(value if isinstance(value, str) else value.decode("latin-1"))
        return int(digits[0]) if digits is not None else 0
    if isinstance(value, Decimal):
        return int(value.to_integral_value(ROUND_HALF_UP))
    return int(value)


def check(
    positions: Sequence[int], values: list[UserVariable | None], behaviour: Behaviour, *, by_client: bool
) -> None:
    """LIMIT takes whole numbers only, and NULL for none (captured: prepared_limits_mixed); of a client's own values
    (COM_STMT_EXECUTE) the digits that their texts begin with (captured: tests/golden/wire/values_in_turn.json); up to
    5.7 all are made whole numbers (captured: limits_of_prepared_old_statement)."""
    told, kind = ("mysqld_stmt_execute", "SIGNED INTEGER") if by_client else ("EXECUTE", "unsigned integer")
    for position, value in counts(positions, values):
        variable = values[position]
        is_text = isinstance(value, str | bytes) and variable is not None and not variable.moment
        if by_client and is_text:
            digits = _DIGITS.match(value if isinstance(value, str) else value.decode("latin-1"))
            values[position] = UserVariable(int(digits[0]) if digits is not None else 0)
        elif value is not None and behaviour.limits_take_any and not by_client:
            number = _number(value)
            if number < 0:
                raise mysql_error("ER_WRONG_ARGUMENTS", told)
            values[position] = UserVariable(number)
        elif value is not None and not isinstance(value, int):
            raise mysql_error("ER_WRONG_ARGUMENTS", told)
        elif value is not None and value < 0:
            raise mysql_error("ER_DATA_OUT_OF_RANGE", kind, told)
