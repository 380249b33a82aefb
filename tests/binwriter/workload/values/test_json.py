"""Documents from templates: as our encoder of JSON lays them out, byte by byte."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pyarrow")

from binwriter.formats.columns.json.binary import json_from_binary, json_to_binary

from .tables import batch_of, column_of

# template, and what each value of the document is
_TEMPLATES: dict[str, Any] = {
    "numbers": {
        "small": {"$uniform": [-30_000, 30_000]}, "middle": {"$uniform": [-70_000, 70_000]},
        "large": {"$uniform": [-(2**40), 2**62]}, "only large": {"$uniform": [2**33, 2**34]},
        "unsigned edge": {"$uniform": [2**32 - 3, 2**32 + 3]}, "edge": {"$uniform": [-32_770, -32_766]},
        "real": {"$uniform": [0.5, 1.5]}, "key": {"$sequence": 65_530}, "zipf": {"$zipf": 5},
    },
    "texts": {
        "words": {"$words": [1, 30]}, "letters": {"$length": [0, 300]}, "list": {"$list": "name"},
        "mail": {"$email": True}, "uuid": {"$uuid": True}, "pattern": {"$pattern": "[ab]{0,3}"},
    },
    "nesting": [1, {"a": [{"$uniform": [1, 2]}, {"b": {"$words": 2}, "aa": {}}], "": []}, [{"$words": 1}], "end"],
    "choices": {
        "mixed": {"$choice": [None, True, 1, 70_000, 2**40, 1.5, "x", "y" * 200, [], {"a": [1]}], "$weights": [1] * 10},
        "literals": {"$choice": [True, False, None]}, "strings": {"$choice": ["a", "bb"]},
    },
    "fixed": {"a": [1, 2, {"b": None}], "c": {"$choice": ["only"]}},
    "text": '{"a": {"$uniform": [1, 9]}, "ü": "€"}',
}  # fmt: skip


@pytest.mark.parametrize("case", _TEMPLATES)
def test_documents_have_the_bytes_of_our_encoder(case: str) -> None:
    source = column_of("JSON NOT NULL", {"json": _TEMPLATES[case]})
    found = batch_of(source, 400)["x"].to_pylist()
    for data in found:
        assert json_to_binary(json_from_binary(data)) == data
    assert max(map(len, found)) <= source.max_row_size()
    assert case == "fixed" or len(set(found)) > 5
    plain = column_of("JSON NOT NULL", {"json": _TEMPLATES[case]}, compiled=False)
    assert batch_of(plain, 400)["x"].to_pylist() == found


def _documents(template: Any, rows: int = 300) -> list[Any]:
    found = batch_of(column_of("JSON NOT NULL", {"json": template}), rows)["x"].to_pylist()
    return [json_from_binary(data).root for data in found]


def test_values_are_those_of_the_generators() -> None:
    documents = _documents({"id": {"$sequence": 5}, "n": {"$uniform": [1, 3]}, "f": {"$uniform": [0.5, 0.75]}, "c": 7})
    assert [document["id"] for document in documents] == list(range(5, 305))
    assert {document["n"] for document in documents} == {1, 2, 3}
    assert all(0.5 <= document["f"] <= 0.75 for document in documents)
    assert {document["c"] for document in documents} == {7}


def test_generators_at_two_places_are_independent() -> None:
    documents = _documents([{"$uniform": [0, 10**9]}, {"$uniform": [0, 10**9]}])
    assert sum(left == right for left, right in documents) == 0


def test_whole_documents_to_choose_from() -> None:
    source = column_of("JSON NOT NULL", {"choice": ['{"a": 1}', [1, 2], {"b": {}}, "null"]})
    found = {str(json_from_binary(data).root) for data in batch_of(source, 200)["x"].to_pylist()}
    assert found == {"{'a': 1}", "[1, 2]", "{'b': {}}", "None"}
    same = column_of("JSON", {"json": {"a": 1}, "null": 0})
    assert {json_from_binary(data).root["a"] for data in batch_of(same, 20)["x"].to_pylist()} == {1}
