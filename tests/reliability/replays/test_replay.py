"""A sample of `make replay`: two generated logs and some scenarios, applied by a real replica with four workers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.integration.mysql import MySQLServer
from binwriter.workload.specification.spec import Dependencies

from . import generated, scenarios
from .known import STOPS
from .replica import Replica, running_replica
from .run import Results, untrue
from .scenarios import SCENARIOS, Found, Outcome, differences

SAMPLE = ("write_sets_families", "columns_with_srid", "foreign_keys_row")


@pytest.fixture(scope="module")
def replica(mysql_server: MySQLServer) -> Iterator[Replica]:
    """Wherever there is a server; it needs options of its own."""
    with running_replica() as found:
        yield found


@pytest.mark.mysql
@pytest.mark.parametrize("name", SAMPLE)
def test_a_replica_applies_a_scenario(name: str, mysql_server: MySQLServer, replica: Replica, tmp_path: Path) -> None:
    found = scenarios.replayed(SCENARIOS / f"{name}.scn", mysql_server, replica, tmp_path)
    assert found.outcome is Outcome.EQUAL, found.detail


@pytest.mark.mysql
def test_a_replica_applies_what_is_generated_of_parents_and_children(replica: Replica) -> None:
    document = {**generated.FAMILY_WORKLOAD, "transactions": 400}
    found = generated.replayed("families", document, Dependencies.WRITE_SET, replica)
    assert found.outcome is Outcome.EQUAL, found.detail


def test_the_table_names_scenarios() -> None:
    assert {path.stem for path in SCENARIOS.glob("*.scn")} >= STOPS.keys()


def test_the_table_has_to_be_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STOPS, "known", "why")
    stops, equal = Outcome.STOPS_AS_THE_SERVERS, Outcome.EQUAL
    assert untrue([Found("known", stops), Found("other", equal)]) == []
    assert [one.name for one in untrue([Found("known", equal), Found("other", stops)])] == ["known", "other"]


def test_differences_name_the_table() -> None:
    assert differences({"a.t": ["(1,)"], "a.u": []}, {"a.t": ["(2,)"], "a.v": []}) == [
        "a.t: 1 rows and 1; left only: ['(1,)'], right only: ['(2,)']",
        "a.u: only on the left",
        "a.v: only on the right",
    ]


def test_a_run_goes_on_where_another_ended(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    Results(path).add(Found("one", Outcome.EQUAL))
    Results(path).add(Found("two", Outcome.DIFFERS, "it did"))
    results = Results(path)
    assert results.get("one") == Found("one", Outcome.EQUAL)
    assert results.get("two") is None  # it may be better by now
    assert results.get("three") is None
