"""Commands that begin, end and divide transactions."""

from __future__ import annotations

from tests.mixing.script import Command, Script


def _savepoint(script: Script) -> list[str]:
    script.savepoints += 1
    return [f"SAVEPOINT S_{script.savepoints - 1}"]


def _back(word: str) -> Command:
    def command(script: Script) -> list[str]:
        script.savepoints = max(0, script.savepoints - 1)
        return [f"{word} S_{script.savepoints}"]

    return command


TRANSACTIONS: dict[str, Command] = {
    "B": lambda script: ["BEGIN"],
    "C": lambda script: ["COMMIT"],
    "R": lambda script: ["ROLLBACK"],
    "Sn": _savepoint,
    "Rn": _back("ROLLBACK TO"),
    "Cn": _back("RELEASE SAVEPOINT"),
    "S-same": lambda script: ["SAVEPOINT again"],
    "R-same": lambda script: ["ROLLBACK TO SAVEPOINT again"],
}
