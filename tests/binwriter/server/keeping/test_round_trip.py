"""Every captured scenario leaves a server whose state, put back, is the same state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from binwriter.errors import BinwriterError
from binwriter.mysql.gtid.state import GtidSet
from binwriter.scenario.notation import read_scenario
from binwriter.scenario.run import run_scenario
from binwriter.server.keeping import form, loading
from binwriter.server.keeping.state import state_of
from binwriter.server.server import Server
from binwriter.server.state import ServerState
from tests.conftest import PROJECT

SCENARIOS = sorted((PROJECT / "tests" / "golden" / "scenarios").glob("*.scn"))


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[ServerState]]:
    """The servers that were shut down, as they are behind it."""
    servers: list[ServerState] = []
    shutdown = ServerState.shutdown

    def ends(server: ServerState) -> None:
        shutdown(server)
        servers.append(server)

    monkeypatch.setattr(ServerState, "shutdown", ends)
    yield servers


def state(server: ServerState, path: Path) -> list[bytes]:
    """What is kept, event by event."""
    kept = state_of(server.front_end, server.variables, server.xa.prepared())
    form.write(path, form.Head(("binlog.000001", 4), GtidSet()), kept)
    return [event.body_bytes for event in form.read(path)]


@pytest.mark.parametrize("scenario", [pytest.param(path, id=path.stem) for path in SCENARIOS])
@pytest.mark.sampled(every=40)
def test_a_state_that_is_put_back_is_the_same_state(scenario: Path, tmp_path: Path, ended: list[ServerState]) -> None:
    try:
        run_scenario(read_scenario(scenario), tmp_path / "first", files=None)
    except BinwriterError:
        pytest.skip("it needs files, or options that a kept server has not")
    first = ended[0]
    if not first.has_catalog:
        return
    before = state(first, tmp_path / "kept")
    with Server(tmp_path / "second", profile=first.profile.name, engines=first.engines) as second:
        loading.load(tmp_path / "kept", second)
        assert state(second, tmp_path / "again") == before
