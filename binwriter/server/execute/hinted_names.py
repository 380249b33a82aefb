"""Tables, keys and query blocks that optimizer hints name and a statement has not: a server warns of each (3127, 3128).

Only of statements of one query block. Source: what a 9.7.4 answers (captured: cluster names_in_hints).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.identifiers import unquoted
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.text.words import ParsedStatement
from binwriter.storage.key_selection import HINTED

# In the order in which a server looks through the hints of a table, and of a key.
_OF_TABLES = (
    *("BKA", "BNL", "ICP", "MRR", "NO_RANGE_OPTIMIZATION", "MERGE", "INDEX_MERGE", "SKIP_SCAN", "HASH_JOIN", "INDEX"),
    *("JOIN_INDEX", "GROUP_INDEX", "ORDER_INDEX", "DERIVED_CONDITION_PUSHDOWN"),
)
_INDEXES = frozenset({"JOIN_INDEX", "GROUP_INDEX", "ORDER_INDEX"})  # INDEX stands for all of these
_OF_BLOCKS = frozenset({"SEMIJOIN", "SUBQUERY", "JOIN_FIXED_ORDER"})
_OF_KEYS = frozenset({"MRR", "ICP", "NO_RANGE_OPTIMIZATION", "INDEX_MERGE", "SKIP_SCAN", "INDEX", *_INDEXES})
_COMPOUND = frozenset({"INDEX_MERGE", "SKIP_SCAN", "INDEX", *_INDEXES})  # of both
_OF_JOINS = frozenset({"JOIN_PREFIX", "JOIN_SUFFIX", "JOIN_ORDER"})
_OF_INDEXES = {"INDEX": "FORCE", "JOIN_INDEX": "USE", "NO_INDEX": "IGNORE", "NO_JOIN_INDEX": "IGNORE"}
# and of those that only a change of one table is found by no range for
_KEY_VERBS = {**_OF_INDEXES, "NO_RANGE_OPTIMIZATION": "IGNORE", "NO_INDEX_MERGE": "IGNORE"}
_NAME = r"`(?:[^`]|``)+`|[\w$]+"
_PIECE = pattern(rf"\s*(?:@\s*(?P<block>{_NAME})|(?P<name>{_NAME})(?:@(?P<at>{_NAME}))?)")
_FIRST_BLOCK = "select#1"


@dataclass(frozen=True)
class _Named:
    """What a hint names. hint: as written; kind: without NO_; block: the query block it is meant for, if any, and
    whether it stands behind the table's name (behind). shown: as warnings quote it."""

    hint: str
    kind: str
    table: str
    block: str
    keys: tuple[str, ...] = ()
    behind: bool = False

    @property
    def shown(self) -> str:
        named = f"`{self.table}`" + (f"@`{self.block}`" if self.block else "") if self.table else ""
        if self.kind in _COMPOUND and self.keys:
            return f"{self.hint}({named}  " + ", ".join(f"`{key}`" for key in self.keys) + ")"
        return f"{self.hint}({named} " + "".join(f"`{key}` " for key in self.keys) + ")"


def told_as_read(
    parsed: ParsedStatement, context: StatementContext, named: Sequence[tuple[str, str]]
) -> tuple[list[_Named], str]:
    """The hints that count, and the name of the statement's query block; of the others is warned as they are read: of
    those for blocks that are not there, and of second ones. named: the hints with what stands in their brackets, in the
    order of the text."""
    known, own, complaints = _counted(parsed, named)
    for symbol, parts in complaints:
        context.warn(symbol, *parts)
    return known, own


def choose_keys(parsed: ParsedStatement, named: Sequence[tuple[str, str]]) -> None:
    """Writes at the tables of a statement which keys the hints for them leave: INDEX is FORCE INDEX, JOIN_INDEX is USE
    INDEX and NO_.. IGNORE INDEX, without names of all keys; without ranges a change of one table goes by no key. What
    ORDER_INDEX and GROUP_INDEX leave is not looked at (captured: clusters/keys_of_hints)."""
    node = parsed.node
    if not isinstance(node, exp.Expression):
        return
    changes = isinstance(node, (exp.Update, exp.Delete))
    known = _counted(parsed, named)[0]
    for source in node.find_all(exp.Table) if known else ():
        chosen = [
            (_KEY_VERBS[one.hint], one.keys)
            for one in known
            if one.table == source.alias_or_name and one.hint in _KEY_VERBS and (changes or one.hint in _OF_INDEXES)
        ]
        if chosen:
            source.meta[HINTED] = tuple(chosen)


