"""Whatever a statement's text is, it ends with an answer or an error of ours: no traceback, no endless loop."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from binwriter.catalog.schemas import Schema
from binwriter.errors import BinwriterError
from binwriter.scenario.notation import StepKind, read_scenario
from binwriter.server.server import Server

_GOLDEN = Path(__file__).parents[2] / "golden"
_SCENARIOS = sorted((_GOLDEN / "scenarios").glob("*_row.scn"))
_TOKEN = re.compile(r"\w+|`[^`]*`|'[^']*'|\s+|.", re.DOTALL)
_ODD = [
    "NULL",
    "-1",
    "''",
    "(",
    "))",
    "1e400",
    "9" * 30,
    "'\\",
    "@x",
    "@@",
    "*",
    ";",
    "--",
    "0x",
    "x'zz'",
    "\0",
    "/*",
    "`",
]
_STATEMENTS = 40


def _statements(path: Path) -> list[str]:
    return [step.text for step in read_scenario(path).steps if step.kind is StepKind.STATEMENT]


def _mutated(text: str, chance: random.Random) -> str:
    tokens = _TOKEN.findall(text)
    place, other = chance.randrange(len(tokens)), chance.randrange(len(tokens))
    match chance.randrange(6):
        case 0:
            del tokens[place]
        case 1:
            tokens.insert(place, tokens[other])
        case 2:
            tokens = tokens[:place]
        case 3:
            tokens[place], tokens[other] = tokens[other], tokens[place]
        case 4:
            tokens[place] = chance.choice(_ODD)
        case _:
            tokens.insert(place, chance.choice(_ODD))
    return "".join(tokens)


@pytest.mark.parametrize("path", _SCENARIOS, ids=lambda path: path.stem)
@pytest.mark.sampled(every=3)
@pytest.mark.sweep(every=30)
def test_mutated_statements_are_answered_or_refused(path: Path, tmp_path: Path) -> None:
    chance = random.Random(path.stem)
    server = Server(tmp_path, ("gtid-mode=OFF", "enforce-gtid-consistency=OFF"))
    server.front_end.catalog.schemas["test"] = Schema("test", 255)
    session = server.connect(database="test")
    statements = _statements(path)
    for text in statements[:_STATEMENTS]:
        for sent in (text, _mutated(chance.choice(statements), chance)):
            if session.closed:
                session = server.connect()
            try:
                session.run(sent)
            except BinwriterError:
                """Refused by name."""
    server.shutdown()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "SET =1",
            "SET @@GLOBAL.=1",
            "SET SESSION TRANSACTION",
            "DELETE FROMFROM t",
            "UPDATE t SET a",
            "UPDATE ..t SET a=1",
        ),
        *("SHOW INDEX FROMt", "SHOW BINLOG EVENTS FROM LIMIT", "ALTER DATABASE d CHARACTER latin1", "LOAD DATA INFILE"),
        *("(" * 200, "SELECT " + "(" * 3000, "SELECT " + "1+" * 5000 + "1", "SELECT " + "-" * 4000 + "1"),
    ],
    ids=lambda text: text[:24],
)
def test_bad_texts(text: str, tmp_path: Path) -> None:
    server = Server(tmp_path, ())
    server.front_end.catalog.schemas["test"] = Schema("test", 255)
    session = server.connect(database="test")
    before = server.position()
    try:
        # a server answers up to 31,996 signs before a number (asked of a 9.7.4); without a space they are no comment
        assert session.run(text).error is not None or text.startswith(("SELECT 1+", "SELECT -"))
    except BinwriterError:
        """Refused by name."""
    assert server.position() == before
    server.shutdown()
