"""JSON text by the kernel: what it makes is what the exact path makes; what it does not make, the exact path says."""

from __future__ import annotations

import json
import random
import struct
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binwriter.bulk.arrow_types import to_storage
from binwriter.bulk.conversion import documents as conversion
from binwriter.bulk.ways import has_kernels
from binwriter.errors import EncodeError
from binwriter.formats.columns.json.binary import json_to_binary
from binwriter.formats.columns.json.documents import json_from_text
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from tests.binwriter.bulk.arrow_cases import table_of
from tests.examples import examples

JSON = ColumnSpec("j", ColumnType.JSON, length=4)

pytestmark = pytest.mark.skipif(not has_kernels(), reason="no numba")


def expected(text: str) -> bytes | None:
    try:
        return json_to_binary(json_from_text(text))
    except (EncodeError, ValueError):
        return None


def check(texts: list[str], *, all_usual: bool = False) -> None:
    """The kernel's documents are the exact path's; texts that are no JSON are left out, others only now and then."""
    made, left_out = conversion._by_kernel(pa.array(texts, pa.string()))
    skipped = set(left_out.tolist())
    assert not (all_usual and skipped), [texts[row] for row in skipped]
    for row, (text, found) in enumerate(zip(texts, made.to_pylist(), strict=True)):
        wanted = expected(text)
        if row in skipped:
            assert found is None
        else:
            assert found == wanted, text


USUAL = [
    *("null", "true", "false", "0", "-0", "1", "-1", "32767", "32768", "-32768", "-32769", "2147483647", "2147483648"),
    *("4294967295", "4294967296", "-2147483649", "9223372036854775807", "-9223372036854775807", "1.0", "-0.0", "0e5"),
    *("0.1", "1e22", "1E+5", "1.5e-7", "123456789.123456789", "3.141592653589793", "2.2250738585072014e-308"),
    *('""', '"a"', '"' + "x" * 127 + '"', '"' + "x" * 128 + '"', '"' + "x" * 20000 + '"', '"ü日本😀"'),
    *(r'"\"\\\/\b\f\n\r\t"', r'"a\u0041\u00fc\u65e5\ud83d\ude00z"', r'"\u0000"'),
    *("[]", "{}", "[[]]", "[{}]", '{"a":{}}', " [ 1 , 2 ] ", '{ "b" : 1 , "a" : [ ] , "cc" : null }\n'),
    *('{"a":1,"a":2}', '{"b":1,"a":2,"b":[3]}', '{"":0}', r'{"\u0061":1,"a":2}', '[1,"x",true,null,1.5,[2,{"k":[]}]]'),
    *("[" * 99 + "]" * 99, "[" + ",".join(["1e0"] * 500) + "]", "[" + ",".join(["[]"] * 500) + "]"),
    "{" + ",".join(f'"k{index % 400}": {index}' for index in range(500)) + "}",
]
# No JSON, or not for the kernel.
UNUSUAL = [
    *("", " ", "nul", "truE", "01", "-", "1.", ".5", "+1", "1e", "1e+", "NaN", "Infinity", "-Infinity", "1 2", "0x1"),
    *('"', '"a', '"\\"', '"\\x"', '"\\u12"', '"\\u12g4"', '"\t"', '"\\ud800"', '"\\ud800\\u0041"', '"\\udc00"', "'a'"),
    *(
        "[",
        "]",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "{",
        "}",
        '{"a"',
        '{"a":',
        '{"a":1',
        '{"a":1,}',
        "{1:2}",
        '{"a" 1}',
        "[1}",
    ),
    *("1e400", "-1e400", "1" * 30, "18446744073709551616", "0." + "1" * 40, "1e-400", "5e-324", "[" * 100 + "]" * 100),
    *("[" * 300, '{"a":' * 300, "[" + '"' + "x" * 70000 + '"' + "]", "[" + "1," * 40000 + "1]"),
    '{"' + "k" * 65536 + '":1}',
]


@pytest.mark.slow
def test_usual_documents() -> None:
    check(USUAL, all_usual=True)


@pytest.mark.slow
def test_unusual_documents() -> None:
    check([*UNUSUAL, "{}"])


_TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
_DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**65), 2**65) | st.integers(-70_000, 70_000) | _TEXT
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(_TEXT, inner, max_size=5),
    max_leaves=15,
)  # fmt: skip


@given(documents=st.lists(_DOCUMENTS, min_size=1, max_size=8), ascii_only=st.booleans(), indent=st.none() | st.just(1))
@settings(max_examples=examples(100), deadline=None)
@pytest.mark.slow
def test_any_documents(documents: list[Any], ascii_only: bool, indent: int | None) -> None:
    check([json.dumps(document, ensure_ascii=ascii_only, indent=indent) for document in documents])


def test_damaged_texts() -> None:
    """A byte changed, taken out or put in: never another answer than the exact path's."""
    chance = random.Random(1)
    texts = []
    for text in [text for text in USUAL if len(text) < 60] * 25:
        place = chance.randrange(len(text) + 1)
        other = chance.choice('"\\{}[],:0123456789eE+-.tfnu x\t\nü')
        texts.append(text[:place] + chance.choice(("", other)) + text[place + chance.randrange(2) :])
    check(texts)


def test_doubles_are_the_nearest() -> None:
    chance = random.Random(2)
    texts = [repr(struct.unpack("<d", struct.pack("<Q", chance.getrandbits(63)))[0]) for _ in range(3000)]
    texts += [f"{chance.getrandbits(60)}e{chance.randint(-40, 40)}" for _ in range(3000)]
    texts += [f"{(chance.getrandbits(53) | 1 << 53) * 2 + 1}.0" for _ in range(500)]  # halfway between two doubles
    check([text for text in texts if text not in ("nan", "inf")])


def test_a_column_with_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """NULLs, slices and unusual documents among usual ones."""
    monkeypatch.setattr(conversion, "_FEW", 0)
    texts = [None, *USUAL, None, "1e-310", *USUAL, "18446744073709551615", None] * 3
    array = pa.array([*texts, "{"], pa.string()).slice(1, len(texts) - 1)
    made = conversion.documents(JSON, array)
    assert made is not None
    assert made.to_pylist() == [None if text is None else expected(text) for text in texts[1:]]


@pytest.mark.parametrize("text", ("{", "1e400", "[" * 101))
def test_the_row_is_named(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "_FEW", 0)
    batch = pa.record_batch([pa.array(["{}"] * 200 + [text])], names=["c0"])
    with pytest.raises(EncodeError, match="row 1200: column 'c0', JSON"):
        to_storage(table_of([JSON]), batch, 1000)


def test_room_is_enough() -> None:
    """Documents that grow most: nothing is written behind the room."""
    texts = [
        "[" + ",".join(["1e0"] * 5000) + "]",
        "[" + ",".join(["{}"] * 5000) + "]",
        "[" + ",".join(["9"] * 9000) + "]",
    ]
    for text in texts:
        size = len(text)
        made, left_out = conversion._by_kernel(pa.array([text]))
        assert not len(left_out) or len(json_to_binary(json_from_text(text))) >= 1 << 16
        assert len(json_to_binary(json_from_text(text))) <= 3 * size + 16
        assert np.asarray(made.is_valid()).all() or len(left_out)
