"""LOAD DATA and LOAD XML as they are written."""

from __future__ import annotations

from dataclasses import field

from sqlglot import exp

from binwriter.formats.records import dataclass


@dataclass(frozen=True, slots=True)
class LoadFormat:
    """How a file is cut into lines and fields: the texts of FIELDS and LINES, and how many lines are skipped."""

    terminated: str = "\t"
    enclosed: str = ""
    optionally: bool = False
    escaped: str = "\\"
    line_terminated: str = "\n"
    line_starting: str = ""
    skip: int = 0
    escape_given: bool = False  # without ESCAPED BY there is none in NO_BACKSLASH_ESCAPES

    @property
    def is_ascii(self) -> bool:
        """Whether all texts are: WARN_NON_ASCII_SEPARATOR_NOT_IMPLEMENTED tells of others."""
        texts = (self.terminated, self.enclosed, self.escaped, self.line_terminated, self.line_starting)
        return all(text.isascii() for text in texts)


@dataclass(frozen=True, slots=True)
class OutFile:
    """SELECT .. INTO OUTFILE. name: as written; dump: DUMPFILE, without separators; charset: of CHARACTER SET."""

    name: str
    dump: bool = False
    format: LoadFormat = field(default_factory=LoadFormat)
    charset: str | None = None


@dataclass(frozen=True, slots=True)
class LoadTarget:
    """Where a field goes: a column, or a user variable."""

    name: str
    variable: bool = False


@dataclass(frozen=True, slots=True)
class LoadAssignment:
    """One item of SET. text: as it stands behind the '=', its leading blanks included."""

    column: str
    text: str
    value: exp.Expression


@dataclass(frozen=True, slots=True)
class LoadDataSyntax:
    """LOAD DATA. duplicates: "", "IGNORE" or "REPLACE" as written. targets: None without a list.

    given: the statement as it was sent, and where the part that names the file begins and ends in it (bytes).
    """

    file: str
    schema: str | None
    table: str
    format: LoadFormat = LoadFormat()
    local: bool = False
    concurrent: bool = False
    duplicates: str = ""
    charset: str | None = None
    targets: tuple[LoadTarget, ...] | None = None
    assignments: tuple[LoadAssignment, ...] = ()
    given: tuple[str, int, int] = ("", 0, 0)
    partitions: tuple[str, ...] = ()
    is_xml: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """Those of the list and of SET."""
        listed = tuple(target.name for target in self.targets or () if not target.variable)
        return (*listed, *(item.column for item in self.assignments))

    @property
    def conflict(self) -> str:
        """What becomes of a duplicate key: LOCAL ignores it unless it says REPLACE."""
        return "IGNORE" if self.local and not self.duplicates else self.duplicates


# The key under which a statement's tree carries its LoadDataSyntax.
LOAD = "load_data"
