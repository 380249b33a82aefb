"""What explaining a scenario adds to running it: the same script run alone, traced, explained, and written as a page.

    python benchmarks/explain.py [--statements N] [SCENARIO]

The script mixes engines in transactions, with triggers, a function and a procedure, and looks at the log's end
(SHOW BINARY LOG STATUS) after every transaction. Figures are ratios to the run alone, by processor time of one process.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from binwriter.binlog.rules.trace import Trace
from binwriter.explain import Explanation, explain_scenario
from binwriter.explain.page import page_html
from binwriter.scenario.notation import Scenario, parse_scenario, read_scenario
from binwriter.scenario.run import run_scenario

_HEAD = """\
server: binlog-format={format}
con1: CREATE TABLE tt_1 (trans_id INT, stmt_id INT, info VARCHAR(64), PRIMARY KEY (trans_id, stmt_id)) ENGINE=InnoDB;
con1: CREATE TABLE tt_2 LIKE tt_1;
con1: CREATE TABLE nt_1 (trans_id INT, stmt_id INT, info VARCHAR(64), PRIMARY KEY (trans_id, stmt_id)) ENGINE=MyISAM;
con1: CREATE TABLE nt_2 LIKE nt_1;
con1: CREATE TRIGGER tr_1 AFTER INSERT ON tt_2 FOR EACH ROW INSERT INTO nt_2 VALUES (NEW.trans_id, NEW.stmt_id, '');
con1: CREATE PROCEDURE pc_1 (IN a INT, IN b INT) BEGIN INSERT INTO tt_1 VALUES (a, b, ''); END;
con1: CREATE FUNCTION fc_1 (a INT, b INT) RETURNS INT BEGIN INSERT INTO nt_1 VALUES (a, b, ''); RETURN 1; END;
"""
_STATEMENTS = (
    "INSERT INTO tt_1 VALUES ({0}, {1}, '')",
    "INSERT INTO nt_1 VALUES ({0}, {1}, '')",
    "INSERT INTO tt_2 VALUES ({0}, {1}, '')",
    "INSERT INTO tt_1 VALUES ({0}, {1}, USER())",
    "CALL pc_1({0}, {1})",
    "SELECT fc_1({0}, {1})",
    "UPDATE tt_1, nt_1 SET tt_1.info = 'new', nt_1.info = 'new' WHERE tt_1.trans_id = {0} AND nt_1.trans_id = {0}",
    "INSERT INTO nt_1 SELECT {0}, {1}, COUNT(*) FROM tt_1",
)


def script(count: int, binlog_format: str) -> Scenario:
    """About this many statements."""
    chance = random.Random(1)
    lines = [_HEAD.format(format=binlog_format), "con1: SET GLOBAL log_bin_trust_function_creators = 1;"]
    number = 0
    while number < count:
        body = [chance.choice(_STATEMENTS).format(number, step) for step in range(chance.randrange(1, 5))]
        whole = ["BEGIN", *body, chance.choice(("COMMIT", "ROLLBACK"))] if chance.random() < 0.7 else body
        for sql in (*whole, "SHOW BINARY LOG STATUS"):
            lines.append(f"con1: {sql};")
            number += 1
    return parse_scenario("\n".join(lines), "benchmark")


def measured(work: Callable[[Path], object], times: int) -> tuple[float, object]:
    """The best processor time of some runs, and the last one's outcome."""
    best, found = float("inf"), None
    for _ in range(times):
        with tempfile.TemporaryDirectory() as folder:
            start = time.process_time()
            found = work(Path(folder) / "log")
            best = min(best, time.process_time() - start)
    return best, found


def main() -> int:
    """Prints a line a binlog_format."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario", nargs="?", help="a scenario instead of the made one")
    parser.add_argument("--statements", type=int, default=1500)
    parser.add_argument("--times", type=int, default=3, help="the best of so many runs")
    arguments = parser.parse_args()
    print(f"{'script':12} {'run':>7} {'traced':>7} {'explained':>10} {'+ JSON':>7} {'+ page':>7} {'page':>9}")
    for name in (arguments.scenario,) if arguments.scenario else ("STATEMENT", "MIXED", "ROW"):
        chosen = read_scenario(name) if arguments.scenario else script(arguments.statements, name)

        def plain(folder: Path, chosen: Scenario = chosen) -> object:
            return run_scenario(chosen, folder)

        def traced(folder: Path, chosen: Scenario = chosen) -> object:
            return run_scenario(chosen, folder, trace=Trace())

        def explained(folder: Path, chosen: Scenario = chosen) -> object:
            return explain_scenario(chosen, folder)

        plain_time, _ = measured(plain, arguments.times)
        traced_time, _ = measured(traced, arguments.times)
        explained_time, found = measured(explained, arguments.times)
        assert isinstance(found, Explanation)
        start = time.process_time()
        json.dumps(found.to_json())
        json_time = time.process_time() - start
        start = time.process_time()
        page = page_html(found)
        page_time = time.process_time() - start
        ratios = [one / plain_time for one in (traced_time, explained_time)]
        more = [(explained_time + one) / plain_time for one in (json_time, page_time)]
        figures = f"{ratios[0]:7.2f} {ratios[1]:10.2f} {more[0]:7.2f} {more[1]:7.2f} {len(page) / 1e6:6.1f} MB"
        print(f"{Path(name).stem[:12]:12} {1.0:7.2f} {figures}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
