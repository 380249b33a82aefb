"""Every scenario is explained: each event of its files once, at its place, with a rule that says what it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.explain import Explanation, explain_scenario
from binwriter.explain.to_json import explanation_json
from binwriter.scenario.notation import read_scenario
from tests.conftest import PROJECT

GOLDEN = sorted((PROJECT / "tests" / "golden" / "scenarios").glob("*.scn"))
ORACLE = sorted((PROJECT.parent / "shared" / "oracle" / "scenarios").glob("*.scn"))
OLD = PROJECT.parent / "shared" / "oracle-old"
OLD_SAMPLES = [
    (folder.name, path)
    for folder in sorted(OLD.glob("[58].*"))
    for path in sorted((OLD / "scenarios").glob("*.scn"))
    if (folder / path.stem).is_dir()
]


def check(found: Explanation, folder: Path) -> None:
    in_files = {
        (path.name, event.position): event
        for path in sorted(folder.iterdir())
        if path.suffix[1:].isdigit()
        for event in read_events(path, verify=False)
    }
    explained = [event for event in found.events if event.fate == "written" and event.kept]
    places = [(event.file, event.position) for event in explained]
    outside = [place for event, place in zip(explained, places, strict=True) if not compressed(event.number, found)]
    assert sorted(outside) == sorted(in_files), "each event of the files once"
    for event, place in zip(explained, places, strict=True):
        assert event.end == in_files[place].end or compressed(event.number, found), event
    for event in found.events:
        assert event.fate != "waiting", event
        assert event.rule, event
        assert event.statement >= 0, event
        if event.group is not None:
            assert event.number in found.groups[event.group].events
    for name, (says, source) in found.rules.items():
        assert says, f"nobody has described the rule {name!r}"
        assert source, name
    json.dumps(explanation_json(found))


def compressed(number: int, found: Explanation) -> bool:
    """Whether the event stands inside a Transaction_payload."""
    event = found.events[number]
    if event.group is None or event.role in ("gtid", "payload"):
        return False
    return any(found.events[other].role == "payload" for other in found.groups[event.group].events)


@pytest.mark.parametrize("path", [*GOLDEN, *ORACLE], ids=lambda path: path.stem)
@pytest.mark.sampled(every=24)
@pytest.mark.sweep(every=190)
def test_every_event_is_explained_once(path: Path, tmp_path: Path) -> None:
    check(explain_scenario(read_scenario(path), tmp_path), tmp_path)


@pytest.mark.parametrize(("version", "path"), OLD_SAMPLES, ids=lambda value: getattr(value, "stem", value))
@pytest.mark.sampled(every=24)
@pytest.mark.sweep(every=190)
def test_every_event_of_older_servers_too(version: str, path: Path, tmp_path: Path) -> None:
    found = explain_scenario(read_scenario(path), tmp_path, profile=version, skip_unsupported=True)
    check(found, tmp_path)


def test_statements_of_a_plain_script_stand_once(tmp_path: Path) -> None:
    script = tmp_path / "plain.sql"
    script.write_text("CREATE TABLE t (a INT);\nINSERT INTO t VALUES (1);\n")
    found = explain_scenario(read_scenario(script), tmp_path / "log")
    told = [(view.session, view.line, bool(view.moves)) for view in found.statements if view.kind == "statement"]
    assert told == [("con1", 1, True), ("con1", 2, True)]
    check(found, tmp_path / "log")
