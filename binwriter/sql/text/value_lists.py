"""VALUES lists of many literals, cut into cells without a token or a node for each.

The statement that goes on to the reader has the first rows alone; the cells of all of them go along with its tree.
What is not plain (expressions, comments, other modes than the usual ones) is left to the reader as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from sqlglot import exp

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.raw_bytes import has_raw
from binwriter.sql.text import computed_cells

MARK = "="  # before a cell that is no literal: none begins so
VARIABLE = MARK + "@"
LITERALS = "literals"  # meta key of exp.Values: see `ValueList`

_NAME = r"(?:`[^`]++`|[A-Za-z_$][\w$\x80-\U0010ffff]*+)"
_HEAD = pattern(
    rf"\s*+(?:INSERT|REPLACE)(?:\s++(?:LOW_PRIORITY|HIGH_PRIORITY|IGNORE|INTO)\b)*+\s*+{_NAME}(?:\s*+\.\s*+{_NAME})?"
    rf"\s*+(?:\(\s*+{_NAME}(?:\s*+,\s*+{_NAME})*+\s*+\)\s*+)?VALUES?\s*+(?=\()",
    re.IGNORECASE | re.ASCII,
)
_STRING = r"'[^'\\]*+(?:(?:\\.|'')[^'\\]*+)*+'"
# longer ones are not calculated with as they stand, and larger exponents are beyond DOUBLE
_NUMBER = r"-?[0-9]{1,50}+(?:\.[0-9]{0,30}+)?+(?:[eE][+-]?[0-9]{1,2}+)?+"
# as most programs write them; behind them what people do, which `_canonical` writes otherwise
_USUAL_LITERAL = rf"{_STRING}|{_NUMBER}|NULL|null|DEFAULT|default|0x[0-9A-Fa-f]++|_binary {_STRING}"
_OF_PEOPLE = (
    r'"[^"\\]*+(?:(?:\\.|"")[^"\\]*+)*+"',
    rf"[Nn]{_STRING}",
    r"[bB]'[01]{1,64}+'|0b[01]{1,64}+",
    r"[xX]'(?:[0-9A-Fa-f]{2})++'",
    r"(?i:true|false|null)\b",
)
_LITERAL = "|".join((_USUAL_LITERAL, *_OF_PEOPLE))
_TAIL = pattern(r"ON\s++DUPLICATE\s++KEY\s++UPDATE\s", re.IGNORECASE | re.ASCII)
_NAMED_TAIL = pattern(
    rf"(?:AS\s++{_NAME}\s*+(?:\(\s*+{_NAME}(?:\s*+,\s*+{_NAME})*+\s*+\)\s*+)?)?ON\s++DUPLICATE\s++KEY\s++UPDATE\s",
    re.IGNORECASE | re.ASCII,
)
_CELL = pattern(rf"\s*+({_LITERAL})\s*+([,)])", re.DOTALL | re.ASCII)
_ALIKE = pattern(
    rf"\(\s*+(?:\?|{_LITERAL})(?:\s*+,\s*+(?:\?|{_LITERAL}))*+\s*+\)(\s*+,\s*+)(?=\()", re.DOTALL | re.ASCII
)
_STRINGS = pattern(rf"{_STRING}|{_OF_PEOPLE[0]}", re.DOTALL | re.ASCII)
_BETWEEN_ROWS = pattern(r"\)\s*+,\s*+\(", re.ASCII)
_NEXT_ROW = pattern(r"\s*+(?:,\s*+(\()|\Z|(?=ON\s))", re.IGNORECASE | re.ASCII)
LEAST_ROWS = 4
_KEPT = 2  # rows; of more than one row a server says other things than of one
_MOST_COLUMNS = 1000
_BYTES = "_binary "

# how the usual ones begin
_OF_PROGRAMS = frozenset("'-0123456789NnDd_")
_NULL = "NULL"
_LAST_OF_ASCII = "\x7f"
_LAST_OF_UTF8MB3 = "\uffff"
_QUOTES = pattern(r"\\.|\"\"|'", re.DOTALL)

_ESCAPED = pattern(r"\\(.)|''", re.DOTALL)
_ESCAPES = {"0": "\0", "b": "\b", "n": "\n", "r": "\r", "t": "\t", "Z": "\x1a", "%": "\\%", "_": "\\_"}


_BETWEEN, _BACKSLASH = "\x1e", "\x1f"  # what a text hardly has
_USUAL = [("\\" + character, character) for character in "'\""] + [
    ("\\" + name, character) for name, character in _ESCAPES.items() if len(character) == 1
]
_RARE = pattern(rf"\\[^\\{''.join(escape[1] for escape, _ in _USUAL)}]")


@dataclass(slots=True)
class ValueList:
    """columns: of each the literals, as they are written, one a row. computed: some are no literals, and begin with
    `MARK`."""

    columns: tuple[tuple[str, ...], ...]
    computed: bool = False

    def __len__(self) -> int:
        return len(self.columns[0])

    def __deepcopy__(self, memo: object) -> ValueList:  # with each copy of the tree
        return self

    def forget(self) -> None:
        """Once the statement has run: trees refer to one another, and may stand for a while."""
        self.columns = ()

    def row(self, number: int) -> list[str]:
        """The literals of one row, from 0."""
        return [column[number] for column in self.columns]

    def tuples(self) -> list[exp.Tuple]:
        """All rows as a reader makes them."""
        return [exp.Tuple(expressions=[node_of(cell) for cell in row]) for row in zip(*self.columns, strict=True)]


@dataclass(frozen=True, slots=True)
class CutStatement:
    """text: the statement with its first rows. values: all rows. head: what stands around the rows. national: how
    many literals N'..' there are, and how many of them behind the first rows."""

    text: str
    values: ValueList
    head: tuple[str, str]
    national: tuple[int, int] = (0, 0)

    def first_cells(self) -> list[str]:
        """The literals of the rows in the text."""
        return [cell for number in range(min(len(self.values), _KEPT)) for cell in self.values.row(number)]

    def attach(self, tree: object) -> bool:
        """Gives the tree of the text all rows. False if it is not what it was taken for."""
        source = tree.args.get("expression") if isinstance(tree, exp.Insert) else None
        if not isinstance(source, exp.Values):
            return False
        source.meta[LITERALS] = self.values
        return True


def cut_values(text: str, *, unicode: bool = True) -> CutStatement | None:
    """A statement of several rows of literals; None for any other. unicode: clients send UTF-8, as which the bytes of
    N'..' are read."""
    head = _HEAD.match(text)
    if head is None:
        return None
    width = _width(text, head.end())
    if not width:
        return _cut_computed(text, head[0])
    pattern = _rows(width, _USUAL_LITERAL)
    cut = _cells(pattern, text, head.end())
    if not (is_usual := cut is not None):
        pattern = _rows(width, _LITERAL)
        cut = _cells(pattern, text, head.end())
    if cut is None:
        return None
    cells, tail = cut
    national, columns = (0, 0), cells
    if not is_usual:
        last = _LAST_OF_UTF8MB3 if unicode else _LAST_OF_ASCII
        if any(_is_national(cell) and max(cell) > last for cell in chain(*cells)):
            return None
        national = _national(cells, 0), _national(cells, _KEPT)
        columns = [tuple(map(_canonical, column)) for column in cells]
    if has_raw(text) and any(has_raw(cell) and not cell.startswith(_BYTES) for cell in chain(*cells)):
        return None
    end = head.end()
    for _ in range(min(len(cells[0]), _KEPT)):
        row = pattern.match(text, end)
        assert row is not None
        end = row.end()
    first = text[:end].rstrip(", \t\r\n")
    return CutStatement(f"{first} {tail}" if tail else first, ValueList(tuple(columns)), (head[0], tail), national)


def _cells(pattern: re.Pattern[str], text: str, begin: int) -> tuple[list[tuple[str, ...]], str] | None:
    """The rows' literals by column, and what stands behind the rows; None if they are not all of these."""
    found = pattern.findall(text, begin)
    tail = found.pop()[-1] if found[-1][-1] else ""
    if len(found) < LEAST_ROWS or (tail and _NAMED_TAIL.match(tail) is None):
        return None
    if not (tail or text.rstrip().endswith(")")) or has_raw(tail):
        return None
    *cells, _ = zip(*found, strict=True)
    return cells, tail


