"""The measure of each function's result, from those of its arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from binwriter.sql.expressions.types import LONG_TEXT, Kind
from binwriter.sql.types.kinds import BIGINT, LONG, REAL, SMALL, TRUTH, UNSIGNED, Measure, unified
from binwriter.sql.types.numbers import (
    absolute,
    average,
    computed_number,
    extreme,
    first_known,
    modulo,
    rounded,
    sum_of,
    whole,
)
from binwriter.sql.types.texts import (
    base64,
    by_length,
    byte_size,
    compressed,
    concat,
    concat_ws,
    cut,
    date_format,
    elt,
    export_set,
    first_text,
    formatted,
    hex_length,
    inserted,
    make_set,
    of_length,
    padded,
    repeated,
    replaced,
    sha2,
    space,
    substring,
)

_GROUP_CONCAT = 1024
FUNCTIONS: dict[str, Callable[[list[Measure]], Measure]] = {
    "CONCAT": concat,
    "CONCAT_WS": concat_ws,
    "REPLACE": replaced,
    **dict.fromkeys(("LPAD", "RPAD"), padded),
    "REPEAT": repeated,
    "SPACE": space,
    **dict.fromkeys(
        ("UPPER", "UCASE", "LOWER", "LCASE", "REVERSE", "LTRIM", "RTRIM", "TRIM", "SUBSTRING_INDEX", "ANY_VALUE"),
        first_text,
    ),
    "REGEXP_SUBSTR": first_text,
    "REGEXP_REPLACE": lambda found: replace(first_text(found), length=LONG_TEXT),
    **dict.fromkeys(("LEFT", "RIGHT"), cut),
    **dict.fromkeys(("SUBSTRING", "SUBSTR", "MID"), substring),
    "INSERT": inserted,
    "ELT": elt,
    "MAKE_SET": make_set,
    "EXPORT_SET": export_set,
    "HEX": by_length(hex_length),
    "UNHEX": by_length(lambda one: (byte_size(one) + 1) // 2, binary=True),
    "TO_BASE64": by_length(base64),
    "FROM_BASE64": by_length(lambda one: byte_size(one) * 3 // 4, binary=True),
    "COMPRESS": by_length(compressed, binary=True),
    "UNCOMPRESS": of_length(LONG_TEXT, binary=True),
    "QUOTE": by_length(lambda one: 2 * one.length + 2),
    "SOUNDEX": by_length(lambda one: max(4, one.length)),
    "FORMAT": by_length(formatted),
    **dict.fromkeys(("DATE_FORMAT", "TIME_FORMAT"), date_format),
    "FROM_UNIXTIME": lambda found: date_format(found) if len(found) > 1 else Measure(Kind.DATETIME, 19),
    "SHA2": sha2,
    "MD5": of_length(32),
    **dict.fromkeys(("SHA", "SHA1"), of_length(40)),
    "AES_ENCRYPT": by_length(lambda one: (byte_size(one) // 16 + 1) * 16, binary=True),
    "AES_DECRYPT": by_length(lambda one: one.length, binary=True),
    "RANDOM_BYTES": of_length(1024, binary=True),
    **dict.fromkeys(("CONV", "BIN", "OCT"), of_length(65)),
    "INET_NTOA": of_length(31),
    "INET6_NTOA": of_length(39),
    **dict.fromkeys(("INET6_ATON", "UUID_TO_BIN"), of_length(16, binary=True)),
    "BIN_TO_UUID": of_length(36),
    "JSON_UNQUOTE": lambda found: Measure(
        Kind.STRING, LONG_TEXT if found[0].kind is Kind.JSON else found[0].length, width=4
    ),
    "JSON_EXTRACT": lambda found: Measure(Kind.JSON, LONG_TEXT),
    "JSON_TYPE": of_length(17),
    "JSON_QUOTE": by_length(lambda one: 6 * one.length + 2),
    "JSON_PRETTY": of_length(LONG_TEXT),
    **dict.fromkeys(("ST_ASTEXT", "ST_ASWKT"), of_length(LONG_TEXT)),
    **dict.fromkeys(("ST_ASBINARY", "ST_ASWKB", "LOAD_FILE"), of_length(LONG_TEXT, binary=True)),
    "ST_GEOMETRYTYPE": of_length(15),
    "ABS": absolute,
    "ROUND": rounded(cuts=False),
    "TRUNCATE": rounded(cuts=True),
    **dict.fromkeys(("FLOOR", "CEIL", "CEILING"), whole),
    "MOD": lambda found: computed_number(modulo, *found[:2]),
    "SUM": sum_of,
    "AVG": average,
    **dict.fromkeys(("MAX", "MIN"), extreme),
    "IFNULL": first_known,
    "COALESCE": unified,
    **dict.fromkeys(("GREATEST", "LEAST"), unified),
    "NULLIF": lambda found: replace(found[0], literal=False),
}
GEOMETRIES = frozenset(
    {
        *("POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON"),
        *("GEOMETRYCOLLECTION", "GEOMCOLLECTION", "ST_ENVELOPE", "ST_STARTPOINT", "ST_ENDPOINT", "ST_POINTN"),
        *("ST_EXTERIORRING", "ST_GEOMETRYN"),
        *(
            f"ST_{kind}FROM{form}"
            for kind in ("GEOM", "GEOMETRY", "POINT", "LINE", "LINESTRING", "POLY", "POLYGON", "MPOINT", "GEOMCOLL")
            for form in ("TEXT", "WKB")
        ),
    }
)
_LONGS = """LENGTH OCTET_LENGTH CHAR_LENGTH CHARACTER_LENGTH BIT_LENGTH INSTR LOCATE POSITION FIELD FIND_IN_SET STRCMP
    ASCII DATEDIFF TO_DAYS TIME_TO_SEC BENCHMARK UNCOMPRESSED_LENGTH GET_LOCK RELEASE_LOCK IS_FREE_LOCK ST_SRID
    COERCIBILITY YEARWEEK INTERVAL STRPOSITION"""
_SHORT_PARTS = """MONTH DAY DAYOFMONTH DAYOFYEAR WEEKDAY DAYOFWEEK HOUR MINUTE SECOND QUARTER WEEK WEEKOFYEAR"""
_BIGINTS = """COUNT SIGN BIT_COUNT JSON_VALID JSON_CONTAINS JSON_LENGTH JSON_DEPTH JSON_CONTAINS_PATH TO_SECONDS
    PERIOD_ADD PERIOD_DIFF TIMESTAMPDIFF MICROSECOND ORD SLEEP ROW_COUNT FOUND_ROWS"""
_UNSIGNED_BIGINTS = """BIT_AND BIT_OR BIT_XOR UUID_SHORT LAST_INSERT_ID CONNECTION_ID IS_USED_LOCK ROW_NUMBER RANK
    DENSE_RANK NTILE"""
_REALS = """RAND SQRT POW POWER EXP LN LOG LOG2 LOG10 SIN COS TAN COT ASIN ACOS ATAN ATAN2 DEGREES RADIANS STD STDDEV
    STDDEV_POP STDDEV_SAMP VARIANCE VAR_POP VAR_SAMP"""
BY_NAME: dict[str, Measure] = {
    **dict.fromkeys(_LONGS.split(), LONG),
    **dict.fromkeys(_SHORT_PARTS.split(), SMALL),
    **dict.fromkeys(_BIGINTS.split(), BIGINT),
    **dict.fromkeys(_UNSIGNED_BIGINTS.split(), UNSIGNED),
    **dict.fromkeys(_REALS.split(), REAL),
    "ISNULL": TRUTH,
    "YEAR": Measure(Kind.YEAR, 4, unsigned=True),
    "CRC32": Measure(Kind.INT, 10, unsigned=True),
    "GROUPCONCAT": Measure(Kind.STRING, _GROUP_CONCAT, width=4),
    "UUID": Measure(Kind.STRING, 36, width=3),
    "NOW": Measure(Kind.DATETIME, 19),
    "CURDATE": Measure(Kind.DATE, 10),
    "CURTIME": Measure(Kind.TIME, 8),
    "CHARSET": Measure(Kind.STRING, 64, width=3),
    **dict.fromkeys(GEOMETRIES, Measure(Kind.STRING, LONG_TEXT, binary=True)),
}
