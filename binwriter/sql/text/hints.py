"""Optimizer hints: what of `/*+ .. */` changes more than a plan is SET_VAR; the others are looked at for their syntax.

Source: MySQL manual, 10.9.3 "Optimizer Hints"; which variables SET_VAR takes was asked of a 9.7.4.
"""

from __future__ import annotations

import re
from dataclasses import field
from functools import cache

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.text.lexer import COMMENT, SPACE, lexemes

_FOLLOWED = frozenset({"SELECT", "INSERT", "REPLACE", "UPDATE", "DELETE"})
_HINT = pattern(r"\s*(?P<name>\w+)")
# What stands in SET_VAR(..): a number that a letter follows is a word, and nothing is escaped by a backslash (captured:
# clusters/values_of_hints).
_QUOTED = r"'[^']+(?:''[^']*)*'"
_DOUBLE = r'"[^"]+(?:""[^"]*)*"'
_TICKED = r"`[^`]+(?:``[^`]*)*`"
_NUMBER = r"(?P<number>\d+[KMG](?!\w)|\d*\.\d+(?!\w)|\d+(?![\w.]))"
_OF_SET_VAR = {  # with ANSI_QUOTES or without
    ansi: (
        pattern(rf"(?P<word>\w*[^\W\d]\w*)|(?P<quoted>{_TICKED}{'|' + _DOUBLE if ansi else ''})"),
        pattern(rf"{_NUMBER}|(?P<word>\w*[^\W\d]\w*)|(?P<quoted>{_QUOTED}|{_DOUBLE}|{_TICKED})"),
    )
    for ansi in (False, True)
}
_SIZE, _DIGITS = "A size parameter was incorrectly specified, either number or on the form 10M", 1 << 64
_MOST_MILLISECONDS = (1 << 32) - 1  # more limits nothing (captured: limits/numbers, hint)
_UNSIGNED = 64  # bits of a number that the parser reads as another token, which is not complained of
_SUFFIXES = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_HINTS = """
BKA BNL DERIVED_CONDITION_PUSHDOWN DUPSWEEDOUT FIRSTMATCH GROUP_INDEX HASH_JOIN INDEX INDEX_MERGE INTOEXISTS
JOIN_FIXED_ORDER JOIN_INDEX JOIN_ORDER JOIN_PREFIX JOIN_SUFFIX LOOSESCAN MATERIALIZATION MAX_EXECUTION_TIME MERGE
MRR NO_BKA NO_BNL NO_DERIVED_CONDITION_PUSHDOWN NO_GROUP_INDEX NO_HASH_JOIN NO_ICP NO_INDEX NO_INDEX_MERGE
NO_JOIN_INDEX NO_MERGE NO_MRR NO_ORDER_INDEX NO_RANGE_OPTIMIZATION NO_SEMIJOIN NO_SKIP_SCAN NO_SUBQUERY ORDER_INDEX
QB_NAME RESOURCE_GROUP SEMIJOIN SET_VAR SKIP_SCAN SUBQUERY
"""
_NAME, _BLOCK = r"(?:\w*[^\W\d]\w*|`[^`]+`)", r"@(?:\w+|`[^`]+`)"
_TABLE = rf"{_NAME}(?:{_BLOCK})?"
_STRATEGY = "(?:DUPSWEEDOUT|FIRSTMATCH|LOOSESCAN|MATERIALIZATION)"
# What may stand in the brackets of a hint, piece after piece: (what, whether it may be missing, whether several may
# stand there with commas between them).
_FORMS: dict[str, tuple[tuple[str, bool, bool], ...]] = {
    **dict.fromkeys(_HINTS.split(), ((_BLOCK, True, False), (_TABLE, True, True))),
    **dict.fromkeys(
        (f"{no}{name}" for no in ("", "NO_") for name in ("GROUP_INDEX", "INDEX", "INDEX_MERGE", "JOIN_INDEX", "MRR",
                                                           "ORDER_INDEX", "SKIP_SCAN", "ICP", "RANGE_OPTIMIZATION")),
        ((_BLOCK, True, False), (_TABLE, False, False), (_NAME, True, True)),
    ),
    **dict.fromkeys(("SEMIJOIN", "NO_SEMIJOIN"), ((_BLOCK, True, False), (_STRATEGY, True, True))),
    "SUBQUERY": ((_BLOCK, True, False), ("(?:MATERIALIZATION|INTOEXISTS)", False, False)),
    "JOIN_FIXED_ORDER": ((_BLOCK, True, False),),
    "MAX_EXECUTION_TIME": ((r"\d+", False, False),),
    "QB_NAME": ((_NAME, False, False),),
    "RESOURCE_GROUP": ((_NAME, False, False),),
}  # fmt: skip
_STRATEGIES = frozenset({"DUPSWEEDOUT", "FIRSTMATCH", "INTOEXISTS", "LOOSESCAN", "MATERIALIZATION"})  # no hints
_KNOWN = frozenset(_HINTS.split()) - _STRATEGIES
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
    """SET_VAR(name = value); shown: the value as warnings have it, which leave out what has decimals."""

    name: str
    value: int | float | str
    shown: str