@dataclass(frozen=True, slots=True)
class RowsAlike:
    """Rows that are written alike. begin: of the first in the text; length: of one, with the `between` characters
    behind it; parameters: of one."""

    begin: int
    rows: int
    length: int
    between: int
    parameters: int


def rows_alike(text: str) -> RowsAlike | None:
    """Of an INSERT with parameters, if there are two at least."""
    head = _HEAD.match(text)
    first = None if head is None else _ALIKE.match(text, head.end())
    if head is None or first is None or not (parameters := _STRINGS.sub("", first[0]).count("?")):
        return None
    row, between = first[0][: -len(first[1])], first[1]
    rows, at, unit = 1, head.end() + len(row), between + row
    while text.startswith(unit, at):
        rows, at = rows + 1, at + len(unit)
    tail = text[at:].lstrip()
    if tail and _TAIL.match(tail) is None:
        return None
    return RowsAlike(head.end(), rows, len(unit), len(between), parameters)


def _cut_computed(text: str, head: str) -> CutStatement | None:
    """The same of rows in which cells are computed, one cell after the other."""
    if text.count("(", len(head)) < LEAST_ROWS or len(_BETWEEN_ROWS.findall(text, len(head))) < LEAST_ROWS - 1:
        return None
    if has_raw(text):
        return None
    rows: list[list[str]] = [[]]
    known: dict[str, str | None] = {}
    at, kept, match = len(head) + 1, 0, computed_cells.cell_pattern(_LITERAL).match
    while (found := match(text, at)) is not None:
        cell, behind = found.groups()
        canonical = known[cell] if cell in known else known.setdefault(cell, _canonical_or_computed(cell))
        if canonical is None:
            return None
        rows[-1].append(canonical)
        at = found.end()
        if behind == ",":
            continue
        if len(rows) <= _KEPT:
            kept = at
        following = _NEXT_ROW.match(text, at)
        if following is None or len(rows[-1]) != len(rows[0]):
            return None
        at = following.end()
        if following[1] is None:
            break
        rows.append([])
    tail = text[at:]
    if found is None or len(rows) < LEAST_ROWS or (tail and (_TAIL.match(tail) is None or "@" in tail)):
        return None
    values = ValueList(tuple(zip(*rows, strict=True)), computed=True)
    return CutStatement(f"{text[:kept]} {tail}" if tail else text[:kept], values, (head, tail))


