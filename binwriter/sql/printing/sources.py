"""Tables of FROM as they are printed: partitions, hints of indexes, names of columns; and which windows are kept."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from binwriter.mysql.identifiers import quoted

_PRIMARY = "PRIMARY"


def partitions_text(node: exp.Expression) -> str:
    """PARTITION (..)."""
    chosen = node.args.get("partition")
    return f" PARTITION ({','.join(quoted(part.name) for part in chosen.expressions)})" if chosen is not None else ""


def hints_text(node: exp.Expression) -> str:
    """USE, IGNORE and FORCE INDEX: one hint for each index (captured: clusters/views_as_printed)."""
    return "".join(_hint(hint) for hint in node.args.get("hints") or ())


def _hint(hint: exp.Expression) -> str:
    target = hint.args.get("target")
    head = f" {str(hint.this).upper()} INDEX" + (f" FOR {str(target).upper()}" if target else "")
    names = [name.name for name in hint.expressions]
    shown = [_PRIMARY if name.upper() == _PRIMARY else quoted(name) for name in names]
    return "".join(f"{head} ({name})" for name in shown) or f"{head} ()"


def columns_text(node: exp.Expression) -> str:
    """The names of the columns of a derived table."""
    alias = node.args.get("alias")
    columns = [column.name for column in alias.args.get("columns") or ()] if alias is not None else []
    return f" ({','.join(map(quoted, columns))})" if columns else ""


def used_windows(node: exp.Select) -> list[exp.Expression]:
    """Those of WINDOW that a function, or a window that is used, names."""
    windows = {window.name.lower(): window for window in node.args.get("windows") or ()}
    named: set[str] = set()
    waiting = _names(part for part in node.walk() if isinstance(part, exp.Window) and part not in windows.values())
    while waiting:
        name = waiting.pop()
        if name in windows and name not in named:
            named.add(name)
            waiting += _names([windows[name]])
    return [window for name, window in windows.items() if name in named]


def _names(windows: Iterable[exp.Expr]) -> list[str]:
    return [window.alias.lower() for window in windows if window.alias]
