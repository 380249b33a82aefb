"""What SQL does on older servers, and that nobody else compares versions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields

import pytest

from binwriter.formats.servers import NEWEST, PROFILES
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.versions import behaviour_of
from tests.conftest import PROJECT

_PLACES = {"formats/servers.py", "binwriter/binlog/rules/policies.py", "binwriter/mysql/versions.py"}
# tables by version: words, character sets, texts, functions and their lengths
_TABLES = {
    "binwriter/sql/grammar/by_version.py",
    "binwriter/sql/grammar/charsets_by_version.py",
    "binwriter/sql/grammar/deprecated_words.py",
    "binwriter/sql/grammar/old.py",
    "binwriter/sql/system/captured.py",
    "binwriter/sql/text/lexer.py",
    "binwriter/mysql/messages/by_version.py",
}
_FUNCTIONS = ("binwriter/sql/functions/", "binwriter/sql/types/")  # since and until of functions


def test_the_newest_server_has_the_defaults() -> None:
    assert behaviour_of(NEWEST.version_number) == Behaviour()


@pytest.mark.parametrize("field", fields(Behaviour), ids=lambda field: field.name)
def test_every_difference_is_one_between_servers_that_there_are(field: object) -> None:
    name = field.name  # type: ignore[attr-defined]
    values = [getattr(behaviour_of(profile.version_number), name) for profile in PROFILES.values()]
    assert len(set(values)) > 1
    assert {type(value) for value in values} == {type(getattr(Behaviour(), name))}


def test_a_version_differs_from_the_next_newer_one_only_by_what_its_block_says() -> None:
    assert behaviour_of(90000).has_native_password is False
    assert behaviour_of(89999).has_native_password is True
    assert [behaviour_of(version).ignore_forgives_keys for version in (50520, 50562, 50621, 50718)] == [
        *(False, True, False, True)
    ]


def _comparisons() -> Iterator[tuple[str, int, str]]:
    """(file, line, text) of each comparison of a version's number."""
    for room in ("binwriter", "formats"):
        for path in (PROJECT / room).rglob("*.py"):
            name = str(path.relative_to(PROJECT))
            if path.is_symlink() or name.startswith(("binwriter/formats", "binwriter/integration")):
                continue
            text = path.read_text("utf-8")
            for node in ast.walk(ast.parse(text)) if "version" in text else ():
                if isinstance(node, ast.Compare):
                    yield name, node.lineno, ast.unparse(node)


def test_versions_are_compared_in_three_files() -> None:
    # not a log's own version
    number = re.compile(r"version_number\b|(?<!log\.)\bversion(?:_of\(\w+\))? (?:<|>|in |not in )|(?:<|>)=? version\b")
    wrong = [
        f"{name}:{line}: {text}"
        for name, line, text in _comparisons()
        if name not in _PLACES | _TABLES and not name.startswith(_FUNCTIONS) and number.search(text)
    ]
    assert wrong == []


def test_no_module_has_a_version_of_its_own() -> None:
    constant = re.compile(
        r"^_?(?:FIRST_\w+|\w+_SINCE|SINCE)(?:: int)? = (?:5[01567]|8[0-9]|9[0-9])\d{3}\b", re.MULTILINE
    )
    files = [path for room in ("binwriter", "formats") for path in (PROJECT / room).rglob("*.py")]
    wrong = [
        str(path.relative_to(PROJECT))
        for path in files
        if constant.search(path.read_text("utf-8"))
        and not str(path.relative_to(PROJECT)).startswith(_FUNCTIONS)
        and str(path.relative_to(PROJECT)) not in _TABLES
    ]
    assert wrong == []
