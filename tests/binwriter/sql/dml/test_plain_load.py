"""LOAD DATA of plain files takes a way of its own; it must leave what the exact way leaves."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from binwriter.server.server import Server
from binwriter.sql.dml.load import run as load
from binwriter.sql.text.value_lists import text_of
from tests.binwriter.sql.dml.test_plain_rows import LITERALS, TYPES, answers_of
from tests.examples import examples

_FIELDS = (r"\N", r"a\tb", r"a\\", "a\\\tb", "", "NULL", r"\Nx", r"a\Nb", "1\t2", "x", "-0", "-0.0", "0000-00-00")
_FORMATS = ("", "FIELDS TERMINATED BY ','", "FIELDS ESCAPED BY ''", "FIELDS ESCAPED BY '#'", "IGNORE 2 LINES")
_MODES = ("STRICT_TRANS_TABLES", "", "NO_AUTO_VALUE_ON_ZERO")


def _outcome(statements: list[str], content: bytes, *, plain: bool, lines: int) -> list[Any]:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setattr(load, "_LINES", lines)
        if not plain:
            patch.setattr(load._Load, "write_plain", lambda self, content: False)
        with Server(Path(folder)) as server:
            server.front_end.database.files.local["f"] = content
            session = server.connect()
            session.execute("SET GLOBAL local_infile=1")
            answers = answers_of(session, statements)
        return [*answers, (Path(folder) / "binlog.000001").read_bytes()]


@st.composite
def loads(draw: st.DrawFn) -> tuple[list[str], bytes]:
    types = draw(st.lists(st.sampled_from(list(TYPES)), min_size=1, max_size=4))
    counter = "id INT AUTO_INCREMENT, " if draw(st.booleans()) else "id INT DEFAULT 3, "
    columns = ", ".join(f"c{number} {kind}" for number, kind in enumerate(types))
    listed = draw(st.sampled_from(("", " (" + ", ".join(f"c{number}" for number in range(len(types))) + ")")))
    separator = "," if "TERMINATED" in (chosen := draw(st.sampled_from(_FORMATS))) else "\t"
    odd = draw(st.lists(st.sampled_from((*_FIELDS, *(_bare(cell) for cell in LITERALS))), max_size=2))
    pools = [
        st.sampled_from((*(_bare(cell) for cell in TYPES[kind]), *(odd if draw(st.booleans()) else ())))
        for kind in types
    ]
    identities = st.sampled_from(draw(st.sampled_from(((r"\N",), ("1", "2", "3", "0"), tuple(map(str, range(30)))))))
    rows = draw(st.lists(st.tuples(*(() if listed else (identities,)), *pools), max_size=9))
    text = "\n".join(separator.join(row) for row in rows) + draw(st.sampled_from(("\n", "")))
    how = draw(st.sampled_from(("", "", "IGNORE ", "REPLACE ")))
    engine = draw(st.sampled_from(("InnoDB", "MyISAM")))
    statements = [
        *("CREATE DATABASE d", "USE d", f"SET sql_mode='{draw(st.sampled_from(_MODES))}'"),
        f"SET binlog_format={draw(st.sampled_from(('ROW', 'STATEMENT')))}",
        f"CREATE TABLE t ({counter}{columns}, PRIMARY KEY (id)) ENGINE={engine}",
        f"LOAD DATA LOCAL INFILE 'f' {how}INTO TABLE t {chosen}{listed}",
        *("SHOW WARNINGS", "SELECT * FROM t", "SELECT LAST_INSERT_ID()"),
    ]
    return statements, text.encode()


def _bare(cell: str) -> str:
    return r"\N" if cell in ("NULL", "null") else text_of(cell).replace("\n", " ") if cell[0] == "'" else cell


@pytest.mark.slow
@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(loads(), st.sampled_from((1, 3, 10_000)))
def test_both_ways_leave_the_same(case: tuple[list[str], bytes], lines: int) -> None:
    statements, content = case
    plain = _outcome(statements, content, plain=True, lines=lines)
    assert plain == _outcome(statements, content, plain=False, lines=lines)