@dataclass
class Hints:
    """settings: in the order of the text, and between them others that come too late, shown. wrong: where in it what is
    no hint begins, what warnings quote of it, and what they say of it; the rest of that comment does not count.

    limits_time: whether there is a MAX_EXECUTION_TIME; milliseconds: what it says (of several the first one), where it
    stands in the statement's own SELECT. limits_inner: how many stand in another. too_long: where those end that say
    too much, which limit nothing. blocks: the names of query blocks so far. group: of the last RESOURCE_GROUP;
    groups_below: how many stand in subqueries. named: the hints but SET_VAR, with what stands in their brackets.
    """

    ansi: bool = False
    settings: list[SetVar | str] = field(default_factory=list)
    limits_time: bool = False
    milliseconds: int = 0
    limits_inner: int = 0
    too_long: list[int] = field(default_factory=list)
    wrong: list[tuple[int, str, str]] = field(default_factory=list)
    blocks: set[str] = field(default_factory=set)
    named: list[tuple[str, str]] = field(default_factory=list)
    group: str = ""
    groups_below: int = 0


def read_hints(text: str, *, ansi: bool = False) -> Hints:
    """The hints of a statement. ansi: ANSI_QUOTES is in force."""
    hints = Hints(ansi)
    if "/*+" not in text:
        return hints
    outermost: int | None = None
    before, depth, selects = "", 0, 0  # selects: of the depth that the statement itself has
    for piece in lexemes(text):
        if piece.lastgroup == COMMENT and piece[0].startswith("/*+") and before in _FOLLOWED:
            inner = before == "SELECT" and (depth != outermost or selects > 1)
            _read(text, piece.start() + 3, piece.end() - 2, hints, inner, below=depth != (outermost or 0))
        if piece.lastgroup == SPACE:
            continue
        before = piece[0].upper()
        if piece.lastgroup == COMMENT:
            continue
        if before == "(":
            depth += 1
        elif before == ")":
            depth -= 1
        elif outermost is None:
            outermost = depth
        selects += before == "SELECT" and depth == outermost
    return hints


