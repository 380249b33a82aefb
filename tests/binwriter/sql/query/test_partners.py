"""Joins that look for partners by equal values give the rows of joins that look at every pair, in the same order."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from binwriter.server.server import Server
from binwriter.server.session import Session
from binwriter.sql.query.joins import partners
from binwriter.sql.query.joins import rows as joined_rows

_ON = (
    "ON x.id = y.id", "ON x.id = y.k", "ON x.s = y.s", "ON x.id = y.id AND y.k > 2", "ON x.id = y.id AND x.k = 1",
    "USING (id)", "USING (id, k)", "USING (s)", "ON x.id = y.id OR x.k = y.k", "ON x.id = y.s", "ON y.id = y.k",
    "ON x.id = y.id AND LOWER(y.s) = 'a'", "ON UPPER(x.s) = 'A' AND x.k = y.k", "ON 1 / y.k > 0.4 AND x.id = y.id",
    "ON x.id = y.id AND 1 / x.k > 0.4",
)  # fmt: skip
_JOINS = ("JOIN", "LEFT JOIN", "RIGHT JOIN")
_MORE = ("", " LEFT JOIN t z USING (id)", " JOIN q z ON z.k = y.k", " LEFT JOIN q z ON z.id = x.id AND z.s = y.s")
_WHERE = (
    "",
    " WHERE LENGTH(y.s) = 1 AND x.k = y.k",
    " WHERE y.id IS NULL",
    " WHERE x.k = 2",
    " WHERE y.k > 1 OR x.id IS NULL",
)
_DRAWN = 60  # of some 600
_CHANGES = (
    "UPDATE t x {join} q y {on} SET x.v = x.v + 1, y.v = x.k",
    "UPDATE t x {join} q y {on} SET x.v = COALESCE(y.k, 9) WHERE x.k < 3",
    "DELETE x FROM t x {join} q y {on} WHERE y.id IS NULL",
    "DELETE x, y FROM t x {join} q y {on} WHERE x.k > 2",
)


def _filled(session: Session, chance: random.Random) -> None:
    for name, rows in (("t", 14), ("q", 11)):
        session.execute(f"DROP TABLE IF EXISTS {name}")
        session.execute(f"CREATE TABLE {name} (n INT AUTO_INCREMENT PRIMARY KEY, id INT, k INT, s VARCHAR(9), v INT)")
        for _ in range(rows):
            values = (
                chance.choice(("NULL", "1", "2", "3", "4")),
                chance.choice("123"),
                chance.choice(("'a'", "'A'", "'b'", "NULL")),
            )
            session.execute(f"INSERT INTO {name} (id, k, s, v) VALUES ({', '.join(values)}, 0)")


def _all(session: Session, statements: list[str], seed: int) -> list[object]:
    given: list[object] = []
    _filled(session, random.Random(seed))
    for sql in statements:
        if not sql.startswith("SELECT"):
            _filled(session, random.Random(seed))
        result = session.run(sql)
        given.append((sql, result.error and result.error.code, result.rows, result.affected))
        for name in ("t", "q") if not sql.startswith("SELECT") else ():
            given.append(session.execute(f"SELECT * FROM {name}").rows)
    return given


@pytest.mark.parametrize("seed", range(2))
def test_partners_are_what_all_pairs_give(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    monkeypatch.setattr(joined_rows, "MOST_PAIRS", 0)
    statements = [
        f"SELECT x.n, y.n{', z.n' if more else ''} FROM t x {join} q y {on}{more}{where}"
        for on in _ON for join in _JOINS for more in _MORE for where in chance.sample(_WHERE, 2)
    ]  # fmt: skip
    statements += [change.format(join=join, on=on) for on in _ON for join in _JOINS for change in _CHANGES]
    statements = chance.sample(statements, _DRAWN)
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("CREATE DATABASE test")
        session.execute("USE test")
        given = _all(session, statements, seed)
        monkeypatch.setattr(partners, "_partners", lambda *_, **__: None)
        assert given == _all(session, statements, seed)
