"""A file of LOAD XML as rows: the elements of one name, their attributes, and the elements in them.

Source: MySQL manual, "LOAD XML Statement". A field's name is an attribute's, an element's, or what the attribute `name`
of an element `field` says; attributes of the elements around a row count too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import cast
from xml.etree import ElementTree

from binwriter.sql.dml.load.file import Line

_FIELD, _NAME = "field", "name"


class XmlReader:
    """One line a row: the fields of these names, None for one that the row has not.

    tag: as ROWS IDENTIFIED BY gives it, in angle brackets. skip: how many rows are left out at the beginning.
    """

    def __init__(self, text: str, tag: str, names: Sequence[str], skip: int) -> None:
        self._text = text
        self._tag = tag.strip("<>")
        self._names = [name.lower() for name in names]
        self._skip = skip

    def lines(self) -> Iterator[Line]:
        """The rows; those before the place where the file is no XML any more."""
        for values in islice(self._rows(), self._skip, None):
            yield Line(tuple(values.get(name) for name in self._names))

    def _rows(self) -> Iterator[dict[str, str]]:
        parser: ElementTree.XMLPullParser[ElementTree.Element] = ElementTree.XMLPullParser(["start", "end"])
        with suppress(ElementTree.ParseError):
            parser.feed(self._text)
            parser.close()
        around: list[ElementTree.Element] = []
        with suppress(ElementTree.ParseError):
            for read in parser.read_events():
                event, element = cast("tuple[str, ElementTree.Element]", read)
                if event == "start":
                    around.append(element)
                    continue
                around.pop()
                if element.tag == self._tag:
                    values = {name.lower(): value for outer in around for name, value in outer.attrib.items()}
                    yield values | dict(_values(element))


def _values(element: ElementTree.Element) -> Iterator[tuple[str, str]]:
    for name, value in element.attrib.items():
        yield name.lower(), value
    for inner in element:
        if inner.tag == _FIELD and _NAME in inner.attrib:
            yield inner.attrib[_NAME].lower(), inner.text or ""
        else:
            yield inner.tag.lower(), inner.text or ""
            yield from _values(inner)
