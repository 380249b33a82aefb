"""Figures that a harness puts at the end of its page in docs/reliability, behind a mark."""

from __future__ import annotations

from pathlib import Path

_MARK = "<!-- figures: made by the script, do not edit -->\n"
_PAGES = Path(__file__).resolve().parents[2] / "docs" / "reliability"


def put_figures(page: str, lines: list[str]) -> None:
    """Replaces what stands behind the mark. page: `damage`. lines: Markdown."""
    path = _PAGES / f"{page}.md"
    before, mark, _ = path.read_text(encoding="utf-8").partition(_MARK)
    path.write_text(before + (mark or _MARK) + "\n" + "\n".join(lines) + "\n", encoding="utf-8")
