"""Who asks: one account for each set of privileges, and what the matrix does with their answers.

A cell is one statement, sent by one account. The statements are those of `tests/golden/commands` and of statements.txt
here; what they find is made by `tests.golden.commands.places`. Every account may look at a table of `d` that no one
names, so that `d` can be its database; `stranger` may not. An answer is the error as a client gets it, or `ok`.

Only answers that differ from those of `nothing` are kept: the account holds what matters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from binwriter.mysql.privileges import OF_SCHEMAS, OF_TABLES, STATIC, dynamic_privileges
from tests.golden.commands.places import masked
from tests.golden.commands.places import statements as commands

FOLDER = Path(__file__).parent
VERSION = 90704
NOTHING, STRANGER, EVERYTHING = "nothing", "stranger", "everything"
ANSWERS = FOLDER / "answers.txt"
# They end the server where they are allowed, or need what others would have to repair.
ENDING = frozenset({"restart", "shutdown"})
_GRANTING = re.compile("GRANT|REVOKE|SET DEFAULT|ALTER USER|CREATE USER")
_OWN_OBJECTS = re.compile(r"\btmp\b")


@dataclass(frozen=True)
class Holder:
    """name: of the cell; user: of the account, host %. grants: behind GRANT, without TO; revokes: behind REVOKE."""

    name: str
    user: str
    grants: tuple[str, ...] = ()
    revokes: tuple[str, ...] = ()
    options: str = ""

    def steps(self) -> Iterator[str]:
        yield f"DROP USER IF EXISTS {self.user}"
        yield f"CREATE USER {self.user}"
        if self.name != STRANGER:
            yield f"GRANT TRIGGER ON d.zz TO {self.user}"
        yield from self.grants_only()

    def grants_only(self) -> Iterator[str]:
        for grant in self.grants:
            yield f"GRANT {grant} TO {self.user}{self.options}"
        for revoke in self.revokes:
            yield f"REVOKE {revoke} FROM {self.user}"

    @property
    def ends_servers(self) -> bool:
        return self.name in (EVERYTHING, "every static", "SHUTDOWN", "all further", "all of r0")


def _sets() -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...], str]]:
    yield NOTHING, (), (), ""
    yield STRANGER, (), (), ""
    yield EVERYTHING, ("ALL ON *.*",), (), ""
    dynamic = sorted(dynamic_privileges(VERSION))
    yield "every static", (", ".join(sorted(STATIC)) + " ON *.*",), (), ""
    yield "every dynamic", (", ".join(dynamic) + " ON *.*",), (), ""
    yield "all further", ("ALL ON *.*",), (), " WITH GRANT OPTION"
    yield "every privilege of d", ("ALL ON d.*",), (), ""
    yield "every privilege of d further", ("ALL ON d.*",), (), " WITH GRANT OPTION"
    yield "every privilege of d0", ("ALL ON d0.*",), (), ""
    yield "every privilege of d and d0", ("ALL ON d.*", "ALL ON d0.*"), (), ""
    for one in [*sorted(STATIC), *dynamic]:
        yield one, (f"{one} ON *.*",), (), ""
    for one in sorted(OF_SCHEMAS):
        yield f"d.*: {one}", (f"{one} ON d.*",), (), ""
    for table in ("t", "t2", "m", "v", "nope", "n"):
        yield f"{table}: all", (f"ALL ON d.{table}",), (), ""
    for one in sorted(OF_TABLES):
        yield f"t: {one}", (f"{one} ON d.t",), (), ""
    for one in (
        "SELECT (a)",
        "SELECT (b)",
        "INSERT (a)",
        "INSERT (a, b)",
        "UPDATE (a)",
        "UPDATE (b)",
        "REFERENCES (a)",
    ):
        yield f"t: {one}", (f"{one} ON d.t",), (), ""
    for first, second in (
        ("SELECT (a)", "UPDATE (b)"),
        ("SELECT (b)", "UPDATE (b)"),
        ("SELECT (a)", "INSERT (a)"),
        ("INSERT", "UPDATE"),
        ("INSERT", "DELETE"),
        ("INSERT", "SELECT"),
        ("SELECT", "DELETE"),
        ("SELECT", "UPDATE"),
        ("SELECT", "LOCK TABLES"),
        ("ALTER", "INSERT"),
        ("ALTER", "DROP"),
        ("CREATE", "INSERT"),
        ("CREATE", "SELECT"),
        ("CREATE", "REFERENCES"),
        ("CREATE VIEW", "SELECT"),
        ("CREATE VIEW", "DROP"),
        ("SHOW VIEW", "SELECT"),
        ("CREATE ROUTINE", "ALTER ROUTINE"),
    ):
        level = "d.t" if "(" in first else "d.*"
        yield f"{level}: {first} + {second}", (f"{first}, {second} ON {level}",), (), ""
    for one in ("EXECUTE", "ALTER ROUTINE"):
        yield f"routines: {one}", (f"{one} ON PROCEDURE d.p0", f"{one} ON FUNCTION d.f0"), (), ""
    yield "SELECT further", ("SELECT ON *.*",), (), " WITH GRANT OPTION"
    yield "d.*: SELECT further", ("SELECT ON d.*",), (), " WITH GRANT OPTION"
    yield "t: SELECT further", ("SELECT ON d.t",), (), " WITH GRANT OPTION"
    yield "BINLOG_ADMIN further", ("BINLOG_ADMIN ON *.*",), (), " WITH GRANT OPTION"
    yield "CREATE ROUTINE + SET_ANY_DEFINER", ("CREATE ROUTINE, SET_ANY_DEFINER ON *.*",), (), ""
    yield "CREATE ROUTINE + SUPER", ("CREATE ROUTINE, SUPER ON *.*",), (), ""
    yield "CREATE VIEW + SET_ANY_DEFINER", ("CREATE VIEW, SET_ANY_DEFINER ON *.*",), (), ""
    yield "EVENT + SET_ANY_DEFINER", ("EVENT, SET_ANY_DEFINER ON *.*",), (), ""
    yield "TRIGGER + SUPER", ("TRIGGER, SUPER ON *.*",), (), ""
    yield "CREATE USER + SYSTEM_USER", ("CREATE USER, SYSTEM_USER ON *.*",), (), ""
    yield "SYSTEM_VARIABLES_ADMIN + ROLE_ADMIN", ("SYSTEM_VARIABLES_ADMIN, ROLE_ADMIN ON *.*",), (), ""
    yield (
        "SYSTEM_VARIABLES_ADMIN + PERSIST_RO_VARIABLES_ADMIN",
        ("SYSTEM_VARIABLES_ADMIN, PERSIST_RO_VARIABLES_ADMIN ON *.*",),
        (),
        "",
    )
    yield (
        "SYSTEM_VARIABLES_ADMIN + TRANSACTION_GTID_TAG",
        ("SYSTEM_VARIABLES_ADMIN, TRANSACTION_GTID_TAG ON *.*",),
        (),
        "",
    )
    yield "RELOAD + LOCK TABLES", ("RELOAD, LOCK TABLES ON *.*",), (), ""
    yield "RELOAD + LOCK TABLES + SELECT", ("RELOAD, LOCK TABLES, SELECT ON *.*",), (), ""
    for one in sorted(STATIC):
        yield f"all but {one}", ("ALL ON *.*",), (f"{one} ON *.*",), ""


HOLDERS = tuple(Holder(name, f"h{number}", *rest) for number, (name, *rest) in enumerate(_sets()))  # type: ignore[arg-type]
BY_NAME = {holder.name: holder for holder in HOLDERS}


def statements() -> dict[str, str]:
    """All statements by name; those of this matrix alone begin with a star."""
    lines = (FOLDER / "statements.txt").read_text(encoding="utf-8").splitlines()
    own = [line for line in lines if line and not line.startswith("#")]
    return {
        **{name: text for name, text in commands().items() if not _OWN_OBJECTS.search(text) and "q0" not in text},
        **{f"*{number}": text for number, text in enumerate(own)},
    }


def shown(error: str | None) -> str:
    """The answer as it is kept: the account's name is that of all."""
    return "ok" if error is None else re.sub(r"\bh\d+\b", "h", masked(error))


def asks(name: str, text: str, holder: Holder, nothing: str) -> bool:
    """Whether the cell is asked: who lacks one privilege only where whoever has none is refused."""
    if name in ENDING and (holder.ends_servers or "all but" in holder.name):
        return False
    if nothing == "ok":
        return holder.name in (STRANGER, EVERYTHING)
    if holder.name.endswith("further"):
        return bool(_GRANTING.match(text))
    if holder.name.startswith("all but "):
        return any(word in nothing for word in re.split("[ _]", holder.name.removeprefix("all but ")))
    if " + " in holder.name:
        return any(word in nothing for word in re.split(r" \+ |: ", holder.name))
    return True
