"""What the definition of a spatial reference system says, and what is wrong with one.

Its grammar is that of WKT (OGC 01-009) with the parts that a 9.7.4 takes, in their order; what it says of others:
captured: clusters/definitions_of_systems, projections_of_systems.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TypeVar

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.projections import methods, parameter_names

_TOKEN = pattern(
    r' *(?:"(?P<text>[^"]+)"|(?P<mark>[\[\](),])|(?P<word>[A-Za-z_]\w*)|'
    r"(?P<number>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)(?![\w.]))",
    re.ASCII,
)
_CLOSING = {"[": "]", "(": ")"}
_DIRECTIONS = ("NORTH", "SOUTH", "EAST", "WEST", "OTHER")
_NORTHERN, _EASTERN = _DIRECTIONS[:2], _DIRECTIONS[2:4]
_EPSG, _WGS84 = "EPSG", 4326
_DIGITS = pattern(r"\s*[-+]?\d+")

_T = TypeVar("_T")
_Authority = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Geographic:
    """A geographic system. shift: TOWGS84; unit: in radians; axes: their directions."""

    longer: float
    flattening: float
    shift: tuple[float, ...] | None
    meridian: float
    unit: float
    axes: tuple[str, ...]
    authority: _Authority | None

    @property
    def computed(self) -> tuple[object, ...]:
        """What coordinates mean."""
        return self.longer, self.flattening, self.meridian, self.unit, self.axes, self._is_wgs84

    @property
    def _is_wgs84(self) -> bool:
        return _epsg(self.authority) == _WGS84

    @property
    def to_wgs84(self) -> tuple[float, ...] | None:
        """The shift, of WGS 84 itself none by any amount."""
        return self.shift or ((0.0,) * 7 if self._is_wgs84 else None)


@dataclass(frozen=True, slots=True)
class Projected:
    """A projected system. parameters: name, value and authority of each."""

    base: Geographic
    method: _Authority | None
    parameters: tuple[tuple[str, float, _Authority | None], ...]
    unit: float
    axes: tuple[str, ...]


class _NotDefinedError(ValueError):
    """The text is no definition."""


class _Reader:
    def __init__(self, text: str) -> None:
        self._tokens: list[tuple[str, str]] = []
        at, end = 0, len(text.rstrip(" "))
        while at < end:
            match = _TOKEN.match(text, at)
            if match is None or match.lastgroup is None:
                raise _NotDefinedError
            self._tokens.append((match.lastgroup, match[match.lastgroup]))
            at = match.end()
        self._tokens.append(("end", ""))
        self._place = 0
        self._opening = ""

    def take(self, kind: str) -> str:
        found, text = self._tokens[self._place]
        if found != kind:
            raise _NotDefinedError
        self._place += 1
        return text

    def mark(self, mark: str) -> None:
        if self.take("mark") != mark:
            raise _NotDefinedError

    def text(self) -> str:
        return self.take("text")

    def number(self) -> float:
        """Behind a comma."""
        self.mark(",")
        value = float(self.take("number"))
        if not math.isfinite(value):
            raise _NotDefinedError
        return value

    def clause(self, word: str, read: Callable[[_Reader], _T]) -> _T:
        """word [ .. ], in either brackets, all in the same."""
        if self.take("word").upper() != word:
            raise _NotDefinedError
        opening = self.take("mark")
        self._opening = self._opening or opening
        if opening not in _CLOSING or opening != self._opening:
            raise _NotDefinedError
        made = read(self)
        self.mark(_CLOSING[opening])
        return made

    def then(self, word: str, read: Callable[[_Reader], _T]) -> _T:
        self.mark(",")
        return self.clause(word, read)

    def if_there(self, word: str, read: Callable[[_Reader], _T]) -> _T | None:
        comma, (kind, text) = self._tokens[self._place], self._tokens[min(self._place + 1, len(self._tokens) - 1)]
        return self.then(word, read) if comma[1] == "," and kind == "word" and text.upper() == word else None


def _authority(reader: _Reader) -> _Authority:
    name = reader.text()
    reader.mark(",")
    return name, reader.text()


def _measure(reader: _Reader) -> tuple[str, float, _Authority | None]:
    """A PRIMEM, a UNIT or a PARAMETER."""
    return reader.text(), reader.number(), reader.if_there("AUTHORITY", _authority)


def _spheroid(reader: _Reader) -> tuple[float, float]:
    reader.text()
    both = reader.number(), reader.number()
    reader.if_there("AUTHORITY", _authority)
    return both


def _shift(reader: _Reader) -> tuple[float, ...]:
    return (float(reader.take("number")), *(reader.number() for _ in range(6)))


def _datum(reader: _Reader) -> tuple[float, float, tuple[float, ...] | None]:
    reader.text()
    longer, flattening = reader.then("SPHEROID", _spheroid)
    shift = reader.if_there("TOWGS84", _shift)
    reader.if_there("AUTHORITY", _authority)
    return longer, flattening, shift


def _axis(reader: _Reader) -> str:
    reader.text()
    reader.mark(",")
    direction = reader.take("word").upper()
    if direction not in _DIRECTIONS:
        raise _NotDefinedError
    return direction


def _geographic(reader: _Reader) -> Geographic:
    reader.text()
    datum = reader.then("DATUM", _datum)
    meridian = reader.then("PRIMEM", _measure)[1]
    unit = reader.then("UNIT", _measure)[1]
    axes = tuple(reader.then("AXIS", _axis) for _ in range(2))
    return Geographic(*datum, meridian, unit, axes, reader.if_there("AUTHORITY", _authority))


def _method(reader: _Reader) -> _Authority | None:
    reader.text()
    return reader.if_there("AUTHORITY", _authority)


def _projected(reader: _Reader) -> Projected:
    reader.text()
    base = reader.then("GEOGCS", _geographic)
    method = reader.then("PROJECTION", _method)
    parameters = []
    while (parameter := reader.if_there("PARAMETER", _measure)) is not None:
        parameters.append(parameter)
    unit = reader.then("UNIT", _measure)[1]
    first = reader.if_there("AXIS", _axis)
    axes = () if first is None else (first, reader.then("AXIS", _axis))
    reader.if_there("AUTHORITY", _authority)
    return Projected(base, method, tuple(parameters), unit, axes)


def definition_of(number: int, text: str) -> Geographic | Projected:
    """What a definition says. Raises MySQLError ER_SRS_PARSE_ERROR, and others for what no system can have."""
    try:
        reader = _Reader(text)
        projected = text.lstrip(" ").upper().startswith("PROJCS")
        made: Geographic | Projected
        made = reader.clause("PROJCS", _projected) if projected else reader.clause("GEOGCS", _geographic)
        reader.take("end")
    except _NotDefinedError:
        raise mysql_error("ER_SRS_PARSE_ERROR", number) from None
    _check_geographic(number, made.base if isinstance(made, Projected) else made)
    if isinstance(made, Projected):
        _check_parameters(number, made)
    return made


def _check_geographic(number: int, system: Geographic) -> None:
    if system.longer <= 0:
        raise mysql_error("ER_SRS_INVALID_SEMI_MAJOR_AXIS")
    if system.flattening != 0 and system.flattening <= 1:
        raise mysql_error("ER_SRS_INVALID_INVERSE_FLATTENING")
    if system.unit <= 0:
        raise mysql_error("ER_SRS_INVALID_ANGULAR_UNIT")
    if not -math.pi < system.meridian * system.unit <= math.pi:
        raise mysql_error("ER_SRS_INVALID_PRIME_MERIDIAN")
    if sorted(axis in _EASTERN for axis in system.axes if axis in _NORTHERN + _EASTERN) != [False, True]:
        raise mysql_error("ER_SRS_GEOGCS_INVALID_AXES", number, *system.axes)


def _epsg(authority: _Authority | None) -> int | None:
    """The number that EPSG has given it; 0 for what is none."""
    if authority is None or authority[0].upper() != _EPSG:
        return None
    match = _DIGITS.match(authority[1])
    return int(match[0]) if match else 0


def _check_parameters(number: int, system: Projected) -> None:
    """ER_SRS_UNUSED_PROJ_PARAMETER_PRESENT, ER_SRS_PROJ_PARAMETER_MISSING, and errors of values. A parameter is known
    by EPSG's number, or by its name where it has none."""
    method = _epsg(system.method) or 0
    wanted = methods().get(method)
    if wanted is None:
        return
    names = parameter_names()
    by_name = {name: code for code in wanted for name in (names[code], _NUMBERED.sub(r"\1", names[code]))}
    there: dict[int, float] = {}
    for name, value, authority in system.parameters:
        code = _epsg(authority)
        code = by_name.get(name.lower()) if code is None else code
        if code is None or code not in wanted:
            raise mysql_error("ER_SRS_UNUSED_PROJ_PARAMETER_PRESENT", number, name)
        there[code] = value
    for code in wanted:
        if code not in there:
            raise mysql_error("ER_SRS_PROJ_PARAMETER_MISSING", number, names[code], code)
        for symbol, codes, fits in _RANGES:
            if code in codes and not fits(there[code], system.base.unit):
                raise mysql_error(symbol)
        if (method, code) == _OF_A_POLE and abs(abs(there[code] * system.base.unit) - math.pi / 2) > _NEAR:
            raise mysql_error("ER_SRS_INVALID_LATITUDE_POLAR_STERE_VAR_A")


