"""CREATE VIEW, ALTER VIEW and DROP VIEW as they are written."""

from __future__ import annotations

from binwriter.formats.records import dataclass
from binwriter.sql.syntax.session import TableSyntax


@dataclass(frozen=True, slots=True)
class CreateViewSyntax(TableSyntax):
    """CREATE [OR REPLACE] VIEW, ALTER VIEW. definer: (user, host) or None; own_definer:
    DEFINER=CURRENT_USER is written; query_text: the SELECT, from its first
    word on; columns_text: the column list between its brackets. check_option_text: what
    stands behind the SELECT, without a comment behind that. duality: CREATE JSON DUALITY VIEW."""

    schema: str | None
    name: str
    columns: tuple[str, ...]
    query_text: str
    or_replace: bool = False
    alters: bool = False
    algorithm: str = ""
    definer: tuple[str, str] | None = None
    own_definer: bool = False
    security: str = ""
    check_option: str = ""
    check_option_text: str = ""
    if_not_exists: bool = False
    duality: bool = False


@dataclass(frozen=True, slots=True)
class DropViewSyntax(TableSyntax):
    """DROP VIEW."""

    names: tuple[tuple[str | None, str], ...]
    if_exists: bool = False