def _read(text: str, at: int, end: int, hints: Hints, inner: bool, *, below: bool) -> None:
    """The hints of one comment. inner: of a SELECT that is not the statement's own; below: of a subquery."""
    begin, named = at, False
    while True:
        at = _behind_spaces(text, at, end)
        if at == end and at > begin and text[begin:end].strip():
            return
        match = _HINT.match(text, at, end)
        name = match["name"].upper() if match is not None else ""
        if match is None or name not in _KNOWN:
            hints.wrong.append((at, "*/" if at == end else text[at:], ""))
            return
        at = match.end()
        if name == "SET_VAR":
            at, setting = _setting(text, at, end, ansi=hints.ansi)
            if isinstance(setting, str):
                hints.wrong.append((at, "*/" if at == end else text[at:], setting))
                return
            hints.settings.append(setting)
            continue
        behind, whole = _arguments(text, at, end, name)
        if not whole:
            hints.wrong.append((behind, "*/" if behind == end else text[behind:], ""))
            return
        hints.named.append((name, text[at:behind]))
        if name == "QB_NAME":
            block = text[at:behind].strip(" \t\r\n\v\f()`")
            if named or block.lower() in hints.blocks:
                hints.settings.append(f"{name}(`{block}`)")
            named = True
            hints.blocks.add(block.lower())
        if name == "RESOURCE_GROUP" and below:
            hints.groups_below += 1
        elif name == "RESOURCE_GROUP":
            hints.group = text[at:behind].strip(" \t\r\n\v\f()`")
        if name == "MAX_EXECUTION_TIME":
            number = whole_number(text[at:behind].strip(" \t\r\n\v\f()"))
            if number > _MOST_MILLISECONDS and number.bit_length() != _UNSIGNED:
                hints.too_long.append(behind - 1)
                at = behind
                continue
            if inner:
                hints.limits_inner += 1
            elif hints.limits_time:
                hints.settings.append(f"{name}({number})")
            else:
                hints.milliseconds = number if number <= _MOST_MILLISECONDS else 0
            hints.limits_time = hints.limits_time or not inner
        at = behind


def _behind_spaces(text: str, at: int, end: int) -> int:
    while at < end and text[at].isspace():
        at += 1
    return at


def _arguments(text: str, at: int, end: int, name: str) -> tuple[int, bool]:
    """Where what stands in brackets behind a hint's name ends, and True; or what is wrong in it begins, and False."""
    at = _behind_spaces(text, at, end)
    if at == end or text[at] != "(":
        return at, False
    at = _behind_spaces(text, at + 1, end)
    for what, may_miss, several in _FORMS[name]:
        piece = _piece(what)
        match = piece.match(text, at, end)
        if match is None and not may_miss:
            return at, False
        while match is not None:
            at = _behind_spaces(text, match.end(), end)
            if not several or at == end or text[at] != ",":
                break
            at = _behind_spaces(text, at + 1, end)
            match = piece.match(text, at, end)
            if match is None:
                return at, False
    return (at + 1, True) if at < end and text[at] == ")" else (at, False)


@cache
def _piece(what: str) -> re.Pattern[str]:
    return re.compile(what + r"(?!\w)", re.IGNORECASE)


def _setting(text: str, at: int, end: int, *, ansi: bool) -> tuple[int, SetVar | str]:
    """SET_VAR's brackets, and where they end; or where what is wrong in them begins, and what is told of it."""
    of_name, of_value = _OF_SET_VAR[ansi]
    at = _behind_spaces(text, at, end)
    if at == end or text[at] != "(":
        return at, ""
    at = _behind_spaces(text, at + 1, end)
    name = of_name.match(text, at, end)
    if name is None or (name["word"] or "").upper() in _KNOWN:
        return at, ""
    at = _behind_spaces(text, name.end(), end)
    if at == end or text[at] != "=":
        return at, ""
    at = _behind_spaces(text, at + 1, end)
    value = of_value.match(text, at, end)
    if value is None or (value["word"] or "").upper() in _KNOWN:
        return at, ""
    setting = _set_var(name["word"] or _unquoted(name["quoted"]), value)
    if setting is None:
        return at, _SIZE
    at = _behind_spaces(text, value.end(), end)
    return (at + 1, setting) if at < end and text[at] == ")" else (at, "")


def _set_var(name: str, value: re.Match[str]) -> SetVar | None:
    """None for a number that is too large."""
    number = value["number"]
    if number is None:
        word = value["word"] or _unquoted(value["quoted"])
        return SetVar(name, word, f"'{word}'")
    if "." in number:
        return SetVar(name, float(number), "")
    digits, suffix = number.rstrip("KMG"), _SUFFIXES.get(number[-1], 0)
    whole = whole_number(digits) * (suffix or 1)
    return SetVar(name, whole, str(whole)) if whole < (_DIGITS // 2 if suffix else _DIGITS) else None


def _unquoted(text: str) -> str:
    return text[1:-1].replace(text[0] * 2, text[0])
