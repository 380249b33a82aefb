"""docs/reliability/soak.md: what a soak promises and what the last run found, written by that run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.reliability.soaking.check import Checker
    from tests.reliability.soaking.run import Soak

_PAGE = """\
# Soak

**Promised.** A `Server` may be used by many threads for as long as a process lives: nothing it keeps grows with
transactions, sessions, definitions or names that are gone, and whatever way it ends, its log is whole.

**Checked** by `make soak HOURS=n` (tests/reliability/soaking): {threads} threads, each a session of one server, do
transactions, savepoints, rollbacks, XA, DDL, routines, triggers, temporary tables, prepared statements, LOCK TABLES,
GET_LOCK, events, partitions, rows without SQL, rotation, PURGE, encryption and its keys, and KILL at once, over a few
rows, so that they wait and deadlock; in some lives a fifth of the threads come over the wire. Money goes from row to
row of a partitioned table, and whoever adds it up finds as much as before. A life is a process; some end well, some by
SIGKILL (the next one opens the log), in some the server crashes and is restarted
under its sessions. At each check all rest: the files since the last one are verified, replayed into a real MySQL and
the tables compared (a file of a life that was killed is verified and replayed); objects and memory are counted with
bounded caches emptied. A short one runs as a test (tests/reliability/soaking/test_soak.py).

**Figures** (made by the script):

| | |
| --- | ---: |
{rows}

What statements were answered: {errors}.

Objects are counted with all sessions closed and the database dropped. Before, they went up and down by up to two
thousand between looks (1,974 in a life of 6,041 statements): Query events' bodies, with the state of their sessions,
and columns of programs, of which so many are kept in two tables that are emptied when they are full, and what sessions
and tables had. The two tables are emptied before counting now; what is left goes up and down by some 500.

**Found last.** All 42 findings of an earlier hour were one, in the second life: an XA transaction had rows of a
partition,
and a DELETE of that partition by another session was in the log behind its PREPARE, so that a server waited for ever
and later slices could not be applied. Gaps of partitioned tables are locked in each partition now (clusters
gaps_of_partitions: 13 of 110 pairs waited otherwise, 4 do still, and are left out: three of them are partitions that
a server leaves out, one is a scan where it chooses an index). Six minutes with that had the same of REPLACE: a row
that keeps its unique key locks the entry behind it, too (rows_replaced_beside_others). The hour was not run again
with both; REPLACE by one key of a row that has another is known not to wait as a server does (`REPLACE INTO t VALUES
(20, ..)` of a row 10 by its second key).
"""


def write_report(path: Path, total: Soak, checker: Checker) -> None:
    """Writes the page. path: its folder is made if missing."""
    statements = sum(one["statements"] for one in total.growths) or 1

    def slope(name: str) -> str:
        return f"{sum(one[name] * one['statements'] for one in total.growths) / statements:+.4f}"

    counts = total.counts
    rows = {
        "hours": f"{total.seconds / 3600:.2f}",
        "lives; of them ended by SIGKILL": f"{total.lives}; {total.killed}",
        "statements": f"{counts['statements']:,}",
        "of them over the wire; events that ran": f"{counts['statements over the wire']:,}; {counts['events']:,}",
        "crashes and restarts inside a process": f"{counts['crashes inside a process']:,}",
        "deadlocks; lock wait timeouts": f"{counts['error 1213']:,}; {counts['error 1205']:,}",
        "KILL; sessions that ended under their client": (
            f"{counts['kills']:,}; {counts['sessions that ended under their client']:,}"
        ),
        "FLUSH BINARY LOGS; files purged": f"{counts['rotations']:,}; {counts['purged files']:,}",
        "files verified; megabytes": f"{checker.files:,}; {checker.size / 1e6:,.1f}",
        "slices replayed into a real server; rows compared": (
            f"{checker.replayed:,}; {checker.rows_compared:,}"
            if checker.no_server is None
            else "none: no engine answered"
        ),
        "objects more for each statement": slope("objects"),
        "memory blocks more for each statement": slope("blocks"),
        "most memory (RSS, MB)": f"{total.peak / 1e6:.0f}",
        "findings": str(len(total.findings)),
    }
    errors = sorted(
        ((number, int(name.split()[1])) for name, number in counts.items() if name.startswith("error ")), reverse=True
    )
    text = _PAGE.format(
        threads=total.threads,
        rows="\n".join(f"| {name} | {value} |" for name, value in rows.items()),
        errors=", ".join(f"{code} {number:,} times" for number, code in errors[:12]) or "without errors",
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
