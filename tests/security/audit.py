"""Known vulnerabilities and licences of the packages that are installed: `make audit`.

Licences are checked offline, against the list below. Vulnerabilities are asked of a service on the network (pip-audit);
where it cannot be asked, or knows none of the packages, a line says so: then nothing is known, and nothing is claimed.
Status: 1 for a vulnerability or a licence that is not on the list, else 0.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

# As packages write them: SPDX names and older words. None of them asks anything of who only uses the package.
_ALLOWED = frozenset(
    name.strip()
    for name in """
    0BSD; Apache 2; Apache 2.0; Apache Software License; Apache-2.0; Apache-2.0 WITH LLVM-exception; BSD;
    BSD License; BSD-2-Clause; BSD-3-Clause; CC0-1.0; DFSG approved; ISC; ISC License (ISCL); MIT; MIT License;
    MIT-0; Mozilla Public License 2.0 (MPL 2.0); MPL-2.0; PSF-2.0; Python Software Foundation License; Unlicense;
    Zlib
    """.replace("\n", " ").split(";")
)
# Packages whose metadata names no licence -> what its files say.
_READ_BY_HAND = {"atheris": "Apache-2.0"}
_NOT_ASKED = re.compile(r"(Connection|Service|Proxy|SSL)Error|(Connect|Read)Timeout|Max retries|timed out")
_TIMEOUT = 60.0


@dataclass(frozen=True)
class Outcome:
    """lines: what is to be said. found: whether something is wrong."""

    lines: tuple[str, ...]
    found: bool = False


def is_allowed(licence: str) -> bool:
    """Of an expression: every part joined by AND or ";", one of those joined by OR."""
    if licence in _ALLOWED:
        return True
    parts = [part.strip().strip("()") for part in re.split(r"\s+AND\s+|;", licence)]
    return all(any(one.strip() in _ALLOWED for one in re.split(r"\s+OR\s+", part)) for part in parts)


def judge_licences(packages: Iterable[dict[str, str]]) -> Outcome:
    """packages: as pip-licenses gives them in JSON."""
    packages = list(packages)
    bad = [
        f"{one['Name']} {one['Version']}: {one['License']}"
        for one in packages
        if not is_allowed(_READ_BY_HAND.get(one["Name"], one["License"]))
    ]
    if bad:
        return Outcome(tuple(f"licence not on the list: {line}" for line in bad), found=True)
    return Outcome((f"licences: {len(packages)} packages, all on the list",))


def judge_vulnerabilities(status: int, output: str, errors: str) -> Outcome:
    """What pip-audit's exit status and its JSON come to."""
    try:
        packages = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        said = (errors.strip().splitlines() or [f"status {status}"])[-1][:200]
        if _NOT_ASKED.search(errors):
            return Outcome((f"vulnerabilities: NOT CHECKED, the service could not be asked: {said}",))
        return Outcome((f"vulnerabilities: pip-audit failed: {said}",), found=True)
    known = [
        f"{one['name']} {one['version']}: {each['id']} (fixed in {', '.join(each['fix_versions']) or 'none yet'})"
        for one in packages
        for each in one.get("vulns", ())
    ]
    if known:
        return Outcome(tuple(f"vulnerability: {line}" for line in known), found=True)
    asked = sum("skip_reason" not in one for one in packages)
    if not asked:
        return Outcome(("vulnerabilities: NOT CHECKED, the service that was asked knows none of the packages",))
    left = f", {len(packages) - asked} not known to the service" if asked < len(packages) else ""
    return Outcome((f"vulnerabilities: none in {asked} packages{left}",))


def _run(command: Sequence[str]) -> tuple[int, str, str]:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT)
    except subprocess.TimeoutExpired:
        return 1, "", "timed out"
    return done.returncode, done.stdout, done.stderr


def licences(run: Callable[[Sequence[str]], tuple[int, str, str]] = _run) -> Outcome:
    """pip-licenses over this environment."""
    status, output, errors = run([sys.executable, "-m", "piplicenses", "--format=json", "--from=mixed"])
    if status:
        return Outcome((f"licences: pip-licenses failed: {errors.strip()[-200:]}",), found=True)
    return judge_licences(json.loads(output))


def vulnerabilities(run: Callable[[Sequence[str]], tuple[int, str, str]] = _run) -> Outcome:
    """pip-audit over this environment."""
    command = [sys.executable, "-m", "pip_audit", "--format=json", "--local", "--progress-spinner=off", "--timeout=10"]
    return judge_vulnerabilities(*run(command))


def main() -> int:
    outcomes = [licences(), vulnerabilities()]
    for outcome in outcomes:
        print(*outcome.lines, sep="\n")
    return 1 if any(outcome.found for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
