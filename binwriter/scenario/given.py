"""A scenario as Python has it, and options of a server."""

from __future__ import annotations

from pathlib import Path

from binwriter.mysql.variables.options import Options, option_lines
from binwriter.scenario import notation

__all__ = ["Options", "Scenario", "option_lines"]


class Scenario:
    """SQL on several connections, to be run or explained (docs/notation.md).

    `Scenario("con1: BEGIN;\\ncon2: ...")` reads the notation, `Scenario.script("INSERT ...; ...")` plain SQL,
    `Scenario.read("mixed.scn")` a file of either. ScenarioError, with the line, for what cannot be read.
    """

    def __init__(self, text: str) -> None:
        self.notation = notation.parse_scenario(text)

    @classmethod
    def script(cls, sql: str) -> Scenario:
        """Statements with `;` between them, on one connection."""
        return cls._of(notation.parse_script(sql))

    @classmethod
    def read(cls, path: Path | str) -> Scenario:
        """A file in the notation, or plain SQL if its name ends in .sql."""
        return cls._of(notation.read_scenario(path))

    @classmethod
    def of(cls, scenario: Scenario | Path | str) -> Scenario:
        """A scenario itself, or the file of that name."""
        return scenario if isinstance(scenario, Scenario) else cls.read(scenario)

    @classmethod
    def _of(cls, read: notation.Scenario) -> Scenario:
        made = cls.__new__(cls)
        made.notation = read
        return made

    @property
    def title(self) -> str:
        """Of its line `title:`, or the file's name."""
        return self.notation.title or self.notation.name

    @property
    def statements(self) -> list[tuple[str, str]]:
        """(connection, SQL) in the order of the text."""
        kind = notation.StepKind.STATEMENT
        return [(step.connection or "", step.text or "") for step in self.notation.steps if step.kind is kind]

    def __repr__(self) -> str:
        return f"<Scenario {self.title!r}, {len(self.notation.steps)} steps>"
