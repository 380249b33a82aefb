"""Runs a scenario and explains it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from binwriter.binlog.rules.trace import Trace
from binwriter.explain.build import Step, explain_trace
from binwriter.explain.model import Explanation
from binwriter.formats.records import replace
from binwriter.formats.servers import NEWEST, profile_by_name
from binwriter.scenario.notation import Scenario
from binwriter.scenario.notation import Step as ScenarioStep
from binwriter.scenario.options import effective_options
from binwriter.scenario.run import run_scenario


def explain_scenario(
    scenario: Scenario,
    directory: Path | str,
    server_options: Iterable[str] = (),
    *,
    profile: str = NEWEST.name,
    before_step: Callable[[ScenarioStep], None] | None = None,
    **options: Any,
) -> Explanation:
    """As `run_scenario`, with its arguments and errors; the log stays in `directory`."""
    # a script makes its steps anew each time they are asked for, and the trace's places are these very ones
    scenario = replace(scenario, steps=tuple(scenario.steps))
    trace = Trace()
    extra = tuple(server_options)
    if before_step is not None:
        options["before_step"] = before_step
    result = run_scenario(scenario, directory, extra, profile=profile, trace=trace, **options)
    server = profile_by_name(profile)
    phase, steps = "setup" if scenario.captures else "run", []
    for step in scenario.steps:
        steps.append(Step(step, step.kind.value.removesuffix("&"), step.line, step.connection, step.text, phase))
        if step.kind.value == "capture":
            phase = "run"
    return explain_trace(
        trace,
        result.files,
        title=scenario.title or scenario.name,
        server=server.version,
        options=effective_options(scenario, extra, server),
        steps=steps,
    )
