"""Numbers as people write them."""

from __future__ import annotations

import pytest

from binwriter.errors import SpecError
from binwriter.workload.specification.units import Span, read_count, read_size, read_span, show_duration, show_size


@pytest.mark.parametrize(
    ("text", "count"), [("1e6", 10**6), ("1.5e3", 1500), ("250k", 250_000), ("2M", 2_000_000), (7, 7), ("1_000", 1000)]
)
def test_counts(text: object, count: int) -> None:
    assert read_count(text, "x") == count


@pytest.mark.parametrize(
    ("text", "size"),
    [("10GiB", 10 << 30), ("10GB", 10**10), ("512M", 512 << 20), ("4096", 4096), ("1.5KiB", 1536), (8192, 8192)],
)
def test_sizes(text: object, size: int) -> None:
    assert read_size(text, "x") == size


def test_spans() -> None:
    assert read_span("1-10", "x") == Span(1, 10)
    assert read_span(3, "x") == read_span("3", "x") == Span(3, 3)


@pytest.mark.parametrize("text", ["", "ten", "1.5", "-1", True, None, "1e99", "5X", []])
def test_refused_counts(text: object) -> None:
    with pytest.raises(SpecError, match=r"^here: "):
        read_count(text, "here")


@pytest.mark.parametrize("text", ["0-3", "3-1", "1-", "a-b", "1-10000000000"])
def test_refused_spans(text: str) -> None:
    with pytest.raises(SpecError, match=r"^here: "):
        read_span(text, "here")


def test_shown() -> None:
    assert (show_size(5 << 29), show_size(100)) == ("2.5 GiB", "100 bytes")
    assert (show_duration(3.42), show_duration(4320)) == ("3.4 s", "1 h 12 min")
