"""The cases: of each table a share of all pairs of an image and a statement, another share of each table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from zlib import crc32

from tests.golden.images.tables import Shape, shapes

IMAGES = ("minimal", "noblob", "full")
_PARTIAL = tuple(f"{image}+partial" for image in IMAGES)
FILES = {
    "abc.txt": "1\t11\taa\n8\t80\thh\n9\t90\tii\n",
    "whole.txt": "8\t80\thh\t8\t8\t8\t8\t8\t8\t8\t8\t8\t8\t8\n",
}
DATABASE = "test"
_SHARE = {False: 14, True: 4}


@dataclass(frozen=True)
class Case:
    """One statement on a freshly filled table. image: binlog_row_image, with +partial for PARTIAL_JSON."""

    shape: Shape
    image: str
    holes: bool
    sql: str

    @property
    def name(self) -> str:
        return f"{self.image}{' holes' if self.holes else ''}: {self.sql}"

    def settings(self) -> list[str]:
        image, _, partial = self.image.partition("+")
        option = "PARTIAL_JSON" if partial else ""
        return [f"SET binlog_row_image = {image}, binlog_row_value_options = '{option}'"]


def statements(shape: Shape) -> list[str]:
    """Every statement for a table."""
    if shape.parent:
        return _CASCADES
    columns, payload = shape.visible, shape.payload
    abc, eight, one = "(a, b, c)", "8, 80, 'hh'", "1, 10, 'aa'"
    takes = next(iter(payload.values), "")
    whole = [f"({shape.cells(number, columns)})" for number in (1, 8, 9)]
    selected = shape.cells(8, columns)
    given = ["a", "b", "c", *payload.values]
    found = [
        f"INSERT INTO t VALUES {whole[1]}",
        f"INSERT INTO t VALUES {whole[1]}, {whole[2]}",
        f"INSERT INTO t {abc} VALUES ({eight})",
        "INSERT INTO t (b, a, c) VALUES (80, 8, 'hh'), (90, 9, 'ii')",
        "INSERT INTO t SET a = 8, b = 80, c = 'hh'",
        "INSERT INTO t () VALUES ()",
        "INSERT INTO t VALUES ()",
        f"INSERT IGNORE INTO t {abc} VALUES ({one}), ({eight})",
        "INSERT INTO t (c) VALUES ('hh')",
        f"INSERT INTO t {abc} VALUES ({eight}), ({one})",
        f"INSERT INTO t {abc} VALUES ROW({eight}), ROW(9, 90, 'ii')",
        f"INSERT INTO t {abc} SELECT x + 10, y + 1, CONCAT('x', z) FROM s",
        f"INSERT INTO t {abc} SELECT a + 10, b + 5, CONCAT('q', c) FROM t",
        f"INSERT IGNORE INTO t {abc} SELECT x, y, z FROM s",
        f"INSERT INTO t ({', '.join(given)}) SELECT {shape.cells(8, given)}",
        "UPDATE t SET b = b + 1 WHERE a = 2",
        "UPDATE t SET c = 'zz' WHERE a = 2",
        "UPDATE t SET b = b",
        "UPDATE t SET a = a + 10",
        "UPDATE t SET a = a + 10 ORDER BY a DESC LIMIT 2",
        "UPDATE IGNORE t SET a = 2, b = 20 WHERE a < 3",
        "UPDATE t SET a = 2, b = 20, c = 'bb' WHERE a = 4",
        "UPDATE t SET b = 5, c = CONCAT(c, 'z')",
        "UPDATE t SET b = IF(a = 2, b, b + 1)",
        "UPDATE t SET c = CONCAT(c, 'longer')",
        "UPDATE t SET b = b + 1 WHERE c LIKE 'b%' OR b > 30",
        "UPDATE t SET a = DEFAULT, b = DEFAULT WHERE a = 2",
        "DELETE FROM t WHERE a = 2",
        "DELETE FROM t",
        "DELETE FROM t ORDER BY a DESC LIMIT 2",
        "DELETE FROM t WHERE b > 15",
        "DELETE FROM t WHERE a IN (SELECT x FROM s)",
        f"REPLACE INTO t {abc} VALUES ({one})",
        f"REPLACE INTO t VALUES {whole[0]}",
        f"REPLACE INTO t VALUES {whole[1]}",
        f"REPLACE INTO t {abc} VALUES (1, 11, 'ax'), ({eight})",
        "REPLACE INTO t SET a = 2, b = 21, c = 'bx'",
        f"REPLACE INTO t {abc} SELECT x, y, z FROM s",
        f"REPLACE INTO t {abc} VALUES (1, 20, 'cc')",
        "REPLACE INTO t () VALUES ()",
        f"INSERT INTO t {abc} VALUES ({one}) ON DUPLICATE KEY UPDATE b = b + 1",
        f"INSERT INTO t VALUES {whole[0]} ON DUPLICATE KEY UPDATE c = 'up'",
        f"INSERT INTO t {abc} VALUES ({eight}) ON DUPLICATE KEY UPDATE b = b + 1",
        f"INSERT INTO t VALUES {whole[1]} ON DUPLICATE KEY UPDATE c = 'up'",
        f"INSERT INTO t {abc} VALUES ({one}) ON DUPLICATE KEY UPDATE b = t.b",
        f"INSERT INTO t {abc} VALUES ({eight}), ({one}), (9, 90, 'ii') ON DUPLICATE KEY UPDATE c = 'up'",
        f"INSERT INTO t {abc} SELECT x, y, z FROM s ON DUPLICATE KEY UPDATE b = y + 1",
        f"INSERT INTO t {abc} VALUES ({one}) ON DUPLICATE KEY UPDATE a = a + 10",
        "INSERT INTO t SET a = 1, b = 10, c = 'aa' ON DUPLICATE KEY UPDATE b = VALUES(b) + 1",
        f"INSERT INTO t {abc} VALUES ({one}) AS n ON DUPLICATE KEY UPDATE c = CONCAT(n.c, 'n')",
        "INSERT INTO t () VALUES () ON DUPLICATE KEY UPDATE b = 3",
        f"INSERT IGNORE INTO t {abc} VALUES ({one}), ({eight}) ON DUPLICATE KEY UPDATE a = 2, b = 20, c = 'bb'",
        f"LOAD DATA INFILE 'abc.txt' INTO TABLE t {abc}",
        f"LOAD DATA INFILE 'abc.txt' REPLACE INTO TABLE t {abc}",
        f"LOAD DATA INFILE 'abc.txt' IGNORE INTO TABLE t {abc}",
        "LOAD DATA INFILE 'abc.txt' REPLACE INTO TABLE t (a, @v, c) SET b = @v + 1",
        "LOAD DATA INFILE 'whole.txt' IGNORE INTO TABLE t",
        "UPDATE t JOIN s ON t.a = s.x SET t.b = s.y",
        "UPDATE t JOIN s ON t.a = s.x SET s.y = t.b",
        "UPDATE t JOIN s ON t.a = s.x SET t.b = s.y, s.z = t.c",
        "UPDATE s JOIN t ON t.a = s.x SET t.c = 'jj', s.y = s.y + 1 WHERE s.y > 10",
        "UPDATE t LEFT JOIN s ON t.a = s.x SET t.b = COALESCE(s.y, t.b)",
        "UPDATE t JOIN s ON t.a = s.x SET t.a = t.a + 20",
        "DELETE t FROM t JOIN s ON t.a = s.x",
        "DELETE t, s FROM t JOIN s ON t.a = s.x",
        "DELETE s FROM s JOIN t ON t.a = s.x",
        "DELETE FROM t USING t LEFT JOIN s ON t.a = s.x WHERE s.x IS NULL",
        "DELETE s, t FROM s JOIN t ON t.a = s.x WHERE t.b < 25",
    ]
    if "DEFAULT" not in selected:
        found.append(f"INSERT INTO t SELECT {selected}")
        found.append(f"REPLACE INTO t SELECT {shape.cells(1, columns)}")
    if takes:
        cell = shape.cells(8, [takes])
        found += [
            f"INSERT INTO t (a, b, c, {takes}) VALUES ({eight}, {cell})",
            f"INSERT INTO t (a, b, c, {takes}) VALUES ({eight}, DEFAULT)",
            f"UPDATE t SET {takes} = {payload.new} WHERE a <= 2",
            f"UPDATE t SET {takes} = DEFAULT",
            f"UPDATE t, s SET t.{takes} = {payload.new} WHERE t.a = s.x",
            f"INSERT INTO t {abc} VALUES ({one}) ON DUPLICATE KEY UPDATE {takes} = {cell}",
            f"LOAD DATA INFILE 'abc.txt' INTO TABLE t {abc} SET {takes} = {cell}",
        ]
    if payload.hidden:
        found += [
            f"INSERT INTO t (a, b, c, i1) VALUES ({eight}, 1)",
            "UPDATE t SET i1 = 3, i2 = i2 + 1",
            "UPDATE t SET b = i2 + 1",
        ]
    if "v1" in payload.columns:
        found += ["UPDATE t SET c = 'zz' WHERE v1 = 21", "UPDATE t SET c = v1", "DELETE FROM t WHERE v1 > 21"]
    if "j" in payload.columns:
        found += [
            "UPDATE t SET j = JSON_SET(j, '$.n', 1)",
            "UPDATE t SET j = JSON_REMOVE(j, '$.k'), b = 7",
            "UPDATE t SET j = JSON_REPLACE(j, '$.t', 'x') WHERE a = 2",
            "UPDATE t SET j = '[]'",
            "UPDATE t SET j = JSON_SET(j, '$.k', 2), t1 = 'u'",
            "UPDATE t SET v = TO_VECTOR('[5, 5]') WHERE a = 2",
        ]
    if "g" in payload.columns:
        found.append("UPDATE t SET g = POINT(5, 5) WHERE a > 2")
    return found


_CASCADES = [
    "DELETE FROM p WHERE id = 20",
    "DELETE FROM p WHERE id IN (10, 30)",
    "DELETE FROM p",
    "UPDATE p SET id = id + 5 WHERE id = 20",
    "UPDATE p SET id = id + 1000",
    "UPDATE p SET w = 'x'",
    "REPLACE INTO p VALUES (20, 2, 'x')",
    "REPLACE INTO p VALUES (25, 2, 'x'), (99, 99, 'y')",
    "INSERT INTO p VALUES (20, 2, 'x') ON DUPLICATE KEY UPDATE id = 25",
    "INSERT INTO p (id) VALUES (20) ON DUPLICATE KEY UPDATE w = 'up'",
    "DELETE p FROM p JOIN s ON p.id = s.y",
    "DELETE p, t FROM p JOIN t ON p.id = t.b WHERE t.a < 3",
    "UPDATE p JOIN s ON p.id = s.y SET p.id = p.id + 1, s.z = 'z'",
    "LOAD DATA INFILE 'abc.txt' REPLACE INTO TABLE p (q, id, w)",
    "DELETE FROM t WHERE b = 20",
    "UPDATE t SET b = 50 WHERE a = 2",
]


@cache
def cases(shape: Shape) -> tuple[Case, ...]:
    """The share of this table: another stretch of all pairs for each."""
    images = IMAGES + _PARTIAL if "j" in shape.payload.columns else IMAGES
    pairs = list(product(images, statements(shape)))
    share = _SHARE[bool(shape.parent)]
    start = crc32(shape.name.encode())
    step = len(pairs) // share
    found = []
    for number in range(share):
        image, sql = pairs[(start + number * step + number) % len(pairs)]
        found.append(Case(shape, image, crc32(f"{shape.name}{sql}".encode()) % 4 == 0 and not shape.parent, sql))
    return tuple(dict.fromkeys(found))


def all_cases() -> Iterator[Case]:
    for shape in shapes():
        yield from cases(shape)
