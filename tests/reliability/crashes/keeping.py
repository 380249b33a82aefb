"""What a server keeps of tables, accounts and programs, behind a crash at every step of the disk.

    python -m tests.reliability.crashes.keeping [--every N] [--rounds N] [--report PAGE]

A run is recorded with what a client was shown of everything that is kept (`told`) at each set of GTIDs. Behind each
crash a server is started: it has to show what was shown at the GTIDs that it comes back with, to have all that clients
were told of, and to go on. What sql_log_bin=0 keeps from the log may be there or not, at the GTIDs of its moment.
Counters of AUTO_INCREMENT that were only raised by what was rolled back stand in no log: they may be lower then.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from binwriter import disk
from binwriter.mysql.gtid.state import GtidSet
from binwriter.server.server import Server
from tests.reliability.crashes.points import Unsynced, crashes
from tests.reliability.crashes.recording_disk import Loss, OtherWrites, RecordingDisk, Replay, Step
from tests.reliability.crashes.report import write_keeping
from tests.reliability.crashes.workload import KEYRING, Setting

Told = tuple[tuple[str, str], ...]  # what was asked, what was answered

_COUNTER = re.compile(r" AUTO_INCREMENT=\d+")

_PERSISTED = "SELECT * FROM performance_schema.persisted_variables"

_ASKED = (
    "SHOW DATABASES",
    "SHOW FULL TABLES FROM d",
    *(f"SHOW CREATE TABLE d.{name}" for name in ("t", "child", "m", "parts", "copied", "moved", "x", "v")),
    *(f"SELECT * FROM d.{name}" for name in ("t", "child", "m", "parts", "copied", "moved", "x")),
    "SHOW CREATE PROCEDURE d.p",
    "SHOW CREATE FUNCTION d.f",
    "SHOW CREATE EVENT d.e",
    "SHOW TRIGGERS FROM d",
    "SELECT user, host, authentication_string, plugin FROM mysql.user WHERE user IN ('u', 'r', 'unlogged')",
    "SELECT * FROM mysql.db WHERE user IN ('u', 'r')",
    "SELECT * FROM mysql.role_edges",
    "SELECT * FROM mysql.servers",
    "SELECT * FROM mysql.func",
    "SHOW CREATE TABLE mysql.plugin",
    "SELECT RESOURCE_GROUP_NAME, VCPU_IDS FROM information_schema.RESOURCE_GROUPS",
    "SELECT Name FROM mysql.time_zone_name",
    _PERSISTED,
    "SELECT * FROM mysql.server_cost",
    "XA RECOVER",
)

_BEFORE = (
    "CREATE DATABASE d",
    "CREATE TABLE d.t (a INT AUTO_INCREMENT PRIMARY KEY, b VARCHAR(200), c INT, KEY (c))",
    "CREATE TABLE d.m (a INT PRIMARY KEY, b INT) ENGINE=MyISAM",
    "CREATE TABLE d.child (a INT, b INT, FOREIGN KEY (b) REFERENCES d.t (a) ON DELETE CASCADE)",
    "CREATE TABLE d.parts (a INT PRIMARY KEY, b JSON) PARTITION BY HASH (a) PARTITIONS 3",
    "CREATE TABLE d.moved (a INT)",
    "CREATE TABLE d.x (a INT PRIMARY KEY, b TEXT)",
    "CREATE VIEW d.v AS SELECT a, c FROM d.t",
    "CREATE FUNCTION d.f(x INT) RETURNS INT DETERMINISTIC RETURN x + 1",
    "CREATE PROCEDURE d.p() INSERT INTO d.m VALUES (1000, 1)",
    "CREATE TRIGGER d.tr BEFORE INSERT ON d.m FOR EACH ROW SET NEW.b = NEW.b + 1",
    "CREATE EVENT d.e ON SCHEDULE EVERY 1 YEAR DISABLE DO SET @a = 1",
    "CREATE USER u IDENTIFIED BY 'secret'",
    "CREATE ROLE r",
)

# each runs once, one behind each round of rows
_BETWEEN = (
    "GRANT SELECT ON d.* TO r",
    "GRANT r TO u",
    "SET PERSIST max_connections = 77",
    "CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (HOST 'h', PORT 5)",
    "CREATE RESOURCE GROUP g TYPE = USER VCPU = 0",
    "ALTER TABLE d.t ADD COLUMN more INT DEFAULT 5",
    "CREATE TABLE d.copied (PRIMARY KEY (a)) SELECT a, b FROM d.t",
    "INSERT INTO mysql.func VALUES ('f', 0, 'x', 'function')",
    "ALTER TABLE d.parts COALESCE PARTITION 1",
    "UPDATE mysql.server_cost SET cost_value = 2",
    "RENAME TABLE d.moved TO d.away, d.away TO d.moved",
    "TRUNCATE TABLE d.parts",
    "DROP TABLE mysql.plugin",
    "RESET PERSIST max_connections",
    "ALTER EVENT d.e COMMENT 'x'",
    "DROP SERVER s",
    "ALTER USER u IDENTIFIED BY 'other'",
    "DROP RESOURCE GROUP g",
    "DROP TRIGGER d.tr",
    "DROP VIEW d.v",
)


def told(server: Server) -> Told:
    """What a client is shown of all that is kept."""
    session = server.connect()
    found = [session.run(sql) for sql in _ASKED]
    session.close()
    return tuple((sql, repr((str(one.error), one.rows))) for sql, one in zip(_ASKED, found, strict=True))


def without_counters(shown: Told) -> Told:
    return tuple((sql, _COUNTER.sub("", answer)) for sql, answer in shown)


@dataclass
class Shown:
    """What was shown at each set of GTIDs. Each with how many times the log had been reset by then."""

    at: dict[str, list[tuple[int, Told]]] = field(default_factory=dict)
    resets: int = 0

    def add(self, server: Server) -> tuple[int, str]:
        gtids = str(server.gtids.executed)
        known, now = self.at.setdefault(gtids, []), (self.resets, without_counters(told(server)))
        if now not in known:
            known.append(now)
        return self.resets, gtids


def start(folder: Path, setting: Setting) -> Server:
    keyring = folder / KEYRING if setting.encryption else None
    return Server(folder, setting.options(), keyring=keyring, keep=True)


def work(server: Server, setting: Setting, rounds: int, recorder: RecordingDisk, shown: Shown) -> None:
    """Runs it; the recorder is told of every answer."""
    sessions = [server.connect() for _ in range(setting.sessions)]
    first = sessions[0]

    def run(sql: str, session: int = 0) -> None:
        sessions[session].execute(sql)
        shown.resets += sql.startswith("RESET BINARY")
        recorder.acknowledged(shown.add(server))

    for sql in _BEFORE:
        run(sql)
    for turn in range(rounds):
        for number in range(len(sessions)):
            run("BEGIN", number)
        for number in range(len(sessions)):
            run(f"INSERT INTO d.t (b, c) VALUES (REPEAT('x', {20 + 37 * turn % 170}), {turn})", number)
            run("UPDATE d.t SET c = c + 1 WHERE a = LAST_INSERT_ID()", number)
        for number in range(len(sessions)):
            run("ROLLBACK" if (number + turn) % 5 == 4 else "COMMIT", number)
        run(f"INSERT INTO d.m VALUES ({turn}, 1)")
        run(f"INSERT INTO d.parts VALUES ({turn}, JSON_OBJECT('a', {turn}))")
        run(f"INSERT INTO d.child SELECT {turn}, a FROM d.t WHERE a = {2 * turn + 1}")
        run(f"DELETE FROM d.t WHERE a = {2 * turn}")
        run(f"XA START 'x{turn}'")
        run(f"INSERT INTO d.x VALUES ({turn}, 'xa')")
        run(f"XA END 'x{turn}'")
        run(f"XA PREPARE 'x{turn}'")
        if turn % 3:  # else it stays prepared
            run(f"XA {'COMMIT' if turn % 2 else 'ROLLBACK'} 'x{turn}'")
        if turn < len(_BETWEEN):
            run(_BETWEEN[turn])
        if turn % setting.rotate_every == setting.rotate_every - 1:
            run("FLUSH BINARY LOGS")
        if turn % 4 == 3:
            run(f"PURGE BINARY LOGS TO '{server.log_files()[-2:][0].name}'")
        if turn == 4:
            for sql in ("SET sql_log_bin = 0", "CREATE USER unlogged", "INSERT INTO d.m VALUES (5000, 1)"):
                run(sql)
            run("SET sql_log_bin = 1")
        if turn == rounds // 2:
            run("RESET BINARY LOGS AND GTIDS")
    first.close()


def record(folder: Path, setting: Setting, rounds: int) -> tuple[RecordingDisk, Shown, set[str]]:
    """A run that nothing interrupts, and what it wrote past the layer of files."""
    recorder, other, shown = RecordingDisk(folder), OtherWrites(folder), Shown()
    with disk.use(recorder):
        server = start(folder, setting)
        recorder.acknowledged(shown.add(server))
        work(server, setting, rounds, recorder, shown)
        server.shutdown()
    return recorder, shown, other.end()


def check(folder: Path, setting: Setting, shown: Shown, replay: Replay, loss: Loss) -> Iterator[str]:
    """Starts a server on what a crash has left, and says what it lacks or shows otherwise; then it works on."""
    try:
        server = start(folder, setting)
    except Exception as error:
        yield f"it does not start: {type(error).__name__}: {error}"
        return
    gtids, now = str(server.gtids.executed), without_counters(told(server))
    known, is_whole = shown.at.get(gtids, []), loss is Loss.KILL or bool(setting.sync_binlog)
    if not is_whole:  # mysqld-auto.cnf is synced at once, and may be ahead of the log
        now, known = _without_persisted(now), [(reset, _without_persisted(one)) for reset, one in known]
    if now not in [one for _, one in known]:
        yield f"at {gtids or 'no GTIDs'}: {_difference(now, [one for _, one in known])}"
    if replay.acknowledged is not None and is_whole:
        resets, executed = replay.acknowledged
        whole = GtidSet.parse(executed).is_subset(GtidSet.parse(gtids))
        if not any(reset > resets or (reset == resets and whole) for reset, one in known if one == now):
            yield f"acknowledged {executed} of reset {resets}, {gtids} is left"
    session = server.connect()
    for sql in ("CREATE DATABASE after_it", "CREATE TABLE after_it.t (a INT)", "INSERT INTO after_it.t VALUES (1)"):
        session.execute(sql)
    session.close()
    before = told(server)
    server.shutdown()
    again = start(folder, setting)
    if (after := told(again)) != before:
        yield f"behind a clean stop: {_difference(after, [before])}"
    again.shutdown()


def _without_persisted(shown: Told) -> Told:
    return tuple(one for one in shown if one[0] != _PERSISTED)


def _difference(now: Told, known: Sequence[Told]) -> str:
    if not known:
        return "no client ever saw these"
    nearest = min(
        (
            [(sql, one, other) for (sql, one), (_, other) in zip(now, then, strict=True) if one != other]
            for then in known
        ),
        key=len,
    )
    return "; ".join(f"{sql}: {one}, not {other}" for sql, one, other in nearest[:2])


def sweep(setting: Setting, scratch: Path, *, rounds: int, every: int) -> tuple[Counter[str], list[str]]:
    """All crash points of one setting: how many of each kind, and what was found."""
    counts: Counter[str] = Counter()
    recorder, shown, other = record(scratch / "run", setting, rounds)
    findings = [f"written past the layer: {one}" for one in sorted(other)]
    counts["steps"] += sum(one.step is not Step.ACKNOWLEDGED for one in recorder.steps)
    for seed, (words, replay, loss, _) in enumerate(crashes(recorder.steps, list(Loss), every=every)):
        folder = scratch / "crashed"
        replay.materialise(folder, loss, seed)
        counts[loss.value] += 1
        with disk.use(Unsynced()):
            findings += [f"{setting}: {words}: {one}" for one in check(folder, setting, shown, replay, loss)]
    return counts, findings


def crossings() -> list[Setting]:
    """Those of the log that have GTIDs."""
    return [
        Setting(sessions, sync, True, compression, encryption)
        for sessions in (1, 4)
        for sync in (0, 1)
        for compression in (False, True)
        for encryption in (False, True)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every N-th step")
    parser.add_argument("--rounds", type=int, default=len(_BETWEEN))
    parser.add_argument("--report", type=Path, help="put the figures into this page")
    arguments = parser.parse_args()
    lines = []
    for setting in crossings():
        with tempfile.TemporaryDirectory() as scratch:
            counts, findings = sweep(setting, Path(scratch), rounds=arguments.rounds, every=arguments.every)
        steps = counts.pop("steps")
        lines.append((str(setting), steps, counts.total(), len(findings)))
        print(
            f"{setting}: {steps} steps, {counts.total()} crashes: {len(findings)} findings", *findings[:5], sep="\n  "
        )
        sys.stdout.flush()
    if arguments.report is not None:
        write_keeping(arguments.report, lines, arguments.every)
    return 1 if any(line[-1] for line in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
