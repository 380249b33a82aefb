"""Which orders of a join's tables a server goes through.

Source: MySQL manual, "Controlling Query Plan Evaluation" (`optimizer_prune_level`), and the orders that a 9.7.4 takes
(captured: scenario joined_orders_passed_over_row).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from math import inf

Order = tuple[int, ...]


def cheapest(
    tried: Sequence[int],
    is_possible: Callable[[Order], bool],
    found_by: Callable[[int], Set[int]],
    cost_of: Callable[[Order], tuple[float, float]],
) -> Order:
    """The cheapest order of those that a server goes through: at each place it passes over a table that costs no less
    and leaves no fewer rows than one that it has tried there.

    tried: in which order; is_possible, cost_of: of the first tables of an order, the cost with the rows that stay;
    found_by: the tables by whose values a key finds a table's rows.
    """
    best: tuple[float, Order] = (inf, tuple(tried))

    def extend(order: Order, rows: float, others: Sequence[int]) -> None:
        nonlocal best
        least, fewest = inf, inf
        for place, slot in enumerate(others):
            longer = (*order, slot)
            if not is_possible(longer):
                continue
            cost, left = cost_of(longer)
            cost = round(cost, 6)
            if cost >= best[0] or (cost >= least and left >= fewest):
                continue
            waits = not found_by(slot).isdisjoint(others)
            if cost <= least and left <= fewest and (not waits or left < 2 * rows):
                least, fewest = cost, left
            if len(others) == 1:
                best = cost, longer
                continue
            swapped = list(others)
            swapped[0], swapped[place] = swapped[place], swapped[0]
            extend(longer, left, swapped[1:])

    extend((), 1.0, tried)
    return best[1]
