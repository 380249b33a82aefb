"""Which of equal rows a server's sort puts first (facts from tests/golden/captured/order_of_equals_row)."""

from __future__ import annotations

from binwriter.sql.query.access.filesort import limited_numbers, selected_numbers, sorted_numbers

# column v of the rows with the keys 1 to 7
_VALUES = [1, 1, 1, 0, 1, 0, 2]


def test_the_heap_of_an_update_gives_its_memory_to_the_next_row() -> None:
    assert limited_numbers(_VALUES, list(range(7)), 3) == [5, 3, 0]


def test_up_to_sixteen_rows_the_sort_is_stable() -> None:
    assert sorted_numbers(_VALUES) == [3, 5, 0, 1, 2, 4, 6]


def test_every_way_gives_sorted_rows() -> None:
    for count in (1, 5, 20, 60):
        ranks = [(number * 7919) % 13 for number in range(90)]
        for numbers in (
            sorted_numbers(ranks)[:count],
            selected_numbers(ranks, count, 90)[:count],
            selected_numbers(ranks, count, 3)[:count],
            limited_numbers(ranks, None, count),
        ):
            assert [ranks[number] for number in numbers] == sorted(ranks)[:count]
            assert len(set(numbers)) == count
