"""Character sets and collations: broken bytes in each, introducers, CONVERT, LIKE, REGEXP, and names in others."""

from __future__ import annotations

import random
from collections.abc import Iterator

from binwriter.formats.collations import COLLATIONS

_BYTES = (
    b"",
    b"a",
    b"A ",
    b"\xff",
    b"\x80",
    b"\xc3",
    b"\xc3\xa4",
    b"\xe4",
    b"\xe2\x82",
    b"\xe2\x82\xac",
    b"\xed\xa0\x80",
    b"\xf0\x9f\x98\x80",
    b"\xf0\x9f",
    b"\xf4\x90\x80\x80",
    b"\xc0\x80",
    b"\x81",
    b"\x81\\",
    b"\x81'",
    b"\x95\x5c",
    b"\xbf\x27",
    b"\xa1\xa1",
    b"\x8e\xa1",
    b"\x8f\xa1\xa1",
    b"\x81\x30\x81",
    b"\x81\x30\x81\x30",
    b"\xe3\x32\x9a\x35",
    b"\xe3\x32\x9a\x36",
    b"\x00",
    b"\x00a",
    b"\xd8",
    b"\xd8\x00",
    b"\xdc\x00",
    b"\xd8\x3d\xde\x00",
    b"\x00\x11\x00\x00",
    b"\xff\xff\xff\xff",
    b"\xfe\xff",
    b"\xef\xbb\xbf",
    b"%",
    b"_",
    b"\\",
    b"'",
    b"`",
    b"\x1a",
    b"i\xcc\x87",
    b"\xc4\xb0",
    b"\xc3\x9f",
    b"\xef\xbf\xbe",
)
_PATTERNS = (
    b"%",
    b"_",
    b"\\",
    b"[",
    b"(",
    b"*",
    b"{1,3}",
    b".",
    b"^",
    b"$",
    b"|",
    b"\\x{110000}",
    b"[[:alpha:]]",
    b"\\p{L}",
    b"(?i)",
)
_PLACES = (
    "SELECT {t}",
    "SELECT HEX({t}), LENGTH({t}), CHAR_LENGTH({t})",
    "SELECT {t} = {t}",
    "SELECT {t} LIKE {p}",
    "SELECT {t} NOT LIKE {p} ESCAPE {t}",
    "SELECT {t} REGEXP {p}",
    "SELECT REGEXP_REPLACE({t}, {p}, {t})",
    "SELECT REGEXP_INSTR({t}, {p}, {n})",
    "SELECT REGEXP_SUBSTR({t}, {p})",
    "SELECT CONVERT({t} USING {c})",
    "SELECT HEX(CONVERT({t} USING {c})) COLLATE {o}",
    "SELECT CAST({t} AS CHAR({n}) CHARACTER SET {c})",
    "SELECT {t} COLLATE {o} < {t}",
    "SELECT HEX(WEIGHT_STRING({t} COLLATE {o}))",
    "SELECT HEX(WEIGHT_STRING({t} AS CHAR({n})))",
    "SELECT UPPER({t}), LOWER({t}), REVERSE({t})",
    "SELECT CONCAT({t}, {t}, {t})",
    "SELECT SUBSTRING({t}, {n}, {n})",
    "SELECT INSERT({t}, {n}, {n}, {t})",
    "SELECT LPAD({t}, {n}, {t}), RPAD({t}, {n}, {t})",
    "SELECT REPLACE({t}, {t}, {t})",
    "SELECT TRIM(LEADING {t} FROM {t})",
    "SELECT INSTR({t}, {t}), LOCATE({t}, {t}, {n})",
    "SELECT ORD({t}), ASCII({t}), CHAR({n} USING {c})",
    "SELECT CHAR({n}, {n}, {n} USING {c})",
    "SELECT FIELD({t}, {t}, {t}), ELT(2, {t}, {t})",
    "SELECT FIND_IN_SET({t}, {t}), MAKE_SET(3, {t}, {t})",
    "SELECT STRCMP({t}, {t})",
    "SELECT QUOTE({t}), SOUNDEX({t}), {t} SOUNDS LIKE {t}",
    "SELECT MD5({t}), CRC32({t}), TO_BASE64({t})",
    "SELECT JSON_QUOTE({t}), JSON_ARRAY({t}), CAST({t} AS JSON)",
    "SELECT GROUP_CONCAT({t} ORDER BY {t} SEPARATOR {s}) FROM test.cs",
    "SELECT CHARSET({t}), COLLATION({t}), COERCIBILITY({t})",
    "SELECT {t} IN ({t}, {t})",
    "SELECT CASE {t} WHEN {t} THEN {t} ELSE {t} END",
    "SELECT DATE_FORMAT('2024-01-31', {t}), STR_TO_DATE({t}, {t})",
    "SELECT * FROM test.cs WHERE a = {t} OR b LIKE {p}",
    "SELECT {t} UNION SELECT {t}",
    "SELECT a FROM test.cs ORDER BY a COLLATE {o}",
    "SELECT LOAD_FILE({t}), {t} + 1, {t} DIV 1",
    "INSERT INTO test.cs VALUES ({t}, {t}, {t})",
    "INSERT IGNORE INTO test.cs VALUES ({t}, {t}, {t})",
    "UPDATE test.cs SET a = {t} WHERE b = {t}",
    "REPLACE INTO test.cs SELECT b, a, c FROM test.cs",
    "DELETE FROM test.cs WHERE a REGEXP {p} LIMIT 3",
    "SELECT 1 AS {i}",
    "SELECT {i} FROM test.cs",
    "CREATE TABLE test.{i} ({i} INT)",
    "DROP TABLE IF EXISTS test.{i}",
    "CREATE DATABASE {i}",
    "DROP DATABASE IF EXISTS {i}",
    "ALTER TABLE test.cs MODIFY a VARCHAR({n}) CHARACTER SET {c}",
    "ALTER TABLE test.cs CONVERT TO CHARACTER SET {c}",
    "ALTER TABLE test.cs DEFAULT COLLATE {o}",
    "ALTER TABLE test.cs MODIFY b TEXT COLLATE {o}",
    "CREATE TABLE test.e (e ENUM({s}, {s}) CHARACTER SET {c}, s SET({s}) COLLATE {o} DEFAULT {s})",
    "DROP TABLE IF EXISTS test.e",
    "INSERT INTO test.e VALUES ({t}, {t})",
    "ALTER TABLE test.cs COMMENT {s}",
    "CREATE OR REPLACE VIEW test.vc AS SELECT {t} AS {i}",
    "SELECT * FROM test.vc",
    "SHOW CREATE VIEW test.vc",
    "SHOW CREATE TABLE test.cs",
    "SHOW TABLES FROM test LIKE {s}",
    "SHOW VARIABLES LIKE {s}",
    "SHOW COLLATION WHERE Charset = {t}",
    "SET @v = {t}",
    "SELECT @v, HEX(@v), @v LIKE {p}",
    "SET @{i} = {t}",
    "PREPARE p FROM {t}",
    "SET NAMES {c}",
    "SET NAMES {c} COLLATE {o}",
    "SET NAMES {s}",
    "SET CHARACTER SET {c}",
    "SET character_set_client = {t}",
    "SET character_set_connection = {c}",
    "SET character_set_results = {c}",
    "SET character_set_results = NULL",
    "SET collation_connection = {o}",
    "SET collation_connection = {n}",
    "SET NAMES DEFAULT",
    "SET character_set_filesystem = {c}",
    "SELECT N{s}",
    "SELECT {s} {s} {s}",
    "SELECT GET_LOCK({t}, 0), RELEASE_LOCK({t})",
    "XA START {s}, {s}",
    "XA ROLLBACK {s}, {s}",
    "SAVEPOINT {i}",
    "ROLLBACK TO {i}",
    "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = {t}",
    "CREATE USER IF NOT EXISTS {s}@{s}",
    "DROP USER IF EXISTS {s}@{s}",
    "SELECT CONVERT({t}, CHAR) COLLATE {o} LIKE {p}",
    "SELECT UNHEX(HEX({t})), AES_ENCRYPT({t}, {t})",
    "SELECT {t} MEMBER OF (JSON_ARRAY({t}))",
    "SELECT LOWER({t} COLLATE {o}) = UPPER({t} COLLATE {o})",
    "SELECT EXTRACTVALUE({t}, {t}), UPDATEXML({t}, {t}, {t})",
    "SELECT FORMAT(1234.5, 2, {t}), {t} BETWEEN {t} AND {t}",
    "SELECT 1 /* {r} */",
    "-- {r}\nSELECT 1",
    "DO {t}",
)
_SETUP = (
    "SET NAMES utf8mb4",
    "SET sql_mode = ''",
    "DROP TABLE IF EXISTS test.cs",
    "CREATE TABLE test.cs (a VARCHAR(30) CHARACTER SET {c}, b TEXT COLLATE {o}, c VARBINARY(100), KEY (a))",
    "INSERT IGNORE INTO test.cs VALUES ({t}, {t}, {t}), ({t}, {t}, {t})",
)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _some(chance: random.Random) -> bytes:
    parts = [chance.choice(_BYTES) for _ in range(chance.choice((1, 1, 2, 3, 8)))]
    if chance.random() < 0.1:
        parts.append(bytes(chance.randrange(256) for _ in range(chance.choice((1, 3, 200)))))
    return b"".join(parts) * chance.choice((1, 1, 1, 1, 2, 400))


