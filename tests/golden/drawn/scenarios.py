"""Whole scenarios drawn by topic, run on a real server and here.

python -m tests.golden.drawn.scenarios TOPIC FIRST LAST FOLDER    draws and captures what is not captured yet
python -m tests.golden.drawn.scenarios FOLDER [NAME..]            compares what was captured
"""

from __future__ import annotations

import json
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from binwriter.errors import ScenarioError
from binwriter.integration.capture import capture_on
from binwriter.integration.differential import compare_with_captured
from binwriter.integration.mysql import DEFAULT_OPTIONS, running_server
from binwriter.scenario.notation import read_scenario
from binwriter.scenario.sidecar import write_sidecar
from tests.golden.drawn.topics import TOPICS, WORDS, Topic

_WORD = re.compile(r"\{(\w+)\}")
_MAY_WAIT = re.compile(r"(?:INSERT|REPLACE|UPDATE|DELETE|ALTER|TRUNCATE|LOCK|DROP|CREATE|FLUSH)|.*(?:FOR|LOCK IN) ")
_OF_PLACES = re.compile(
    r": binlog_end: |Can't get stat of '"
)  # follow from what differs before, or name the server's folder
# an error behind results: the client keeps the counts of the first one
_OF_RESULTS_BEFORE = re.compile(r"'CALL .*: (?:affected|insert_id): \d+ \| None$")
_IMAGES = ("FULL", "MINIMAL", "NOBLOB")
_FORMATS = ("ROW", "ROW", "MIXED", "STATEMENT")


def drawn(name: str, number: int) -> str:
    """A scenario's text: the same for the same topic and number."""
    topic, chance = TOPICS[name], random.Random(f"{name} {number}")
    words = {**WORDS, **topic.words}
    lines = [f"title: drawn, {name} {number}", "tags: drawn"]
    lines += [f"server: {option}" for option in server_options(name, number)]
    lines += [f"file: {file}\nlocalfile: {file}" for file in topic.files]
    sessions = [f"con{place}" for place in range(1, topic.sessions + 1)]
    clock = "timestamp=1700000000, " if topic.stopped else ""
    for session in sessions:
        settings = f"binlog_format={chance.choice(_FORMATS)}, binlog_row_image={chance.choice(_IMAGES)}"
        lines.append(f"{session}: SET {clock}rand_seed1=1, rand_seed2=2, {settings};")
        if topic.sessions > 1:
            lines.append(f"{session}: SET innodb_lock_wait_timeout=1, lock_wait_timeout=1;")
    lines += [f"con1: {_filled(chance, words, form)};" for form in topic.setup]
    if chance.random() < 0.4:
        lines.append(f"con1: SET sql_mode={chance.choice(WORDS['mode'])};")
    lines += ["capture:", *_statements(topic, chance, words, sessions)]
    return "\n".join(lines) + "\n"


def server_options(name: str, number: int) -> tuple[str, ...]:
    """What the scenario's server has besides the usual options."""
    servers = TOPICS[name].servers
    return servers[number % len(servers)]


def _filled(chance: random.Random, words: dict[str, tuple[str, ...]], form: str) -> str:
    while (match := _WORD.search(form)) and match[1] in words:
        form = form[: match.start()] + chance.choice(words[match[1]]) + form[match.end() :]
    return form


def _statements(
    topic: Topic, chance: random.Random, words: dict[str, tuple[str, ...]], sessions: list[str]
) -> Iterator[str]:
    sent: str | None = None
    for _ in range(chance.randint(*topic.count)):
        session = chance.choice([one for one in sessions if one != sent])
        text = _filled(chance, words, chance.choice(topic.forms))
        if len(sessions) > 1 and sent is None and _MAY_WAIT.match(text) and chance.random() < 0.8:
            yield f"{session}&: {text};"
            if chance.random() < 0.5:
                yield f"reap: {session}"
            else:
                sent = session
            continue
        yield f"{session}: {text};"
        if sent is not None:
            yield f"reap: {sent}"
            sent = None
    if sent is not None:
        yield f"reap: {sent}"
    for session in sessions:
        yield f"{session}: {chance.choice(('COMMIT', 'ROLLBACK'))};"


def capture(name: str, numbers: range, folder: Path) -> None:
    """Keeps each scenario and what a server made of it in a folder of its own."""
    servers: dict[object, list[int]] = {}
    for number in numbers:
        own = server_options(name, number)
        servers.setdefault(number if TOPICS[name].alone else own, []).append(number)
    for own_numbers in servers.values():
        options = server_options(name, own_numbers[0])
        _capture(name, own_numbers, (*DEFAULT_OPTIONS, *(f"--{option}" for option in options)), folder)


def _capture(name: str, numbers: Sequence[int], options: Sequence[str], folder: Path) -> None:
    with running_server(options) as server:
        for number in numbers:
            target = folder / f"{name}_{number}"
            if (target / "sidecar.json").exists():
                continue
            target.mkdir(parents=True, exist_ok=True)
            path = target / "scenario.scn"
            path.write_text(drawn(name, number), "utf-8")
            try:
                result = capture_on(server, read_scenario(path), target)
            except ScenarioError as error:
                print(f"{target.name}: {error}", flush=True)
                shutil.rmtree(target)
                continue
            write_sidecar(result.sidecar, target / "sidecar.json")


def differences(target: Path) -> list[str]:
    """What is otherwise here: the first difference of the log, and those of the answers."""
    sidecar = json.loads((target / "sidecar.json").read_text("utf-8"))
    files = [file["name"] for file in sidecar["files"]]
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = compare_with_captured(read_scenario(target / "scenario.scn"), target, files, sidecar, Path(folder))
        except Exception as error:
            return [f"{type(error).__name__}: {error}"]
    lines = [] if found.is_equal else str(found).splitlines()
    return [line for line in lines if not _OF_PLACES.search(line) and not _OF_RESULTS_BEFORE.search(line)]


def main(arguments: list[str]) -> int:
    """The command line."""
    if arguments[0] in TOPICS:
        capture(arguments[0], range(int(arguments[1]), int(arguments[2]) + 1), Path(arguments[3]))
        return 0
    folder = Path(arguments[0])
    targets = [folder / name for name in arguments[1:]] or sorted(path.parent for path in folder.glob("*/sidecar.json"))
    count = 0
    for target in targets:
        if lines := differences(target):
            count += 1
            print(target.name, *(f"    {line[:420]}" for line in lines[:14]), sep="\n", flush=True)
    print(f"{count} of {len(targets)} scenarios differ", file=sys.stderr)
    return 1 if count else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