def _counted(
    parsed: ParsedStatement, named: Sequence[tuple[str, str]]
) -> tuple[list[_Named], str, list[tuple[str, tuple[str, ...]]]]:
    """The same, with what is to be warned of: (symbol, parts)."""
    node = parsed.node
    complaints: list[tuple[str, tuple[str, ...]]] = []
    if not isinstance(node, exp.Expression) or sum(1 for _ in node.find_all(exp.Select)) > 1:
        return [], "", complaints
    own = next((_unquoted(text.strip("() \t\r\n")) for hint, text in named if hint == "QB_NAME"), _FIRST_BLOCK)
    known: list[_Named] = []
    for one in (one for hint, text in named for one in _read(hint, text)):
        is_other = one.block and one.block.lower() not in (own.lower(), _FIRST_BLOCK)
        if is_other and not (one.kind in _OF_JOINS and one.behind):
            complaints.append(("ER_WARN_UNKNOWN_QB_NAME", (f"`{one.block}`", one.hint)))
        elif any(_conflict(one, earlier) for earlier in known):
            complaints.append(("ER_WARN_CONFLICTING_HINT", (one.shown,)))
        else:
            known.append(one)
    return known, own, complaints


def _conflict(one: _Named, earlier: _Named) -> bool:
    if one.kind in _OF_JOINS or one.kind == "SUBQUERY":
        return False
    kinds = {one.kind, earlier.kind}
    if len(kinds) > 1 and not ("INDEX" in kinds and kinds & _INDEXES):
        return False
    if one.table != earlier.table:
        return not earlier.table
    if one.kind in _COMPOUND:
        return True
    ours, theirs = ({key.lower() for key in names.keys} for names in (one, earlier))
    return bool(ours & theirs) or not (ours or theirs)


def tell(
    runner: Execution, parsed: ParsedStatement, context: StatementContext, hints: Sequence[_Named], own: str
) -> None:
    """What is not there of what the hints of `told_as_read` name."""
    node = parsed.node
    if not hints or not isinstance(node, exp.Expression):
        return
    tables = {source.alias_or_name: source for source in node.find_all(exp.Table)}
    for message, hint in _unresolved(runner, context, [one for one in hints if one.table], tables, own):
        context.warn("ER_UNRESOLVED_HINT_NAME", message, hint)


def _unresolved(
    runner: Execution, context: StatementContext, hints: Sequence[_Named], tables: dict[str, exp.Table], own: str
) -> Iterator[tuple[str, str]]:
    ordered = [one for one in hints if one.kind not in _OF_JOINS]
    for table in dict.fromkeys(one.table for one in ordered):
        of_table = [one for one in ordered if one.table == table]
        shown = f"`{table}`@`{own}`"
        if table not in tables:
            for one in _in_order(of_table):
                if not one.keys or one.kind in _COMPOUND:
                    yield shown, one.hint
        keys = _keys_of(runner, context, tables.get(table))
        for key in dict.fromkeys(key.lower() for one in of_table for key in one.keys):
            if key in keys:
                continue
            for one in _in_order(of_table):
                spelled = next((name for name in one.keys if name.lower() == key), None)
                if spelled is not None:
                    yield f"{shown} `{spelled}`", one.hint
    for one in hints:
        if one.kind in _OF_JOINS and tables and one.table not in tables:  # captured: crafted/coordinates
            yield f"`{one.table}`" + (f"@`{one.block}`" if one.block else ""), one.hint


def _in_order(hints: Iterable[_Named]) -> list[_Named]:
    """The first of each kind."""
    first: dict[str, _Named] = {}
    for one in hints:
        first.setdefault(one.kind, one)
    return [first[kind] for kind in _OF_TABLES if kind in first]


def _keys_of(runner: Execution, context: StatementContext, source: exp.Table | None) -> frozenset[str]:
    if source is None:
        return frozenset()
    try:
        table = runner.front_end.database_of(context).table_of(source, context).definition
    except MySQLError:
        return frozenset()
    names = [key.name for key in table.keys] + [key.name for key in table.special_keys]
    return frozenset(name.lower() for name in names)


def _read(hint: str, text: str) -> Iterator[_Named]:
    kind = hint.removeprefix("NO_") if hint != "NO_RANGE_OPTIMIZATION" else hint
    if kind not in _OF_TABLES and kind not in _OF_JOINS and kind not in _OF_BLOCKS:
        return
    pieces = list(_PIECE.finditer(text.strip().removeprefix("(").removesuffix(")")))
    block = _unquoted(pieces[0]["block"] or "") if pieces else ""
    if kind in _OF_BLOCKS:
        yield _Named(hint, kind, "", block)
        return
    names = [(_unquoted(piece["name"]), _unquoted(piece["at"] or "")) for piece in pieces if piece["name"]]
    if kind in _OF_KEYS and names:
        (table, at), *keys = names
        together = [tuple(key for key, _ in keys)] if kind in _COMPOUND or not keys else [(key,) for key, _ in keys]
        for some in together:
            yield _Named(hint, kind, table, at or block, some, bool(at))
        return
    if not names and kind not in _OF_JOINS:
        yield _Named(hint, kind, "", block)
    for table, at in names:
        yield _Named(hint, kind, table, at or block, (), bool(at))


def _unquoted(name: str) -> str:
    return unquoted(name) if name.startswith("`") else name
