"""Optimizer hints: what of `/*+ .. */` changes more than a plan is SET_VAR; the others are looked at for their syntax.

Source: MySQL manual, 10.9.3 "Optimizer Hints"; which variables SET_VAR takes was asked of a 9.7.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.sql.text.digits import whole_number
from binwriter.sql.text.lexer import COMMENT, SPACE, lexemes

_FOLLOWED = frozenset({"SELECT", "INSERT", "REPLACE", "UPDATE", "DELETE"})
_HINT = pattern(r"\s*(?P<name>\w+)")
_VALUE = pattern(
    r"""\s*\(\s*(?P<variable>\w+)\s*=\s*(?:(?P<number>\d+(?:\.\d+)?[KMG]?)|'(?P<text>(?:[^'\\]|\\.)+)'|(?P<word>[A-Za-z]\w*))
    \s*(?P<end>\)|(?=\S)|\Z)""",
    re.VERBOSE,
)
_ARGUMENTS = pattern(r"\s*(?:@\w+\s*)?\([^()]*\)")
_MOST_MILLISECONDS = (1 << 32) - 1  # more limits nothing (captured: limits/numbers, hint)
_SUFFIXES = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_HINTS = """
BKA BNL DERIVED_CONDITION_PUSHDOWN DUPSWEEDOUT FIRSTMATCH GROUP_INDEX HASH_JOIN INDEX INDEX_MERGE INTOEXISTS
JOIN_FIXED_ORDER JOIN_INDEX JOIN_ORDER JOIN_PREFIX JOIN_SUFFIX LOOSESCAN MATERIALIZATION MAX_EXECUTION_TIME MERGE
MRR NO_BKA NO_BNL NO_DERIVED_CONDITION_PUSHDOWN NO_GROUP_INDEX NO_HASH_JOIN NO_ICP NO_INDEX NO_INDEX_MERGE
NO_JOIN_INDEX NO_MERGE NO_MRR NO_ORDER_INDEX NO_RANGE_OPTIMIZATION NO_SEMIJOIN NO_SKIP_SCAN NO_SUBQUERY ORDER_INDEX
QB_NAME RESOURCE_GROUP SEMIJOIN SET_VAR SKIP_SCAN SUBQUERY
"""
_KNOWN = frozenset(_HINTS.split())
_VARIABLES = """
auto_increment_increment auto_increment_offset big_tables bulk_insert_buffer_size cte_max_recursion_depth
default_table_encryption default_tmp_storage_engine div_precision_increment enable_secondary_engine_statistics
end_markers_in_json eq_range_index_dive_limit foreign_key_checks group_concat_max_len insert_id
internal_tmp_mem_storage_engine join_buffer_size lock_wait_timeout max_error_count max_execution_time
max_heap_table_size max_join_size max_length_for_sort_data max_points_in_geometry max_seeks_for_key max_sort_length
optimizer_max_subgraph_pairs optimizer_prune_level optimizer_search_depth optimizer_switch range_alloc_block_size
range_optimizer_max_mem_size read_buffer_size read_rnd_buffer_size secondary_engine_cost_threshold
select_into_buffer_size select_into_disk_sync select_into_disk_sync_delay set_operations_buffer_size
sort_buffer_size sql_auto_is_null sql_big_selects sql_buffer_result sql_mode sql_require_primary_key
sql_safe_updates sql_select_limit time_zone timestamp tmp_table_size unique_checks updatable_views_with_limit
use_secondary_engine windowing_use_high_precision xa_detach_on_prepare
"""
HINTABLE = frozenset(_VARIABLES.split())


@dataclass(frozen=True)
class SetVar:
    """SET_VAR(name = value); shown: the value as warnings have it."""

    name: str
    value: int | float | str
    shown: str


@dataclass
class Hints:
    """settings: in the order of the text. wrong: where one begins that is no hint; nothing behind it counts.

    limits_time: whether there is a MAX_EXECUTION_TIME; milliseconds: what it says (of several the first one).
    """

    settings: list[SetVar] = field(default_factory=list)
    limits_time: bool = False
    milliseconds: int = 0
    wrong: str | None = None


def read_hints(text: str) -> Hints:
    """The hints of a statement."""
    found = Hints()
    if "/*+" not in text:
        return found
    before = ""
    for piece in lexemes(text):
        if piece.lastgroup == COMMENT and piece[0].startswith("/*+") and before in _FOLLOWED and found.wrong is None:
            _read(text, piece.start() + 3, piece.end() - 2, found)
        if piece.lastgroup != SPACE:
            before = piece[0].upper()
    return found


def _read(text: str, at: int, end: int, found: Hints) -> None:
    while (match := _HINT.match(text, at, end)) is not None:
        name = match["name"].upper()
        if name not in _KNOWN:
            found.wrong = text[match.start("name") :]
            return
        at = match.end()
        if name == "SET_VAR":
            value = _VALUE.match(text, at, end)
            if value is None or not value["end"]:
                found.wrong = "*/" if value is not None and value.end() == end else _rest(text, at, end)
                return
            found.settings.append(_setting(value))
            at = value.end()
        else:
            arguments = _ARGUMENTS.match(text, at, end)
            at = arguments.end() if arguments is not None else at
            if name == "MAX_EXECUTION_TIME":
                found.limits_time = True
                digits = re.search(r"\d+", arguments[0]) if arguments is not None else None
                number = whole_number(digits[0]) if digits is not None else 0
                found.milliseconds = found.milliseconds or (number if number <= _MOST_MILLISECONDS else 0)


def _rest(text: str, at: int, end: int) -> str:
    """From the value that is none on."""
    equals = text.find("=", at, end)
    return text[equals + 1 if equals >= 0 else at :].lstrip()


def _setting(match: re.Match[str]) -> SetVar:
    number, word = match["number"], match["word"]
    if number is None:
        value = match["text"] if word is None else word
        return SetVar(match["variable"], value, f"'{value}'")
    digits, suffix = number.rstrip("KMG"), _SUFFIXES.get(number[-1], 1)
    return SetVar(match["variable"], float(digits) if "." in digits else whole_number(digits) * suffix, number)


def first_of_each(settings: list[SetVar]) -> Iterator[tuple[SetVar, bool]]:
    """Each setting, and whether its variable was set before."""
    seen: set[str] = set()
    for one in settings:
        yield one, one.name.lower() in seen
        seen.add(one.name.lower())
