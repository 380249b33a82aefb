"""Types of columns for drawn tables: how they are declared, their values by row, and what UPDATE makes of them."""

from __future__ import annotations

from dataclasses import dataclass

ALL = ("InnoDB", "MyISAM", "MEMORY", "partitioned")
_BLOBS = ("InnoDB", "MyISAM", "partitioned")


@dataclass(frozen=True)
class Kind:
    """# is the row's number, @ the column. keyed: how it stands in a key, empty if it cannot."""

    declared: str
    value: str
    changes: tuple[str, ...]
    keyed: str = "@"
    engines: tuple[str, ...] = ALL
    partitions: str = ""
    literal_default: bool = True
    expression: str = "@"


_NUMBER = ("@ + 1", "-@", "@ * 2", "#", "IF(a > 2, @, #)")
_TEXT = ("CONCAT(@, 'x')", "UPPER(@)", "'new#'", "REPEAT('y', #)", "LEFT(@, 1)")
_MOMENT = ("@ + INTERVAL 1 DAY", "'2022-02-0# 01:02:03'", "@")

KINDS: tuple[Kind, ...] = (
    Kind("INT", "#1", _NUMBER, partitions="range list hash key"),
    Kind("INT", "#", _NUMBER, partitions="range list hash key"),
    Kind("TINYINT UNSIGNED", "#2", ("@ + 1", "#", "@ DIV 2"), partitions="range list hash key"),
    Kind("SMALLINT", "-#3", _NUMBER, partitions="range hash key"),
    Kind("MEDIUMINT UNSIGNED ZEROFILL", "#4", ("@ + 1", "#"), partitions="key hash"),
    Kind("BIGINT", "#000000005", _NUMBER, partitions="range hash key"),
    Kind("BOOL", "# % 2", ("1 - @", "#  % 2")),
    Kind("DECIMAL(8,3)", "#.25", _NUMBER, partitions="key"),
    Kind("DOUBLE", "#.5", _NUMBER, partitions="key"),
    Kind("FLOAT", "#.125e0", _NUMBER),
    Kind("BIT(11)", "0x1#", ("@ | 1", "b'101'"), literal_default=False),
    Kind("BIT(3)", "# % 8", ("@ ^ 1", "7"), literal_default=False),
    Kind("YEAR", "200#", ("@ + 1", "2020")),
    Kind("DATE", "'2020-01-0#'", ("@ + INTERVAL 1 DAY", "'2021-05-0#'"), partitions="columns key"),
    Kind("TIME(2)", "'01:02:0#.25'", ("ADDTIME(@, '1:00')", "'00:00:0#'")),
    Kind("DATETIME", "'2020-01-0# 10:00:00'", _MOMENT, partitions="columns key"),
    Kind("DATETIME(4)", "'2020-01-0# 10:00:00.5'", _MOMENT),
    Kind("TIMESTAMP NULL", "'2020-03-0# 10:00:00'", _MOMENT),
    Kind("CHAR(4)", "'c#'", ("'z#'", "LOWER(@)", "LEFT(@, 1)"), partitions="columns key"),
    Kind("CHAR(3) CHARACTER SET latin1", "'l#'", ("'k#'", "UPPER(@)"), partitions="key"),
    Kind("VARCHAR(10)", "'v#'", _TEXT, partitions="columns key"),
    Kind("VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_bin", "'w#'", _TEXT),
    Kind("VARCHAR(300)", "'long#'", _TEXT, keyed="@(6)"),
    Kind("BINARY(3)", "'b#'", ("'n#'",), partitions="key"),
    Kind("VARBINARY(12)", "x'0#ff'", ("CONCAT(@, 'x')", "x'00'")),
    Kind("ENUM('p','q','r','s','t','u','v','w')", "#", ("'s'", "#", "NULLIF(@, 'p')"), literal_default=False),
    Kind("SET('i','j','k','l')", "#", ("'i,k'", "@ | 4", "#"), literal_default=False),
    Kind("TEXT", "'text#'", _TEXT, "@(5)", _BLOBS, literal_default=False),
    Kind("TINYTEXT", "'tiny#'", _TEXT, "@(3)", _BLOBS, literal_default=False),
    Kind("BLOB", "'blob#'", ("CONCAT(@, 'x')", "x'01'"), "@(5)", _BLOBS, literal_default=False),
    Kind("MEDIUMBLOB", "REPEAT('m#', 20)", ("CONCAT(@, 'x')", "NULL"), "@(5)", _BLOBS, literal_default=False),
    Kind(
        "JSON",
        '\'{"k": #, "t": "some longer text", "l": [1, #]}\'',
        (
            "JSON_SET(@, '$.k', 9)",
            "JSON_REPLACE(@, '$.t', 'sh')",
            "JSON_REMOVE(@, '$.l[0]')",
            "JSON_SET(@, '$.k', @)",
            "JSON_SET(@, '$.n', '#')",
            "'[#]'",
            "JSON_SET(JSON_REMOVE(@, '$.k'), '$.l[1]', 'z')",
        ),
        "",
        _BLOBS,
        literal_default=False,
        expression="JSON_EXTRACT(@, '$.k')",
    ),
    Kind("GEOMETRY", "POINT(#, 1)", ("POINT(#, #)",), "", ("InnoDB", "MyISAM"), literal_default=False),
    Kind("POINT SRID 0", "POINT(#, 2)", ("POINT(2, #)",), "", ("InnoDB",), literal_default=False),
    Kind("VECTOR(2)", "TO_VECTOR('[#, 1]')", ("TO_VECTOR('[#, #]')",), "", _BLOBS, literal_default=False),
)