def _canonical_or_computed(cell: str) -> str | None:
    """None for what is left to the reader."""
    if computed_cells.is_computed(cell):
        taken = cell[0] == "@" or computed_cells.is_taken(computed_cells.shape(cell))
        return MARK + cell if taken else None
    return None if _is_national(cell) else _canonical(cell)


def _is_national(cell: str) -> bool:
    return cell[0] in "Nn" and cell[1] == "'"


def _national(columns: Sequence[Sequence[str]], first: int) -> int:
    return sum(_is_national(cell) for column in columns for cell in column[first:])


def _canonical(cell: str) -> str:
    """What people write, as programs do."""
    first = cell[0]
    if first in _OF_PROGRAMS and not cell.startswith("0b"):
        return cell[1:] if _is_national(cell) else _NULL if first in "Nn" else cell
    if first == '"':
        return "'" + _QUOTES.sub(_requoted, cell[1:-1]) + "'"
    if first in "xX":
        return "0x" + cell[2:-1]
    if first in "bB":
        return "b" + cell[1:]
    return f"b'{cell[2:]}'" if first == "0" else "1" if first in "tT" else "0"


def _requoted(match: re.Match[str]) -> str:
    """Of a string in double quotes."""
    found = match[0]
    return '"' if found == '""' else "''" if found == "'" else found


def _width(text: str, begin: int) -> int:
    """How many literals the first row has; 0 if it has anything else."""
    at, width, last = begin + 1, 0, ""
    while last != ")":
        cell = _CELL.match(text, at)
        if cell is None or width == _MOST_COLUMNS:
            return 0
        at, last = cell.end(), cell[2]
        width += 1
    return width


@lru_cache(maxsize=64)
def _rows(width: int, literal: str) -> re.Pattern[str]:
    """Row after row, each cell a group; what is none of them goes into the last group as a whole."""
    cells = r"\s*+,\s*+".join([rf"({literal})"] * width)
    return re.compile(rf"\(\s*+{cells}\s*+\)\s*+(?:,\s*+|\Z|(?=[oO][nN]\s|[aA][sS]\s))|(.++)", re.DOTALL | re.ASCII)


def text_of(cell: str) -> str:
    """What a string in quotes says."""
    inner = cell[1:-1]
    if "\\" not in inner and "'" not in inner:
        return inner
    return _ESCAPED.sub(_unescaped, inner)


def string_literal(text: str) -> str:
    """The cell of a text: in quotes, which double; a backslash doubles, too (MySQL manual, "String Literals")."""
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


def texts_of(cells: Sequence[str]) -> list[str]:
    """What strings in quotes say, each as `text_of` has it; the usual escapes of all of them at once."""
    whole = _BETWEEN.join([cell[1:-1] for cell in cells])
    if whole.count(_BETWEEN) >= len(cells):
        return [text_of(cell) for cell in cells]
    if "\\" not in whole:
        return whole.replace("''", "'").split(_BETWEEN)
    if "''" in whole or _BACKSLASH in whole or _RARE.search(whole):
        return [text_of(cell) for cell in cells]
    whole = whole.replace("\\\\", _BACKSLASH)
    for escape, character in _USUAL:
        whole = whole.replace(escape, character)
    return whole.replace(_BACKSLASH, "\\").split(_BETWEEN)


def _unescaped(match: re.Match[str]) -> str:
    character = match[1]
    return "'" if character is None else _ESCAPES.get(character, character)


def bytes_text(cell: str) -> str | None:
    """What a string behind _binary says, None of another literal."""
    return text_of(cell[len(_BYTES) :]) if cell.startswith(_BYTES) else None


def node_of(cell: str) -> exp.Expression:
    """A literal as the reader makes it."""
    first = cell[0]
    if first == "'":
        return exp.Literal(this=text_of(cell), is_string=True)
    if first == MARK:
        return computed_cells.node_of_computed(cell[1:], text_of)
    if first in "Nn":
        return exp.Null()
    if first in "Dd":
        return exp.Var(this=cell)
    if first == "_":
        return exp.Introducer(this=_BYTES.strip(), expression=exp.Literal(this=bytes_text(cell), is_string=True))
    if first == "-":
        return exp.Neg(this=node_of(cell[1:]))
    if cell.startswith("0x"):
        return exp.HexString(this=cell[2:])
    if first == "b":
        return exp.BitString(this=cell[2:-1])
    return exp.Literal(this=cell, is_string=False)


def kinds(cells: Sequence[str]) -> set[str]:
    """The first characters of the cells, by which they are told apart."""
    return {cell[0] for cell in cells}
