from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

PATHS = (
    *("tests/binwriter/live", "tests/binwriter/locks", "tests/binwriter/server", "tests/binwriter/scenario"),
    *("tests/binwriter/cli", "tests/reliability", "tests/integration/live"),
)


def main() -> int:
    """The status of pytest, of the first round that fails."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.reliability.races",
        description="tests with every hand-over between threads delayed at random",
    )
    parser.add_argument("paths", nargs="*", default=PATHS, help="tests; by default all that have threads or processes")
    parser.add_argument("--rounds", type=int, default=1, help="how often, each with another seed")
    parser.add_argument("--seed", type=int, default=1, help="of the first round")
    parser.add_argument("--marks", default="not mysql and not spark and not left_to_sweep", help="pytest's -m")
    options, more = parser.parse_known_args()
    here = str(Path(__file__).parent)
    for seed in range(options.seed, options.seed + options.rounds):
        paths = os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))
        environment = os.environ | {"BINWRITER_RACES": str(seed), "PYTHONPATH": paths}
        command = [sys.executable, "-m", "pytest", "-q", "-m", options.marks, *more, *options.paths]
        print(f"seed {seed}", flush=True)
        if status := subprocess.run(command, env=environment, check=False).returncode:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
