"""The audit says what it knows: a finding fails, a service that does not answer is neither failure nor success."""

from __future__ import annotations

import json

import pytest

from tests.security.audit import is_allowed, judge_licences, judge_vulnerabilities


@pytest.mark.parametrize(
    ("licence", "allowed"),
    [
        ("MIT", True),
        ("Apache-2.0 OR GPL-3.0-only", True),
        ("BSD-2-Clause AND Apache-2.0 WITH LLVM-exception", True),
        ("DFSG approved; MIT License", True),
        ("MIT AND GPL-3.0-only", False),
        ("GNU General Public License v3 (GPLv3)", False),
        ("UNKNOWN", False),
    ],
)
def test_licences(licence: str, allowed: bool) -> None:
    assert is_allowed(licence) is allowed
    assert judge_licences([{"Name": "x", "Version": "1", "License": licence}]).found is not allowed


def _answer(*packages: dict[str, object]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


_VULNERABLE = {"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}
_HEALTHY = {"name": "b", "version": "1", "vulns": []}
_UNKNOWN = {"name": "c", "skip_reason": "not found"}


def test_a_vulnerability_fails() -> None:
    found = judge_vulnerabilities(1, _answer(_HEALTHY, _VULNERABLE), "Found 1 known vulnerability")
    assert found.found
    assert found.lines == ("vulnerability: a 1: PYSEC-1 (fixed in 2)",)


def test_none() -> None:
    found = judge_vulnerabilities(0, _answer(_HEALTHY, _UNKNOWN), "No known vulnerabilities found")
    assert not found.found
    assert found.lines == ("vulnerabilities: none in 1 packages, 1 not known to the service",)


@pytest.mark.parametrize(
    ("output", "errors"),
    [
        ("", "requests.exceptions.ConnectionError: Max retries exceeded with url"),
        ("", "timed out"),
        # a mirror that has packages but no service answers so, and pip-audit is content
        (_answer(_UNKNOWN), "No known vulnerabilities found"),
    ],
)
def test_a_service_that_could_not_be_asked(output: str, errors: str) -> None:
    found = judge_vulnerabilities(0, output, errors)
    assert not found.found
    assert "NOT CHECKED" in found.lines[0]


def test_anything_else_that_goes_wrong_fails() -> None:
    assert judge_vulnerabilities(2, "", "error: no such option").found
