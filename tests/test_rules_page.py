"""docs/rules.md names what exists: modules and functions, tests, scenarios; and no rule of the documents is missing."""

from __future__ import annotations

import importlib
import re

import pytest

from binwriter.statement.unsafe_texts import UNSAFE_TEXTS
from binwriter.statement.values import UnsafeReason

from .conftest import PROJECT

PAGE = (PROJECT / "docs" / "rules.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| Rule |", "| Text |"))
]
SCENARIOS = PROJECT / "tests" / "golden" / "scenarios"
SEEDS = PROJECT.parent / "shared" / "seeds"


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


SYMBOLS = sorted({name for row in ROWS for name in quoted(row[1])})
SHOWN_BY = sorted({name for row in ROWS for name in quoted(row[3])})


def test_every_row_has_a_place_and_a_proof() -> None:
    assert len(ROWS) > 60
    for row in ROWS:
        assert len(row) == 4, row
        assert quoted(row[1]) and quoted(row[3]), row[0]


@pytest.mark.parametrize("name", SYMBOLS)
def test_what_is_named_exists(name: str) -> None:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(["binwriter", *parts[:length]]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            fields = getattr(found, "__dataclass_fields__", {})
            if attribute in fields:
                return
            found = getattr(found, attribute)
        return
    pytest.fail(f"no such module: {name}")


@pytest.mark.parametrize("name", SHOWN_BY)
def test_what_shows_it_exists(name: str) -> None:
    if name.startswith("scenario "):
        wanted = name.removeprefix("scenario ")
        names = (
            [wanted] if not wanted.endswith("_*") else [wanted[:-1] + form for form in ("statement", "mixed", "row")]
        )
        assert all((SCENARIOS / f"{one}.scn").is_file() for one in names), name
        return
    path, _, function = name.partition("::")
    text = (PROJECT / path).read_text("utf-8")
    assert not function or re.search(rf"^def {function}\(", text, re.MULTILINE), name


def test_every_named_rule_of_the_documents_is_here() -> None:
    if not SEEDS.is_dir():
        pytest.skip("the documents are not here")
    named = set()
    for path in SEEDS.glob("*.txt"):
        text = path.read_text("utf-8")
        named |= set(re.findall(r"^\((D-[\w-]+|PR-[\w-]+|R-[\w-]+)\)", text, re.MULTILINE))
        named |= set(re.findall(r"ER_BINLOG_\w+", text))
    assert len(named) > 20
    assert {name for name in named if name not in PAGE} == set()


def test_every_class_of_unsafe_statements_has_its_text() -> None:
    assert set(UNSAFE_TEXTS) == set(UnsafeReason)
