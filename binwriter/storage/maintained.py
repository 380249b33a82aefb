"""What MyISAM's ANALYZE and OPTIMIZE TABLE would find to do.

Source: MySQL manual, "OPTIMIZE TABLE Statement", and what a 9.7.4 answered (captured: clusters/tables_maintained).
"""

from __future__ import annotations

from binwriter.formats.records import dataclass

_UNSORTED = -1


@dataclass(frozen=True, slots=True)
class Maintained:
    """counted, sorted: the version of the rows at which ANALYZE, OPTIMIZE would have nothing to do."""

    counted: int = 0
    sorted: int = 0

    def has_nothing_for(self, command: str, version: int) -> bool:
        """Whether the command finds the rows of this version as it would leave them."""
        return version == {"analyze": self.counted, "optimize": self.sorted}.get(command)

    def after(self, command: str, version: int, *, has_keys: bool) -> Maintained:
        """REPAIR leaves the index unsorted until OPTIMIZE; without keys ANALYZE leaves nothing to be sorted."""
        if command == "repair":
            return Maintained(version, _UNSORTED)
        if command == "check" and self.counted == version:
            return self
        return Maintained(version, version if command != "analyze" or not has_keys else self.sorted)
