"""What parameters behind LIMIT are given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.statement.facts import UserVariable

_DIGITS = pattern(r"\s*\d+", re.ASCII)


def counts(positions: Sequence[int], values: Sequence[UserVariable | None]) -> Iterator[tuple[int, Any]]:
    """The values that stand behind LIMIT, with their positions."""
    for position in positions:
        variable = values[position]
        yield position, variable.value if variable is not None else None


def check(positions: Sequence[int], values: list[UserVariable | None], *, by_client: bool) -> None:
    """LIMIT takes whole numbers only, and NULL for none (captured: prepared_limits_mixed); of a client's own values
    (COM_STMT_EXECUTE) the digits that their texts begin with (captured: tests/golden/wire/values_in_turn.json)."""
    told, kind = ("mysqld_stmt_execute", "SIGNED INTEGER") if by_client else ("EXECUTE", "unsigned integer")
    for position, value in counts(positions, values):
        variable = values[position]
        is_text = isinstance(value, str | bytes) and variable is not None and not variable.moment
        if by_client and is_text:
            digits = _DIGITS.match(value if isinstance(value, str) else value.decode("latin-1"))
            values[position] = UserVariable(int(digits[0]) if digits is not None else 0)
        elif value is not None and not isinstance(value, int):
            raise mysql_error("ER_WRONG_ARGUMENTS", told)
        elif value is not None and value < 0:
            raise mysql_error("ER_DATA_OUT_OF_RANGE", kind, told)