_NUMBERED = pattern(r"(standard_parallel)_(?=[12]$)")
_OF_A_POLE = 9810, 8801  # the latitude of origin of Polar Stereographic (variant A)
_NEAR = 1e-12
# What a parameter's value may be, in the unit of the system's angles; parameters by EPSG's numbers.
_RANGES: tuple[tuple[str, frozenset[int], Callable[[float, float], bool]], ...] = (
    (
        "ER_SRS_INVALID_LATITUDE_OF_ORIGIN",
        frozenset({8801, 8811, 8821, 8823, 8824, 8832}),
        lambda value, unit: abs(value * unit) <= math.pi / 2,
    ),
    (
        "ER_SRS_INVALID_LONGITUDE_OF_ORIGIN",
        frozenset({8802, 8812, 8822, 8830, 8833}),
        lambda value, unit: -math.pi < value * unit <= math.pi,
    ),
    ("ER_SRS_INVALID_HEIGHT", frozenset({1039}), lambda value, unit: value >= 0),
    ("ER_SRS_INVALID_SCALING", frozenset({1038, 8805, 8815, 8819}), lambda value, unit: value >= 0),
    ("ER_SRS_INVALID_ZONE_WIDTH", frozenset({8831}), lambda value, unit: 1 <= value <= 60 and value == int(value)),
)


def may_become(old: Geographic | Projected, new: Geographic | Projected) -> bool:
    """Whether a system that columns have may be defined so: names may change, what is computed may not, and a shift to
    WGS 84 may be added alone."""
    if isinstance(old, Geographic) and isinstance(new, Geographic):
        return old.computed == new.computed and (old.to_wgs84 is None or old.to_wgs84 == new.to_wgs84)
    if isinstance(old, Projected) and isinstance(new, Projected):
        return may_become(old.base, new.base) and _projection(old) == _projection(new)
    return False


def _projection(system: Projected) -> tuple[object, ...]:
    return _epsg(system.method), system.parameters, system.unit, system.axes
