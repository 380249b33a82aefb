"""An explanation on the terminal: a table with rich, else plain lines; then the rules that it names."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator

from binwriter.cli.event_table import one_line
from binwriter.cli.streams import as_is
from binwriter.cli.visible import visible
from binwriter.explain.model import Explanation, PartView, StatementView
from binwriter.explain.words import (
    answer_text,
    moves_text,
    safety_text,
    shown_parts,
    statement_text,
    tables_text,
    transaction_text,
    waited_text,
)
from binwriter.mysql.secret_text import without_secrets

# Narrower, its columns would break words.
_TABLE_WIDTH = 140
# of what is said of a statement, in lines
_INDENT = 12
_COLUMNS = ("#", "session", "statement", "kind", "safe", "format", "caches and log")


def print_explanation(explanation: Explanation, *, lines: bool = False) -> None:
    """Prints it in the form that fits standard output. lines: not as a table, though it would fit."""
    width = shutil.get_terminal_size().columns if is_terminal() else 0
    if width >= _TABLE_WIDTH and not lines:
        try:
            _print_table(explanation)
            return
        except ImportError:
            pass
    for line in plain_lines(explanation):
        for folded in folded_lines(line, width):
            print(folded)


def folded_lines(line: str, width: int) -> list[str]:
    """The line in pieces of at most `width` columns, if it has to be, broken between words and indented as it was.

    A word that is wider by itself stays whole. width 0: any.
    """
    if not width or len(line) <= width:
        return [line]
    indent = " " * (_INDENT if line[:4].strip().isdigit() else len(line) - len(line.lstrip()) + 4)
    options = {"break_long_words": False, "break_on_hyphens": False, "drop_whitespace": True}
    return textwrap.wrap(line, max(width, len(indent) + 20), subsequent_indent=indent, **options)  # type: ignore[arg-type]


def is_terminal() -> bool:
    """Whether somebody looks."""
    return sys.stdout.isatty()


def plain_lines(explanation: Explanation) -> Iterator[str]:
    """A block of lines for each statement, then the rules."""
    for statement in explanation.statements:
        if not _worth_a_line(statement):
            continue
        yield f"{statement.number:>4} {statement.session:<6} {one_line(statement_text(statement))}"
        for line in _facts(statement, explanation):
            yield f"            {one_line(line)}"
    yield ""
    yield "rules"
    for name, (says, source) in explanation.rules.items():
        yield f"  {name}"
        yield f"      {says} [{source}]"
    yield ""
    for name, size in explanation.files:
        yield f"{name} ({size:,} bytes)"


def _worth_a_line(statement: StatementView) -> bool:
    return statement.kind not in ("start", "end") or bool(statement.moves or statement.file_events)


def _facts(statement: StatementView, explanation: Explanation) -> Iterator[str]:
    for index, part in enumerate(statement.parts):
        if part not in shown_parts(statement):
            continue
        if part.depth or part.text != statement.sql:
            yield f"runs {part.text}" if part.text else f"runs {part.command}"
        yield from filter(None, (tables_text(part), *_layer_1(part), part.note))
        for text, rule in moves_text(statement, explanation, index):
            yield f"{text}  [{rule}]"
    if not statement.parts:
        for text, rule in moves_text(statement, explanation):
            yield f"{text}  [{rule}]"
    for number in statement.file_events:
        event = explanation.events[number]
        yield f"{event.type} at {event.file}:{event.position}-{event.end}  [{event.rule}]"
    yield from filter(None, (waited_text(statement), transaction_text(statement), answer_text(statement)))
    for level, code, message in statement.warnings:
        yield f"{level} {code}: {message}"


def _layer_1(part: PartView) -> Iterator[str]:
    kind = f"{part.kind}-statement" if part.kind else ""
    safety = safety_text(part)
    if safety:
        why = f": {'; '.join(part.unsafe)}" if part.unsafe else ""
        yield f"{kind}, {safety}{why}"
    if part.format:
        yield f"{part.format}  [{part.rule}]"


def _shown(piece: tuple[str, str]) -> tuple[str, str]:
    text, style = piece
    return visible(without_secrets(text)), style


def _print_table(explanation: Explanation) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(file=as_is(sys.stdout), highlight=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in _COLUMNS:
        table.add_column(name, overflow="fold", justify="right" if name == "#" else "left")
    for statement in explanation.statements:
        if _worth_a_line(statement):
            quiet = statement.phase == "setup" or not (statement.moves or statement.error or statement.file_events)
            for cells in _rows(statement, explanation):
                table.add_row(
                    *(
                        Text.assemble(*((visible(without_secrets(text)), style) for text, style in cell))
                        for cell in cells
                    ),
                    style="dim" if quiet else "",
                )
    console.print(table)
    rules = Table("rule", "says", "source", box=box.SIMPLE_HEAD, pad_edge=False)
    for name, (says, source) in explanation.rules.items():
        rules.add_row(Text(name, style="bold"), Text(says), Text(source, style="dim"))
    console.print(rules)
    for name, size in explanation.files:
        console.print(visible(f"{name} ({size:,} bytes)"), markup=False)


_Cell = list[tuple[str, str]]  # pieces of text with their styles
_KIND_STYLES = {"T": "bold blue", "N": "bold yellow", "M": "bold magenta"}
_MOVE_STYLES = (("flushed", "green"), ("written", "green"), ("lost", "red"))
_LONGEST_WARNING = 72  # characters; JSON has them whole


def _rows(statement: StatementView, explanation: Explanation) -> Iterator[list[_Cell]]:
    """A row a part; the first one has the statement."""
    shown = shown_parts(statement)
    indexes = [index for index, part in enumerate(statement.parts) if part in shown] or [-1]
    for index in indexes:
        part = statement.parts[index] if index >= 0 else None
        first, last = index == indexes[0], index == indexes[-1]
        head = [[(str(statement.number), "")], [(statement.session, "cyan")]] if first else [[], []]
        yield [
            *head,
            _statement_cell(statement, part, first=first),
            [(part.kind, _KIND_STYLES.get(part.kind, ""))] if part is not None else [],
            _safety_cell(part),
            [(part.format, ""), (f"\n{part.rule}" if part.rule else "", "dim")] if part is not None else [],
            _log_cell(statement, explanation, index, last=last),
        ]


def _statement_cell(statement: StatementView, part: PartView | None, *, first: bool) -> _Cell:
    lines = [(one_line(statement_text(statement)), "bold")] if first else []
    if part is not None and part.text and (part.depth or part.text != statement.sql):
        lines.append((f"runs {one_line(part.text)}", ""))
    if part is not None and part.tables:
        lines.append((tables_text(part), "dim"))
    return _joined(lines)


def _safety_cell(part: PartView | None) -> _Cell:
    if part is None:
        return []
    lines = [(safety_text(part), "" if part.safe else "yellow")]
    return _joined([*lines, *((name, "dim") for name in part.unsafe)])


def _log_cell(statement: StatementView, explanation: Explanation, index: int, *, last: bool) -> _Cell:
    lines = []
    for text, rule in moves_text(statement, explanation, index if index >= 0 else None):
        lines.append((text, next((style for word, style in _MOVE_STYLES if word in text), "")))
        lines.append((rule, "dim"))
    if index >= 0 and statement.parts[index].note:
        lines.append((statement.parts[index].note, "dim"))
    if last:
        for number in statement.file_events:
            event = explanation.events[number]
            lines.append((f"{event.type} at {event.file}:{event.position}-{event.end}", "green"))
        lines += [(text, "") for text in (waited_text(statement), transaction_text(statement)) if text]
        lines += [(text, "red") for text in (answer_text(statement),) if text]
        lines += [(f"{level} {code}: {_shortened(message)}", "yellow") for level, code, message in statement.warnings]
    return _joined(lines)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_WARNING else f"{text[: _LONGEST_WARNING - 3]}..."


def _joined(lines: list[tuple[str, str]]) -> _Cell:
    """One piece a line."""
    shown = [line for line in lines if line[0]]
    return [(("\n" if number else "") + text, style) for number, (text, style) in enumerate(shown)]
