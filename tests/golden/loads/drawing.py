# ruff: noqa: E501 (a statement stands in one line)
"""Draws a cell: a table, a file, and the statement that loads it.

The same number gives the same cell everywhere: nothing but `random.Random(number)` is asked.
"""

from __future__ import annotations

import random

_TABLES = (
    "id INT PRIMARY KEY, a VARCHAR(10), b INT DEFAULT 7, c DATE",
    "id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, a CHAR(4) NOT NULL, b DECIMAL(5,2), c TIMESTAMP NULL",
    "id INT, a VARCHAR(5) CHARACTER SET latin1, b TINYINT UNSIGNED NOT NULL, c TEXT",
    "id INT, a ENUM('x','y','a') NOT NULL, b BIT(4), c VARBINARY(6), UNIQUE KEY (id), UNIQUE KEY (b)",
    "id INT NOT NULL UNIQUE, a SET('a','b'), b DOUBLE, c INT AS (b + 1) STORED",
    "id BIGINT PRIMARY KEY, a VARCHAR(8) NOT NULL DEFAULT 'd' INVISIBLE, b YEAR, c TIME(2), CHECK (id < 50)",
    "id INT PRIMARY KEY, a JSON, b INT, c DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3)",
    "id SMALLINT PRIMARY KEY, a CHAR(3), b FLOAT UNSIGNED, c GEOMETRY NOT NULL SRID 0",
    "id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY, a VARCHAR(12) CHARACTER SET ucs2, b BINARY(3) NOT NULL, c POINT",
    "id INT, a TINYTEXT, b MEDIUMINT ZEROFILL DEFAULT (1 + 2), c VARCHAR(20) AS (CONCAT(a, b)) VIRTUAL, KEY (id)",
    "id INT, a VARCHAR(5) NOT NULL, b INT NOT NULL, c TIMESTAMP(1) NOT NULL DEFAULT CURRENT_TIMESTAMP(1)"
    " ON UPDATE CURRENT_TIMESTAMP(1), PRIMARY KEY (id, b), UNIQUE KEY (a)",
    "id INT, a TINYBLOB NOT NULL, b BOOL, c ENUM('1','abc','ä') CHARACTER SET latin1",
)
_ENGINES = ("InnoDB", "InnoDB", "MyISAM")
_VALUES = (
    "1", "2", "3", "4", "17", "300", "-1", "abc", "a", "x", "ä", "€uro", "a much longer text", "", " 5 ", "1.5", "1e2", "\\N", "NULL",
    "2024-02-29", "2024-02-30", "2024-01-02 03:04:05.6789", "0000-00-00", "10:11:12.345", "{\"a\": 1}", "[", "\\t", "\\\\", "\\0x", "it''s",
    "a\"b", "\"q\"", "'s'", "b'1'", "\\n", "60",
)  # fmt: skip
_CHARSETS = {  # with how the file is written mostly
    "utf8mb4": "utf-8", "latin1": "latin-1", "binary": "utf-8", "cp1251": "utf-8", "sjis": "shift-jis", "gbk": "gbk", "utf8mb3": "utf-8",
    "ascii": "utf-8", "koi8r": "latin-1",
}  # fmt: skip
_MODES = ("DEFAULT",) * 4 + (
    "''",
    "'ANSI_QUOTES'",
    "'TRADITIONAL'",
    "'NO_BACKSLASH_ESCAPES'",
    "'NO_AUTO_VALUE_ON_ZERO'",
)
_COLUMNS = ("", "", "", " (id, a, b)", " (id, a)", " (c, b, a, id)", " (id, @x, b)", " (@i, a) SET id = @i + 10, b = LENGTH(a)",
            " (id, @x, @y) SET a = UPPER(@x), b = NULLIF(@y, '')", " (id, a, b, c, @e)", " (a) SET id = 5 + b", " (id, nosuch)",
            " (id) SET a = (SELECT MAX(a) FROM u), c = DEFAULT", " (id, a) SET a = @x",
            " (id, a, @x) SET c = ST_GeomFromText(CONCAT('POINT(', id, ' ', @x, ')'))", " (id, a, a)", " (@x, @x) SET id = @x",
            " (id, a) SET b = id + 1, b = b * 2", " (b, id) SET a = DEFAULT(a)", " () SET id = 9", " (id, @x) SET c = @x, a = @nosuch",
            " (a, b) SET id = NULL", " (id, a, b) SET c = NOW(2)")  # fmt: skip

ROWS = ", ".join(f"HEX(CONCAT({name}))" for name in ("id", "a", "b", "c"))


