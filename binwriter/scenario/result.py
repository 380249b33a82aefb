"""What came of a scenario that ran."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import binwriter.server.execute.statement  # noqa: F401  a session imports it at its first statement; without sqlglot no file is begun
from binwriter.formats.records import dataclass
from binwriter.scenario.notation import Step


@dataclass(frozen=True, slots=True)
class SkippedStep:
    """A step that was left out because binwriter does not support it. reason: names what, and where in the text."""

    step: Step
    reason: str


@dataclass(frozen=True, slots=True)
class RunResult:
    """What a run left.

    sidecar: see `binwriter.scenario.sidecar`. files: the log's files in order. skipped: what it left out.
    """

    sidecar: dict[str, Any]
    files: tuple[Path, ...]
    skipped: tuple[SkippedStep, ...] = ()
