"""The samples that real servers of 5.1.27 to 8.0.40 wrote, run by binwriter as the same version.

Samples that our SQL can run are compared whole: the same log, byte for byte but for what chance decides, and the same
answers. Of the others those statements are left out, on both sides, that our SQL refuses or that hang on one refused;
what each statement that is left wrote and answered is compared.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.formats.declaration import Declared
from binwriter.formats.events import FormatDescription, Gtid
from binwriter.integration.differential import compare_sidecars, compare_with_captured
from binwriter.integration.log_comparison import field_differences
from binwriter.integration.masking import Masker
from binwriter.scenario.notation import Scenario, Step, StepKind, read_scenario
from binwriter.scenario.run import run_scenario

from .conftest import PROJECT
from .old_captures import chance_of, read_sidecar

ORACLE = PROJECT.parent / "shared" / "oracle-old"
SAMPLES = sorted(path for path in ORACLE.glob("[58].*/o_*"))

# Statements that are left out, by sample. RAND() and its kin give each server its own values.
_UNSAFE = r"RAND\(|SYSDATE|UUID_SHORT|CONNECTION_ID"
LEFT_OUT: dict[str, str] = {
    "o_unsafe": _UNSAFE,
}
# By version, besides. In 5.1 another thread writes what INSERT DELAYED inserts, some time later; n2 gets those rows
# from there, and in 5.1.27 it happens beside the first INSERT INTO ai.
LEFT_OUT_BY_VERSION = {
    "5.1.27": r"|DELAYED|INTO n2|\baia?\b",
    "5.1.39": r"|DELAYED|INTO n2",
    "5.1.54": r"|DELAYED|INTO n2",
}
# (version, sample): why its log or answers differ. An entry that is no longer true fails.
KNOWN_GAPS: dict[tuple[str, str], str] = {}


def _kind(sample: str) -> str:
    """`o_trx_orders_row` -> `o_trx_orders`."""
    return re.sub(r"_(statement|mixed|row)$", "", sample)


def _parameters(*, left_out: bool) -> list[Any]:
    chosen = []
    for path in SAMPLES:
        kind, key = _kind(path.name), (path.parent.name, path.name)
        if (kind in LEFT_OUT) is not left_out:
            continue
        marks = [pytest.mark.xfail(reason=KNOWN_GAPS[key], strict=True)] if key in KNOWN_GAPS else []
        chosen.append(pytest.param(path, id="-".join(key), marks=marks))
    return chosen


def _scenario(sample: Path) -> Scenario:
    return read_scenario(ORACLE / "scenarios" / f"{sample.name}.scn")


def test_the_samples_are_there(shared_dir: Path) -> None:
    assert len({path.parent.name for path in SAMPLES}) == 7
    assert {_kind(path.name) for path in SAMPLES} >= LEFT_OUT.keys()
    assert {(path.parent.name, path.name) for path in SAMPLES} >= KNOWN_GAPS.keys()


@pytest.mark.parametrize("sample", _parameters(left_out=False))
@pytest.mark.sweep(every=34)
@pytest.mark.usefixtures("seldom_collected")
def test_a_sample_gives_the_log_that_the_real_server_wrote(sample: Path, tmp_path: Path) -> None:
    sidecar = read_sidecar(sample)
    found = compare_with_captured(
        _scenario(sample),
        sample,
        [file["name"] for file in sidecar["files"]],
        sidecar,
        tmp_path,
        chance=chance_of(sample),
        server_options=sidecar["server"]["options"],
        profile=sample.parent.name,
    )
    assert found.is_equal, str(found)


@pytest.mark.parametrize("sample", _parameters(left_out=True))
def test_what_is_left_of_a_sample_writes_and_answers_as_the_real_server_did(sample: Path, tmp_path: Path) -> None:
    pattern = re.compile(LEFT_OUT[_kind(sample.name)] + LEFT_OUT_BY_VERSION.get(sample.parent.name, ""))
    sidecar, scenario = read_sidecar(sample), _scenario(sample)
    steps = tuple(step for step in scenario.steps if not _is_left_out(step, pattern))
    assert len(steps) < len(scenario.steps)
    result = run_scenario(
        dataclasses.replace(scenario, steps=steps),
        tmp_path,
        sidecar["server"]["options"],
        chance=chance_of(sample),
        profile=sample.parent.name,
    )
    sidecar["statements"] = theirs = list(_written(sidecar, sample))
    kept = [statement for statement in theirs if not pattern.search(statement["sql"])]
    ours = list(_written(result.sidecar, tmp_path))
    for number, (one, other) in enumerate(zip(kept, ours, strict=True)):
        one["n"] = other["n"] = number
    answers = [side | {"binlog_end": None} for side in kept], [side | {"binlog_end": None} for side in ours]
    assert compare_sidecars({"statements": answers[0]}, {"statements": answers[1]}) == []
    for one, other in zip(kept, ours, strict=True):
        assert [_name(body) for body, *_ in other["events"]] == [_name(body) for body, *_ in one["events"]], one["sql"]
        for (their_body, *their_rest), (our_body, *our_rest) in zip(one["events"], other["events"], strict=True):
            found = list(field_differences(their_body, our_body)), their_rest, our_rest
            assert (found[0], found[2]) == ([], found[1]), one["sql"]


def _is_left_out(step: Step, pattern: re.Pattern[str]) -> bool:
    return step.kind is StepKind.STATEMENT and pattern.search(step.text) is not None


def _written(sidecar: dict[str, Any], folder: Path) -> Iterator[dict[str, Any]]:
    """The statements of the run phase with what each wrote: masked bodies, flags, sizes."""
    masker = Masker(server_uuid=None)
    events = [
        ((path.name, event.position), (_masked(masker.mask(event).body), event.header.flags, event.header.size))
        for path in sorted(folder.glob("binlog.0*[0-9]"))
        for event in read_events(path)
        if not isinstance(event.body, FormatDescription)
    ]
    begin = ("", 0)
    for statement in sidecar["statements"]:
        end = statement.get("binlog_end")
        if not statement.get("sql") or end is None or statement["phase"] == "setup":
            continue
        place = (end["file"], end["pos"])
        yield statement | {"events": [event for at, event in events if begin <= at < place]}
        begin = place


def _masked(body: Declared) -> Declared:
    """Without what the statements left out have moved."""
    if isinstance(body, Gtid):
        return dataclasses.replace(body, last_committed=None, sequence_number=None)
    return body


def _name(body: Declared) -> str:
    return f"{type(body).__name__} {getattr(body, 'query', b'').decode()}"
