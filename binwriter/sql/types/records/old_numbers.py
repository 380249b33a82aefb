"""What servers before 8.0 make of calls of numbers in CREATE TABLE .. SELECT: by which rule of `sql.types.old_numbers`.

Captured: numbers_of_items_row of 5.5.20 and 5.7.18.
"""

from __future__ import annotations

RULES = {
    "ABS": "absolute",
    "CEIL": "whole",
    "COALESCE": "first",
    "FLOOR": "whole",
    "IFNULL": "chosen",
    "GREATEST": "extreme",
    "LEAST": "extreme",
    "MOD": "remainder",
    "NULLIF": "nulled",
    "ROUND": "rounded",
    "TRUNCATE": "cut",
}
# whose moments become texts of latin1 there
LATIN1_MOMENTS = frozenset({"ADDTIME", "SUBTIME"})
# whose moments have no digits there
WITHOUT_DIGITS = LATIN1_MOMENTS | {"SYSDATE"}
