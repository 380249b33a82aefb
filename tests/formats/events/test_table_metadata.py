"""Optional metadata of Table_map events: typed values, against captured events and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binwriter.formats.constants import MetadataFieldType as Type
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.events import DefaultCharset, KeyPrefix, MetadataField, TableMap, metadata_field, metadata_value
from binwriter.formats.events.table_metadata import METADATA_VALUES
from tests.examples import examples
from tests.formats.log_files import CAPTURES, log_files, read_events

numbers = st.lists(st.integers(0, 70000), max_size=5).map(tuple)
pairs = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400)), max_size=4).map(tuple)
charsets = st.builds(DefaultCharset, st.integers(1, 2000), pairs)
names = st.lists(st.binary(max_size=300), max_size=5).map(tuple)
bits = st.lists(st.booleans(), max_size=24).map(lambda flags: tuple(flags[: len(flags) // 8 * 8]))
VALUES: dict[Type, st.SearchStrategy[Any]] = {
    Type.SIGNEDNESS: bits,
    Type.DEFAULT_CHARSET: charsets,
    Type.COLUMN_CHARSET: numbers,
    Type.COLUMN_NAME: names,
    Type.SET_STR_VALUE: st.lists(names, max_size=3).map(tuple),
    Type.ENUM_STR_VALUE: st.lists(names, max_size=3).map(tuple),
    Type.GEOMETRY_TYPE: numbers,
    Type.SIMPLE_PRIMARY_KEY: numbers,
    Type.PRIMARY_KEY_WITH_PREFIX: pairs.map(lambda keys: tuple(KeyPrefix(*key) for key in keys)),
    Type.ENUM_AND_SET_DEFAULT_CHARSET: charsets,
    Type.ENUM_AND_SET_COLUMN_CHARSET: numbers,
    Type.COLUMN_VISIBILITY: bits,
    Type.VECTOR_DIMENSIONALITY: numbers,
}


def test_every_type_is_declared() -> None:
    assert set(METADATA_VALUES) == set(Type) == set(VALUES)


@pytest.mark.parametrize("field_type", Type)
@settings(max_examples=examples(30))
@given(draw=st.data())
def test_round_trip(field_type: Type, draw: st.DataObject) -> None:
    value = draw.draw(VALUES[field_type])
    assert metadata_value(metadata_field(field_type, value)) == value


def test_signedness_is_most_significant_bit_first() -> None:
    # capture 08_types: TINYINT UNSIGNED, BIGINT, DECIMAL, DOUBLE, YEAR
    field = metadata_field(Type.SIGNEDNESS, (True, False, False, False, True))
    assert field == MetadataField(Type.SIGNEDNESS, b"\x88")
    assert metadata_value(field) == (True, False, False, False, True, False, False, False)


@pytest.mark.parametrize("capture", CAPTURES)
def test_integer_lists_agree_with_the_sidecar(capture: str, shared_dir: Path) -> None:
    folder = shared_dir / "oracle" / "captured" / capture
    for file in json.loads((folder / "sidecar.json").read_text())["files"]:
        for event, expected in zip(read_events(folder / file["name"]), file["events"], strict=True):
            if not isinstance(event.body, TableMap):
                continue
            for field, sidecar in zip(event.body.optional_metadata, expected["data"]["optional_metadata"], strict=True):
                value = metadata_value(field)
                if field.type in (Type.COLUMN_CHARSET, Type.GEOMETRY_TYPE, Type.VECTOR_DIMENSIONALITY):
                    assert list(value) == sidecar["value"]


@pytest.mark.parametrize("folder", ["corpus", "oracle", "oracle-old/8.0.40"])
def test_every_field_of_every_real_table_map(folder: str, shared_dir: Path) -> None:
    seen = set()
    for path in log_files(shared_dir / folder):
        for event in read_events(path):
            if isinstance(event.body, TableMap):
                for field in event.body.optional_metadata:
                    seen.add(field.type)
                    assert metadata_field(Type(field.type), metadata_value(field)) == field
    assert seen >= {Type.SIGNEDNESS, Type.DEFAULT_CHARSET}


def test_unknown_type_is_bytes() -> None:
    assert metadata_value(MetadataField(99, b"abc")) == b"abc"


def test_what_does_not_fit() -> None:
    with pytest.raises(EncodeError, match="COLUMN_CHARSET"):
        metadata_field(Type.COLUMN_CHARSET, (-1,))
    with pytest.raises(EncodeError, match="COLUMN_NAME"):
        metadata_field(Type.COLUMN_NAME, ("text",))
    for data in (b"\xfc", b"\xff", b"\x02\x05a"):
        with pytest.raises(CorruptLogError, match="ENUM_STR_VALUE"):
            metadata_value(MetadataField(Type.ENUM_STR_VALUE, data))


@pytest.mark.parametrize("kind", METADATA_VALUES)
def test_bytes_that_end_too_early_are_one_line(kind: Type) -> None:
    for data in (b"\xfc", b"\x02\x05a", b"\xfe\xff\xff"):
        try:
            metadata_value(MetadataField(kind, data))
        except CorruptLogError as error:
            assert "\n" not in str(error)  # bits take any bytes
