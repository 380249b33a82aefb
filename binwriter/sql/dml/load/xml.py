"""A file of LOAD XML as rows, read byte by byte as a server reads it, which knows tags, attributes and values rather
than XML.

A row is what stands in front of the end of an element of the name of ROWS IDENTIFIED BY: of each attribute and of the
text that follows a start tag the name and how deep it stood. What a field is called is an attribute's name, a tag's, or
what the attribute `name` of a tag `field` says, in the same letters. An empty value is none, and what stands behind an
end tag is left out. Nothing is ill-formed: the rows in front of where the file breaks off are rows.

Source: MySQL manual, "LOAD XML Statement"; captures of a 9.7.4 (tests/golden/loads).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from binwriter.formats.collations import Collation
from binwriter.formats.records import dataclass
from binwriter.sql.dml.load.file import Line
from binwriter.sql.dml.load.ill_formed import lead_length

_ENTITIES = {b"gt": b">", b"lt": b"<", b"amp": b"&", b"quot": b'"', b"apos": b"'"}
_FIELD, _NAME = b"field", b"name"
_SECTION, _SECTION_END = b"![CDATA[", b"]]>"
_TAG, _BLANK, _TEXT, _CLOSE, _EQUALS = b"<", b" ", b">", b"/", b"="


@dataclass(frozen=True, slots=True)
class _Value:
    level: int
    name: bytes
    value: bytes


class _EndOfFileError(Exception):
    """The file ended within a row."""


class XmlReader:
    """One line a row: the fields of these names, None for one that the row has not.

    tag: as ROWS IDENTIFIED BY gives it, in angle brackets. skip: how many rows are left out at the beginning.
    """

    def __init__(self, content: bytes, tag: str, names: Sequence[str], skip: int, charset: Collation) -> None:
        self._data = content
        self._tag = tag.encode()[1:-1]
        self._names = [name.encode() for name in names]
        self._skip = skip
        self._charset = charset
        self._at = 0
        self._level = 0
        self._values: list[_Value] = []  # the last one first
        self._steps: dict[bytes, Callable[[], bytes]] = {
            _TAG: self._start_of_tag,
            _BLANK: self._blank,
            _TEXT: self._text,
            _EQUALS: self._attribute_value,
        }
        self._begin_row()

    def lines(self) -> Iterator[Line]:
        """The rows; those before the place where the file ends."""
        for values in islice(self._rows(), self._skip, None):
            yield Line(tuple(values.get(name) for name in self._names))

    def _rows(self) -> Iterator[dict[bytes, bytes]]:
        try:
            while True:
                self._read_row()
                yield {item.name: item.value for item in reversed(self._values)}
        except _EndOfFileError:
            return

    def _begin_row(self) -> None:
        self._name = self._attribute = self._value = b""
        self._quote = b""
        self._in_tag = False

    def _read_row(self) -> None:
        self._begin_row()
        sign = self._sign()
        while True:
            if sign == _CLOSE:
                if self._end_of_tag():
                    return
                sign = self._sign()
            else:
                step = self._steps.get(sign)
                sign = self._sign() if step is None else step()

    # --- bytes

    def _byte(self) -> bytes:
        """The next one. Raises _EndOfFileError."""
        byte = self._data[self._at : self._at + 1]
        if not byte:
            raise _EndOfFileError
        self._at += 1
        return byte

    def _sign(self) -> bytes:
        """The next one, white space as a blank."""
        byte = self._byte()
        return _BLANK if byte in b"\t\r\n" else byte

    def _upto(self, ends: bytes, *, without: bytes = b"") -> tuple[bytes, bytes]:
        """What stands in front of one of these signs, and that sign."""
        return self._more(self._sign(), ends, without)

    def _more(self, sign: bytes, ends: bytes, without: bytes = b"") -> tuple[bytes, bytes]:
        taken = bytearray()
        while sign not in ends:
            if sign != without:
                taken += sign
            sign = self._sign()
        return bytes(taken), sign

    # --- signs: each answers the sign that follows what it read

    def _start_of_tag(self) -> bytes:
        sign = self._sign()
        if sign == b"!":
            first, second = self._byte(), self._byte()
            if first == second == b"-":
                return self._comment()
        self._name, sign = self._more(sign, b"> /", self._quote)
        if sign != _CLOSE:
            self._level += 1
            self._forget(self._level + 1)
        self._in_tag = sign == _BLANK
        return sign

    def _comment(self) -> bytes:
        last = before = b""
        sign = self._sign()
        while sign != _TEXT or last != b"-" or before != b"-":
            if sign == b"-":
                before, last = last, sign
            elif last == b"-":
                last = before = b""
            sign = self._sign()
        return sign

    def _blank(self) -> bytes:
        sign = _BLANK
        while sign == _BLANK:
            sign = self._sign()
        if self._in_tag:
            taken, sign = self._more(sign, b"=/>")
            self._attribute += taken
        return sign

    def _text(self) -> bytes:
        self._in_tag = False
        self._read_value(_TAG)
        while self._data.startswith(_SECTION, self._at):
            end = self._data.find(_SECTION_END, self._at)
            if end < 0:
                raise _EndOfFileError
            self._value += self._data[self._at + len(_SECTION) : end]
            self._at = end + len(_SECTION_END)
            self._read_value(_TAG)
        if self._name:
            self._keep(self._level, self._name)
        self._name = self._value = self._attribute = b""
        return _TAG

    def _end_of_tag(self) -> bool:
        """Whether a row ends with it."""
        sign = self._sign()
        if sign != _TEXT or self._in_tag:  # an empty tag without attributes has not gone down
            self._level -= 1
        self._in_tag = False
        if sign != _TEXT:  # that of an empty tag keeps its name
            self._name = b""
        taken, _ = self._more(sign, _TEXT)
        self._name += taken
        return self._name == self._tag

    def _attribute_value(self) -> bytes:
        if self._name.startswith(_FIELD) and self._attribute.startswith(_NAME):
            self._quote = self._sign()
            self._name = self._attribute = b""
            self._level -= 1
            return _TAG
        quote = self._byte()
        if quote not in (b'"', b"'"):
            quote = _BLANK
            self._at -= 1
        self._quote = quote
        sign = self._read_value(quote)
        if self._attribute:
            self._keep(self._level + 1, self._attribute)
        self._attribute = self._value = b""
        return sign if sign == _BLANK else self._sign()

    def _read_value(self, end: bytes) -> bytes:
        """Adds to the value what stands in front of its end, which it answers. Raises _EndOfFileError."""
        value = bytearray(self._value)
        while True:
            start = self._at
            byte = self._byte()
            if (_BLANK if byte in b"\t\r\n" else byte) == end:
                break
            length = lead_length(byte[0], self._charset)
            if not length:
                raise _EndOfFileError
            if length > 1:
                self._at = start + length
                if self._at > len(self._data):
                    raise _EndOfFileError
                value += self._data[start : self._at]
            elif byte == b"&":
                entity, _ = self._upto(b";")
                value += _ENTITIES.get(entity, b"&" + entity + b";")
            else:
                value += byte
        self._value = bytes(value)
        return end

    # --- values

    def _forget(self, level: int) -> None:
        self._values = [item for item in self._values if item.level < level]

    def _keep(self, level: int, name: bytes) -> None:
        if self._value:
            self._values.insert(0, _Value(level, name, self._value))