class Drawn:
    """One cell. file: the text; settings: before what is asked; statements: what is asked."""

    def __init__(self, number: int) -> None:
        self.chance = chance = random.Random(f"load {number}")
        self.name = f"l{number}.txt"
        self.settings = [
            f"SET character_set_database = {chance.choice(('DEFAULT', 'DEFAULT', 'DEFAULT', 'latin1', 'utf8mb4', 'binary'))}",
            f"SET binlog_format = {chance.choice(('ROW', 'ROW', 'MIXED', 'STATEMENT', 'STATEMENT'))}, sql_mode = {chance.choice(_MODES)},"
            f" read_buffer_size = {chance.choice((8192, 131072))}, @x = 'old'",
        ]
        table = f"CREATE TABLE t ({chance.choice(_TABLES)}) ENGINE = {chance.choice(_ENGINES)}"
        self.setup = [table, "CREATE TABLE u (a VARCHAR(9))", "INSERT INTO u VALUES ('m')"]
        if "GEOMETRY NOT NULL" not in table:
            self.setup.append("INSERT IGNORE INTO t (id, b) VALUES (1, 1), (4, 2)")
        if chance.random() < 0.15:
            self.setup.append("CREATE TRIGGER r BEFORE INSERT ON t FOR EACH ROW SET NEW.b = IFNULL(NEW.b, 0) + 1")
        self.is_xml, self.local = chance.random() < 0.15, chance.random() < 0.15
        self.charset = chance.choice(("",) * 9 + tuple(_CHARSETS) + ("utf8mb4", "latin1", "binary"))
        self.file = self._xml() if self.is_xml else self._text()
        self.statements = [self._statement(), f"SELECT {ROWS} FROM t ORDER BY 1, 2, 3, 4"]

    def _text(self) -> bytes:
        chance = self.chance
        self.field = chance.choice(("\t", "\t", ",", ",", ";", "||", "", "ab", "ä"))
        self.line = chance.choice(("\n", "\n", "\n", "\n", "\r\n", "|", "##", ""))
        self.enclosed = chance.choice(("", "", "", '"', "'", '"'))
        self.always = chance.random() < 0.4
        self.escape = chance.choice(("\\",) * 4 + ("", "#"))
        self.start = chance.choice(("",) * 6 + ("xx", ">"))
        lines = []
        count = chance.choice((0, 1, 2, 3, 3, 4, 5, 6, 900 if chance.random() < 0.6 else 7))
        for place in range(count):
            width = chance.choice((4, 4, 4, 4, 3, 2, 5, 1))
            first = str(place + 2) if chance.random() < 0.85 else chance.choice(_VALUES)
            fields = [first, *(chance.choice(_VALUES) for _ in range(width - 1))]
            shown = [self._enclosed(one) for one in fields]
            noise = "" if not self.start or chance.random() < 0.8 else "noise"
            lines.append(noise + (self.start if chance.random() < 0.9 else "") + self.field.join(shown))
        text = self.line.join(lines) + (self.line if chance.random() < 0.8 else "")
        usual = _CHARSETS.get(self.charset, "utf-8")
        return text.encode(chance.choice((usual,) * 6 + ("latin-1",)), errors="replace")

    def _enclosed(self, value: str) -> str:
        if self.enclosed and value != "\\N" and (self.always or self.chance.random() < 0.5):
            return self.enclosed + value.replace(self.enclosed, self.enclosed * 2) + self.enclosed
        return value

    def _xml(self) -> bytes:
        chance = self.chance
        rows = []
        for place in range(chance.randint(1, 4)):
            pairs = [
                ("id", str(place + 2)),
                *((name, chance.choice(_VALUES[:16])) for name in "ab" if chance.random() < 0.8),
            ]
            plain = [(name, value.replace("<", "").replace('"', "")) for name, value in pairs]
            form = chance.randrange(3)
            if form == 0:
                rows.append("<row " + " ".join(f'{name}="{value}"' for name, value in plain) + " />")
            elif form == 1:
                rows.append("<row>" + "".join(f"<{name}>{value}</{name}>" for name, value in plain) + "</row>")
            else:
                rows.append(
                    "<row>" + "".join(f"<field name='{name}'>{value}</field>" for name, value in plain) + "</row>"
                )
        return ('<?xml version="1.0"?>\n<list>\n' + "\n".join(rows) + "\n</list>\n").encode()

    def _statement(self) -> str:
        chance = self.chance
        how = chance.choice(("", "", "", " REPLACE", " REPLACE", " IGNORE", " IGNORE"))
        charset = f" CHARACTER SET {self.charset}" if self.charset else ""
        skip = chance.choice(("",) * 3 + (f" IGNORE {chance.randrange(3)} LINES",))
        columns = chance.choice(_COLUMNS)
        low = chance.choice(("",) * 6 + (" LOW_PRIORITY", " CONCURRENT"))
        where = " LOCAL" if self.local else ""
        if self.is_xml:
            rows = chance.choice(("", " ROWS IDENTIFIED BY '<row>'", " ROWS IDENTIFIED BY '<nosuch>'"))
            return f"LOAD XML{low}{where} INFILE './{self.name}'{how} INTO TABLE t{charset}{rows}{skip}{columns}"
        parts = []
        if self.field != "\t" or chance.random() < 0.2:
            parts.append(f"TERMINATED BY {_quoted(self.field)}")
        if self.enclosed:
            parts.append(f"{'' if self.always else 'OPTIONALLY '}ENCLOSED BY {_quoted(self.enclosed)}")
        if self.escape != "\\":
            parts.append(f"ESCAPED BY {_quoted(self.escape)}")
        fields = f" {chance.choice(('FIELDS', 'COLUMNS'))} {' '.join(parts)}" if parts else ""
        ends = [f"STARTING BY {_quoted(self.start)}"] if self.start else []
        if self.line == "" and chance.random() < 0.7:  # lines end with lines' default, or as fields do
            ends.append("TERMINATED BY ''")
        elif self.line != "\n" or chance.random() < 0.2:
            ends.append(f"TERMINATED BY {_quoted(self.line)}")
        lines = f" LINES {' '.join(ends)}" if ends else ""
        return f"LOAD DATA{low}{where} INFILE './{self.name}'{how} INTO TABLE t{charset}{fields}{lines}{skip}{columns}"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r") + "'"