def _quoted(data: bytes, quote: bytes) -> str:
    return _text(quote + data.replace(quote, quote * 2) + quote)


class _Slots:
    """What stands in the slots of a template, anew each time."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._names = sorted({collation.name for collation in COLLATIONS.values()})
        self._sets = sorted({collation.charset for collation in COLLATIONS.values()})

    def filled(self, template: str) -> str:
        """Each slot on its own."""
        while "{" in template:
            before, _, rest = template.partition("{")
            slot, _, rest = rest.partition("}")
            template = before + self._slot(slot).replace("{", "\x01").replace("}", "\x02") + rest
        return template.replace("\x01", "{").replace("\x02", "}")

    def _slot(self, slot: str) -> str:
        chance = self._chance
        match slot:
            case "c":
                return chance.choice(self._sets)
            case "o":
                return chance.choice(self._names)
            case "n":
                return str(chance.choice((-1, 0, 1, 2, 3, 10, 255, 256, 65535, 0x20AC, 0x110000, 2**31, 2**63)))
            case "i":
                return _quoted(_some(chance)[:200], b"`")
            case "r":
                return _text(_some(chance))
            case "s":
                return _quoted(_some(chance), b"'")
            case "p":
                parts = [chance.choice((*_PATTERNS, chance.choice(_BYTES))) for _ in range(chance.choice((1, 2, 4)))]
                return self._introduced(b"".join(parts))
            case _:
                return self._introduced(_some(chance))

    def _introduced(self, data: bytes) -> str:
        chance = self._chance
        match chance.randrange(6):
            case 0 | 1:
                text = _quoted(data, b"'")
            case 2:
                text = "_" + chance.choice(self._sets) + " " + _quoted(data, b"'")
            case 3:
                text = "_" + chance.choice(self._sets) + f" x'{data.hex()}'"
            case 4:
                text = f"CONVERT(x'{data.hex()}' USING {chance.choice(self._sets)})"
            case _:
                return chance.choice(
                    ("a", "b", "c", "NULL", "@v", f"x'{data.hex()}'", "(SELECT a FROM test.cs LIMIT 1)")
                )
        return f"{text} COLLATE {chance.choice(self._names)}" if chance.random() < 0.15 else text


def all_charsets(chance: random.Random) -> Iterator[str]:
    """An endless stream."""
    slots = _Slots(chance)
    while True:
        for template in _SETUP:
            yield slots.filled(template)
        for _ in range(40):
            yield slots.filled(chance.choice(_PLACES))
