"""What a server expects in a range, and what it costs: numbers from the optimizer trace of a 9.7.4."""

from __future__ import annotations

import pytest

from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.engines import ENGINES
from binwriter.sql.query.access.range_estimates import Range, expected_rows, range_cost

_COSTS = Behaviour().costs
_KEYS = (1, 2, 3, 5, 7, 8, 9, 20, 21, 22)


@pytest.mark.parametrize(
    ("engine", "wanted", "rows", "cost"),
    [
        ("myisam", Range(high=5), 5, 2.01),
        ("myisam", Range(high=8), 6, 2.36),
        ("innodb", Range(high=5), 4, 0.660855),
        ("innodb", Range(high=5, with_high=False), 3, 0.560641),
        ("innodb", Range(low=5, with_low=False), 6, 0.861282),
        ("innodb", Range(high=1), 1, 0.36),
    ],
)
def test_a_range_of_a_key(engine: str, wanted: Range, rows: int, cost: float) -> None:
    assert expected_rows(ENGINES[engine], _KEYS, wanted) == rows
    found = range_cost(ENGINES[engine], rows, _COSTS, covering=False, clustered=engine == "innodb")
    assert found == pytest.approx(cost, abs=1e-4)


def test_a_key_that_has_all_columns() -> None:
    assert range_cost(ENGINES["myisam"], 2, _COSTS, covering=True, clustered=False) == pytest.approx(0.464808, abs=1e-6)


def test_a_secondary_key_of_innodb_costs_its_rows() -> None:
    """EXPLAIN FORMAT=TREE says 1.61, looking at three rows included."""
    assert range_cost(ENGINES["innodb"], 3, _COSTS, covering=False, clustered=False) + 0.3 == pytest.approx(1.61)
