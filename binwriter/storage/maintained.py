"""What MyISAM's ANALYZE and OPTIMIZE TABLE would find to do.

Source: MySQL manual, "OPTIMIZE TABLE Statement", and what a 9.7.4 answered (captured: clusters/tables_maintained).
"""

from __future__ import annotations

from collections.abc import Collection

from binwriter.formats.records import dataclass, replace

_UNSORTED = -1


@dataclass(frozen=True, slots=True)
class Maintained:
    """counted, sorted, checked: the version of the rows at which ANALYZE, OPTIMIZE, CHECK .. CHANGED would have nothing
    to do. upgraded: CHECK .. FOR UPGRADE was asked for."""

    counted: int = 0
    sorted: int = 0
    checked: int = -1
    upgraded: bool = False

    def has_nothing_for(self, command: str, version: int, options: Collection[str] = ()) -> bool:
        """Whether the command finds the rows of this version as it would leave them. FAST asks for the end of who had
        the table open, which is always as it should be (captured: clusters/checks_that_have_nothing_to_do)."""
        if command == "check":
            upgraded = self.upgraded and "UPGRADE" in options
            return "FAST" in options or upgraded or ("CHANGED" in options and version == self.checked)
        return version == {"analyze": self.counted, "optimize": self.sorted}.get(command)

    def after(self, command: str, version: int, *, has_keys: bool, options: Collection[str] = ()) -> Maintained:
        """REPAIR leaves the index unsorted until OPTIMIZE; without keys ANALYZE leaves nothing to be sorted."""
        if command == "check" and self.has_nothing_for(command, version, options):
            return self
        if "UPGRADE" in options:
            return replace(self, upgraded=True)
        checked = self.checked if command == "analyze" else version
        if command == "repair":
            return replace(self, counted=version, sorted=_UNSORTED, checked=checked)
        if command == "check" and self.counted == version:
            return replace(self, checked=checked)
        kept = self.sorted if command == "analyze" and (has_keys or self.sorted == _UNSORTED) else version
        return replace(self, counted=version, sorted=kept, checked=checked)
