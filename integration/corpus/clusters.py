"""In which way two answers differ, in words that the same cause has everywhere."""

from __future__ import annotations

import re

from binwriter.integration.corpus.sides import Answer

_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"[^\"]*\"|`[^`]*`|\b\d[\d.]*\b")


def cluster(real: Answer, here: Answer, statement: str) -> str | None:
    """None: they are the same. Else the difference without names and numbers, so that causes gather."""
    if real.lost:
        return None
    if here.lost:
        return f"connection lost: {_plain(here.lost)}"
    if here.error and (not real.error or here.error[0] != real.error[0]):
        expected = f"error {real.error[0]}" if real.error else "done"
        return f"{expected}, here error {here.error[0]}: {_plain(here.error[1])}"
    if real.error:
        if not here.error:
            return f"error {real.error[0]}, here done: {_plain(real.error[1])}"
        return None if here.error[1] == real.error[1] else f"text of error {real.error[0]}: {_plain(real.error[1])}"
    if real.columns != here.columns:
        return f"columns of {_kind(statement)}"
    if real.rows != here.rows:
        if sorted(map(repr, real.rows)) == sorted(map(repr, here.rows)):
            return None if "order by" not in statement.lower() else f"order of rows of {_kind(statement)}"
        return f"rows of {_kind(statement)}"
    if real.affected != here.affected:
        return f"affected rows of {_kind(statement)}"
    if real.warnings != here.warnings:
        return f"warnings: {_told(real.warnings, here.warnings)}, here {_told(here.warnings, real.warnings)}"
    if real.metadata != here.metadata:
        return f"metadata of {_kind(statement)}"
    return None


def _told(warnings: tuple[tuple[str, int, str], ...], others: tuple[tuple[str, int, str], ...]) -> str:
    """The first of the warnings that the other side does not give."""
    for _, number, text in (warning for warning in warnings if warning not in others):
        return f"{number} {_plain(text)}"
    return f"{len(warnings)}"


def _kind(statement: str) -> str:
    return " ".join(re.findall(r"[A-Za-z_]+", statement)[:2]).upper()


def _plain(text: str) -> str:
    return _QUOTED.sub("_", str(text))[:90]
