"""Asks a real server for the answers in expressions.json.

Usage: python capture_expressions.py MYSQL_COMMAND... < expressions.txt > expressions.json, where the command is a
mysql client as root, for example `docker exec -i NAME mysql --no-defaults -uroot`. Each line of the input is one
expression.
"""

from __future__ import annotations

import json
import subprocess
import sys

SETTINGS = (
    "SET NAMES utf8mb4, time_zone = '+02:00', timestamp = 1700000000.123456;"
    "CREATE DATABASE IF NOT EXISTS test; USE test; SET @i = 5, @s = 'abc', @d = 1.50, @r = 2.5e0, @n = NULL;\n"
)


def capture(command: list[str], expressions: list[str]) -> list[dict[str, object]]:
    """One entry an expression: its answer as text (None: NULL) or error, and its warnings."""
    script = SETTINGS + "".join(
        f"SELECT '#{number}';\nSELECT {expression};\nSHOW WARNINGS;\n" for number, expression in enumerate(expressions)
    )
    client = [
        *command,
        "--batch",
        "--skip-column-names",
        "--force",
        "--binary-as-hex",
        "--default-character-set=utf8mb4",
    ]
    done = subprocess.run(client, input=script, capture_output=True, text=True, check=False)
    errors = {}
    for line in done.stderr.splitlines():
        if line.startswith("ERROR "):
            place, _, message = line.partition(": ")
            errors[(int(place.rpartition("line ")[2]) - 3) // 3] = f"{place.split()[1]} {message}"
    answers: list[dict[str, object]] = []
    lines = done.stdout.split("\n")
    current: dict[str, object] = {}
    for line in lines:
        if line.startswith("#") and line[1:].isdigit() and int(line[1:]) == len(answers):
            current = {"expression": expressions[len(answers)], "answer": None, "warnings": []}
            if len(answers) in errors:
                current["error"] = errors[len(answers)]
            answers.append(current)
            seen = False
        elif line.split("\t")[0] in ("Warning", "Note", "Error") and line.count("\t") == 2:
            warnings = current["warnings"]
            assert isinstance(warnings, list)
            if "error" not in current:
                warnings.append(" ".join(line.split("\t")[1:]).replace("\\\\", "\\"))
        elif current and not seen and "error" not in current:
            current["answer"] = (
                None if line == "NULL" else line.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\")
            )
            seen = True
    return answers


if __name__ == "__main__":
    captured = capture(sys.argv[1:], sys.stdin.read().splitlines())
    print("[\n" + ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in captured) + "\n]")
