"""Texts that functions read by a grammar of their own, made of chance: nearly right, deep, long, or of huge numbers.

JSON and its paths, regular expressions, WKT and GeoJSON, formats of dates, XML and XPath, GTID sets, vectors, masks of
LIKE; and statements in which constructs lie in each other in any order, to any depth, around literals of any length.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

from tests.reliability.hostile.values import NUMBERS, OTHERS, RAW, STRINGS, TORN, VALUES, lines_of

_INTEGERS = ("0", "1", "2", "-1", "007", "4294967295", "4294967296", "18446744073709551616", "9" * 40, "9" * 500, "")
_ODD = ("", " ", "\0", "\U0001f600", "\u00e4", "\\", '"', "\ufeff", "\x7f", "\u0301", RAW, TORN, "x" * 70)
_LENGTHS = (1, 2, 3, 10, 100, 1000, 20_000, 300_000)


def quoted(text: str) -> str:
    """The text as a string literal."""
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


def _some(chance: random.Random, most: int, piece: Callable[[], str], between: str = "") -> str:
    return between.join(piece() for _ in range(chance.choice((0, 1, 1, 2, 2, 3, most))))


def json_path(chance: random.Random) -> str:
    """A path, often wrong."""

    def number() -> str:
        return chance.choice(_INTEGERS)

    legs: tuple[Callable[[], str], ...] = (
        lambda: ".a",
        lambda: f".{chance.choice(_ODD)}",
        lambda: f'."{chance.choice(_ODD)}"',
        lambda: ".*",
        lambda: "**",
        lambda: "[*]",
        lambda: f"[{number()}]",
        lambda: f"[last-{number()}]",
        lambda: f"[{number()} to {chance.choice(('last', 'last - 1'))}]",
        lambda: f"[last-{number()} to {number()}]",
        lambda: f'."\\u{chance.choice(("0041", "d800", "dfff", "zzzz", ""))}"',
        lambda: f" {chance.choice('[]$.*')} ",
    )
    end = chance.choice(("", "", "", "**", ".", "[", '."', "$"))
    return chance.choice(("$", "$", "$", "$", " $ ", "", "@")) + _some(chance, 30, lambda: chance.choice(legs)()) + end


def json_text(chance: random.Random, depth: int = 4) -> str:
    """A document, often wrong."""

    def inner() -> str:
        return json_text(chance, depth - 1)

    if depth == 0 or chance.random() < 0.2:
        return chance.choice(
            (
                "null",
                "true",
                "1",
                "-0",
                "1e400",
                "-1e-400",
                "01",
                "1.",
                "+1",
                ".5",
                "9" * 400,
                '"a"',
                '"\\u0000"',
                '"\\ud800"',
                '"\\x"',
                f'"{chance.choice(_ODD)}"',
                "nul",
                "",
                "NaN",
                "{}",
                "[]",
                '"' + "b" * 70_000 + '"',
                "1" + "0" * 30,
            )
        )
    match chance.randrange(8):
        case 0 | 1 | 2:
            return "[" + _some(chance, 6, inner, chance.choice((",", ", ", ",", ",,"))) + "]"
        case 3 | 4 | 5:
            return "{" + _some(chance, 6, lambda: f'"{chance.choice((*_ODD, "a", "b", "a"))}":{inner()}', ",") + "}"
        case 6:
            levels = chance.choice((5, 50, 99, 100, 101, 1000, 20_000))
            return "[" * levels + inner() + "]" * (levels - chance.choice((0, 0, 0, 1)))
        case _:
            return inner() + chance.choice(("", " ", "x", ",", "\0"))


def pattern(chance: random.Random, depth: int = 4) -> str:
    """A regular expression, often wrong."""

    def inner() -> str:
        return pattern(chance, depth - 1)

    if depth == 0:
        return chance.choice(
            (
                "a",
                "b",
                ".",
                "^",
                "$",
                "\\b",
                "\\d",
                "\\p{L}",
                "\\p{Nosuch}",
                "\\x{10FFFF}",
                "\\x{110000}",
                "\\1",
                "\\99",
                "[[:alpha:]]",
                "[a-",
                "[]",
                "[^]",
                "[z-a]",
                "\\Q",
                "\\E",
                "\\cA",
                "\\N{LATIN SMALL LETTER A}",
                "\\N{}",
                "\\k<a>",
                "\\R",
                "\\X",
                "\\G",
                "\\h",
                "(?i)",
                "(?x) ",
                "(?#",
                "\\u00e4",
                "\\uD800",
                "\\",
                "[[a-z]&&[aeiou]]",
                "[\\p{L}--[a]]",
                chance.choice(_ODD).replace("\\", "\\\\"),
            )
        )
    match chance.randrange(9):
        case 0 | 1 | 2:
            return "".join(inner() for _ in range(chance.choice((1, 2, 3))))
        case 3:
            return inner() + chance.choice(("*", "+", "?", "*?", "++", "??", "{2}", "{1,}", "**", "{,3}", "{", "{2,1}"))
        case 4:
            return f"{inner()}{{{chance.choice(_INTEGERS)},{chance.choice(_INTEGERS)}}}"
        case 5:
            kind = chance.choice(
                ("(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?<a>", "(?i:", "(?-s:", "(?", "(?P<")
            )
            return f"{kind}{inner()}{chance.choice((')', ')', ')', ')', ''))}"
        case 6:
            return f"{inner()}|{inner()}"
        case 7:
            return f"({inner()}*)*{inner()}"
        case _:
            levels = chance.choice((5, 40, 300, 3000))
            return "(" * levels + inner() + ")" * levels + chance.choice(("", "*", "+"))


def well_known_text(chance: random.Random, depth: int = 3) -> str:
    """WKT, often wrong."""

    def number() -> str:
        return chance.choice(("0", "1", "-1", "1.5", "1e308", "1e309", "-1e-320", "nan", "inf", "", "90", "181"))

    def point() -> str:
        return f"{number()} {number()}"

    def ring() -> str:
        return "(" + _some(chance, 9, point, ",") + chance.choice(("", "", ",0 0")) + ")"

    match chance.randrange(9):
        case 0:
            return f"POINT({point()})"
        case 1:
            return f"LINESTRING{ring()}"
        case 2:
            return f"POLYGON({_some(chance, 4, ring, ',')})"
        case 3:
            return f"MULTIPOINT({_some(chance, 9, lambda: chance.choice((point(), '(' + point() + ')')), ',')})"
        case 4:
            return f"MULTIPOLYGON({_some(chance, 4, lambda: '(' + ring() + ')', ',')})"
        case 5:
            return "GEOMETRYCOLLECTION" + chance.choice((" EMPTY", "()", "(EMPTY)"))
        case 6 if depth:
            return f"GEOMETRYCOLLECTION({_some(chance, 4, lambda: well_known_text(chance, depth - 1), ',')})"
        case 7:
            levels = chance.choice((3, 60, 1000, 20_000))
            return "GEOMETRYCOLLECTION(" * levels + "POINT(1 1)" + ")" * levels
        case _:
            return f"MULTILINESTRING({ring()},((0 0 0,1 1 1)){chance.choice(_ODD)}"


def geo_json(chance: random.Random) -> str:
    """GeoJSON, often wrong."""
    kind = chance.choice(("Point", "LineString", "Polygon", "MultiPoint", "Feature", "FeatureCollection", "point", ""))
    inner = chance.choice(
        ("[1,2]", "[1]", "[[0,0],[1,1]]", "[[[0,0],[1,0],[1,1],[0,0]]]", "[1e400,2]", "{}", "null", '["1",2]')
    )
    part = chance.choice(("coordinates", "geometry", "geometries", "features", "crs"))
    return chance.choice((f'{{"type":"{kind}","{part}":{inner}}}', json_text(chance, 2)))


def date_format(chance: random.Random) -> str:
    return _some(
        chance,
        40,
        lambda: "%" + chance.choice("aAbBcdDeEfFHhiIjklMmpPrsSTuUvVwWxXYyz%#.@0 \u00e4"),
        chance.choice(("", "-", " ")),
    )


def xml(chance: random.Random) -> str:
    def name() -> str:
        return chance.choice(("a", "b", "a:b", "\u00e4", "", "1", "x" * 300))

    values = ('"1"', "'x'", "1", "")

    def one() -> str:
        return f"<{name()} c={chance.choice(values)}>{chance.choice(_ODD)}</{name()}>"

    return chance.choice(("", "<?xml?>", "<!-- x -->", "<![CDATA[")) + chance.choice(
        (one(), f"<a>{one()}{one()}</a>", "<a>" * chance.choice((5, 300, 20_000)), "<a><b>1</b></a>", "&lt;&#99;&x;")
    )


def x_path(chance: random.Random) -> str:
    steps = (
        "/a",
        "//b",
        "/*",
        "/@c",
        "[1]",
        "[last()]",
        "[position()>1]",
        "/..",
        "/self::a",
        "/child::*",
        "|/a",
        "[@c='1']",
        "/ancestor::a",
        "count(/a)",
        "[",
        "]",
        "(",
        "+1",
        " div 0",
        "-",
        "$x",
        "$nosuch",
        "/following-sibling::a",
        "contains(/a,'b')",
    )
    return _some(chance, 12, lambda: chance.choice(steps)) + chance.choice(
        ("", "(" * chance.choice((1, 100, 3000)) + "1")
    )


def gtid_set(chance: random.Random) -> str:
    sid = chance.choice(("3e11fa47-71ca-11e1-9e33-c80aa9429562", "00000000-0000-0000-0000-000000000000", "nosuch", ""))
    tag = chance.choice(("", "", ":tag", ":" + "t" * 33, ":1a"))

    def place() -> str:
        return chance.choice(
            ("1", "1-5", "5-1", "0", "9223372036854775806", "9223372036854775807", "1-" + "9" * 30, "", "x")
        )

    return _some(chance, 5, lambda: f"{sid}{tag}:{_some(chance, 9, place, ':')}", chance.choice((",", ", ", "\n,")))


def numbers_in_brackets(chance: random.Random) -> str:
    return "[" + _some(chance, 20, lambda: chance.choice(("1", "1e39", "-0", "nan", " 2 ", "", "1,", "x")), ",") + "]"


def like(chance: random.Random) -> str:
    return _some(chance, 60, lambda: chance.choice(("%", "_", "a", "\\", "\\%", "%%", "\u00e4", "|")))


Make = Callable[[random.Random], str]
_MADE: dict[str, Make] = {
    made.__name__: made
    for made in (
        *(json_text, json_path, pattern, like, well_known_text, geo_json, date_format, xml, x_path, gtid_set),
        numbers_in_brackets,
    )
}


@cache
def _calls() -> tuple[tuple[str, tuple[Make, ...]], ...]:
    """Each form of a call, and what makes its texts."""
    parts = (line.partition(": ") for line in lines_of("calls_of_grammars.txt"))
    return tuple((form, tuple(_MADE[name] for name in names.split())) for names, _, form in parts)


def call(chance: random.Random) -> str:
    """A call of a function that reads texts by a grammar."""
    form, makes = chance.choice(_calls())
    return form.format(*(quoted(make(chance)) for make in makes))


def of_grammars(chance: random.Random) -> Iterator[str]:
    """An endless stream of statements with such calls."""
    places = lines_of("places_of_calls.txt")
    while True:
        one = call(chance)
        yield chance.choice(places).format(one, quoted("SELECT " + one))


def _long(chance: random.Random) -> str:
    length = chance.choice(_LENGTHS)
    return chance.choice(
        (
            "'" + "x" * length + "'",
            "9" * length,
            "0." + "9" * length,
            "1e" + "9" * min(length, 1000),
            "0x" + "A" * (2 * length),
            "b'" + "1" * length + "'",
            "'" + "\\'" * length + "'",
            "/*" + "x" * length + "*/ 1",
            "'" + "\u00e4" * length + "'",
            "'a' " * min(length, 1000),
            "`" + "n" * length + "`",
            "-" * min(length, 1000) + " 1",
            "1" + "+1" * min(length, 3000),
            "CONCAT(" + ",".join(["1"] * min(length, 20_000)) + ")",
            "1 IN (" + ",".join(map(str, range(min(length, 20_000)))) + ")",
            "1" + " OR 1" * min(length, 3000),
            "@" + "v" * length,
            "'a'" + " COLLATE utf8mb4_bin" * min(length, 1000),
            "REPEAT('a', " + "9" * min(length, 30) + ")",
            "x.y." * min(length, 1000) + "z",
        )
    )


def nested(chance: random.Random) -> str:
    """An expression of constructs in each other, in any order."""
    text = _long(chance) if chance.random() < 0.15 else chance.choice(VALUES)
    for _ in range(chance.choice((1, 3, 5, 8, 12, 20, 60, 200, 700))):
        if len(text) > 1_500_000:
            break
        text = chance.choice(lines_of("nests.txt")).format(
            text, chance.choice(VALUES if len(text) < 10_000 else ("1", "'a'", "NULL", "a"))
        )
    return text


def of_nests(chance: random.Random) -> Iterator[str]:
    """An endless stream of statements with such expressions."""
    while True:
        yield chance.choice(lines_of("statements_of_nests.txt")).format(
            nested(chance), chance.choice((*NUMBERS, *OTHERS, *STRINGS)), chance.randrange(3)
        )
