"""spark-submit's entry: `binwriter generate`, with the session that spark-submit has made."""

from __future__ import annotations

import sys

from binwriter.cli import main as binwriter


def main() -> int:
    """`binwriter generate` with the process's arguments. Returns the exit status."""
    return int(binwriter(["generate", *sys.argv[1:], "--spark", ""]) or 0)


if __name__ == "__main__":
    sys.exit(main())
