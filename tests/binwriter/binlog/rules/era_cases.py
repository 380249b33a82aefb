"""What servers of each era wrote for the cases of WL#2687: the tables of old-servers.md section 2, as data.

A case is a list of statements, run inside BEGIN unless it is one statement alone; COMMIT (C) or ROLLBACK (R) ends it.
T changes an InnoDB table, N a MyISAM table, Mx names an InnoDB table and changes a MyISAM one too (by trigger), My the
other way round; `!` marks a statement that fails after some rows.

A cell is what each statement of the case (without BEGIN) wrote, parted by `→`; `-` is nothing. B, C, R, X are BEGIN,
COMMIT, ROLLBACK and Xid; a statement event is written as the statement's name, a table map as M.table, a write rows
event as W; w1592 and w1196 are warnings. `=` is the cell to its left.
"""

from __future__ import annotations

# The profiles that a column stands for.
ERAS = (("5.1.27",), ("5.1.39",), ("5.1.54",), ("5.5",), ("5.6", "5.7", "8.0", "9.7"))

STATEMENT = """
T T C     | - → - → B T T X                | = | = | = | =
T T R     | - → - → -                      | = | = | = | =
T N C     | - → - → B T N X                | = | = | - → - w1592 → B T N X | =
T N R     | - → - → B T N R w1196          | = | = | - → - w1592 → B T N R w1196 | =
T         | B T X                          | = | = | = | =
T!        | -                              | = | = | = | =
N         | N                              | = | = | B N C | =
N!        | N!                             | = | = | B N! C w1196 | =
Mx        | B Mx X                         | = | = | = | =
Mx!       | B Mx! R w1196                  | = | = | = | =
N N T C   | N → N → - → B T X              | = | = | B N C → B N C → - → B T X | =
N N T R   | N → N → - → B T R w1196        | = | = | B N C → B N C → - → B T R w1196 | B N C → B N C → - → - w1196
N N C     | N → N → -                      | = | = | B N C → B N C → - | =
N N R     | N → N → - w1196                | = | = | B N C → B N C → - w1196 | =
Mx T C    | B Mx C → - → B T X             | - → - → B Mx T X | = | - w1592 → - → B Mx T X | =
Mx T R    | B Mx C → - → B T R w1196       | - → - → B Mx T R w1196 | = | - w1592 → - → B Mx T R w1196 | =
Mx N C    | B Mx C → N → -                 | - → - → B Mx N X | = | - w1592 → - w1592 → B Mx N X | =
Mx N R    | B Mx C → N → - w1196           | - → - → B Mx N R w1196 | = | - w1592 → - w1592 → B Mx N R w1196 | =
N Mx C    | N → B Mx C → -                 | N → - → B Mx X | = | B N C → - w1592 → B Mx X | =
N Mx R    | N → B Mx C → - w1196           | N → - → B Mx R w1196 | = | B N C → - w1592 → B Mx R w1196 | =
T Mx C    | - → - → B T Mx X               | = | = | - → - w1592 → B T Mx X | =
T Mx R    | - → - → B T Mx R w1196         | = | = | - → - w1592 → B T Mx R w1196 | =
T T! C    | - → - → B T X                  | = | = | = | =
T T! R    | - → - → -                      | = | = | = | =
N! T C    | N! → - → B T X                 | = | = | B N! C → - → B T X | =
N! T R    | N! → - → B T R w1196           | = | = | B N! C → - → B T R w1196 | B N! C → - → - w1196
T N! C    | - → - → B T N! X               | = | = | - → - w1592 → B T N! X | =
T N! R    | - → - → B T N! R w1196         | = | = | - → - w1592 → B T N! R w1196 | =
T Mx! C   | - → - → B T Mx! X              | = | = | - → - w1592 → B T Mx! X | =
T Mx! R   | - → - → B T Mx! R w1196        | = | = | - → - w1592 → B T Mx! R w1196 | =
Mx! C     | B Mx! R → -                    | - → B Mx! C | = | - w1592 → B Mx! C | =
Mx! R     | B Mx! R → - w1196              | - → B Mx! R w1196 | = | - w1592 → B Mx! R w1196 | =
My        | My                             | B My X | = | = | =
My!       | My! w1196                      | B My! R w1196 | = | = | =
My C      | My → -                         | - → B My X | = | - w1592 → B My X | =
My R      | My → - w1196                   | - → B My R w1196 | = | - w1592 → B My R w1196 | =
T My R    | - → - → B T My R w1196         | = | = | - → - w1592 → B T My R w1196 | =
"""

MIXED = """
T T C     | - → - → B T T X                | = | = | = | =
T N C     | - → - → B T N X                | = | = | - → B M.n W C → B T X | =
T N R     | - → - → B T N R w1196          | = | = | - → B M.n W C → - w1196 | =
T         | B T X                          | = | = | = | =
T!        | -                              | = | = | = | =
N         | N                              | = | = | B N C | =
N!        | N!                             | = | = | B N! C w1196 | =
Mx        | B Mx X                         | = | = | = | =
Mx!       | B Mx! R w1196                  | = | = | = | =
N N T C   | N → N → - → B T X              | = | = | B N C → B N C → - → B T X | =
N N T R   | N → N → - → B T R w1196        | = | = | B N C → B N C → - → - w1196 | =
N N C     | N → N → -                      | = | = | B N C → B N C → - | =
N N R     | N → N → - w1196                | = | = | B N C → B N C → - w1196 | =
Mx T C    | B Mx C → - → B T X             | - → - → B Mx T X | = | B M.n W C → - → B M.tt W T X | =
Mx T R    | B Mx C → - → B T R w1196       | - → - → B Mx T R w1196 | = | B M.n W C → - → - w1196 | =
Mx N C    | B Mx C → N → -                 | - → - → B Mx N X | = | B M.n W C → B M.n W C → B M.tt W X | =
Mx N R    | B Mx C → N → - w1196           | - → - → B Mx N R w1196 | = | B M.n W C → B M.n W C → - w1196 | =
N Mx C    | N → B Mx C → -                 | N → - → B Mx X | = | B N C → B M.n W C → B M.tt W X | =
N Mx R    | N → B Mx C → - w1196           | N → - → B Mx R w1196 | = | B N C → B M.n W C → - w1196 | =
T Mx C    | - → - → B T Mx X               | = | = | - → B M.n W C → B T M.tt W X | =
T Mx R    | - → - → B T Mx R w1196         | = | = | - → B M.n W C → - w1196 | =
T T! C    | - → - → B T X                  | = | = | = | =
N! T C    | N! → - → B T X                 | = | = | B N! C → - → B T X | =
N! T R    | N! → - → B T R w1196           | = | = | B N! C → - → - w1196 | =
T N! C    | - → - → B T N! X               | = | = | - → B M.n W C → B T X | =
T N! R    | - → - → B T N! R w1196         | = | = | - → B M.n W C → - w1196 | =
T Mx! C   | - → - → B T Mx! X              | = | = | - → B M.n W C → B T X | =
Mx! C     | B Mx! R → -                    | - → B Mx! C | = | B M.n W C → - | =
Mx! R     | B Mx! R → - w1196              | - → B Mx! R w1196 | = | B M.n W C → - w1196 | =
"""

ROW = """
T T C     | - → - → B M.t W M.t W X        | = | = | = | =
T N C     | - → - → B M.t W M.n W X        | = | = | - → B M.n W C → B M.t W X | =
T N R     | - → - → B M.t W M.n W R w1196  | = | = | - → B M.n W C → - w1196 | =
T         | B M.t W X                      | = | = | = | =
T!        | -                              | = | = | = | =
N         | B M.n W C                      | = | = | = | =
N!        | B M.n W R w1196                | = | = | B M.n W C w1196 | =
Mx        | B M.tt M.n W W X               | = | = | B M.n W C B M.tt W X | =
Mx!       | B M.tt M.n W W W W R w1196     | = | = | B M.n W C w1196 | =
N N T C   | B M.n W C → B M.n W C → - → B M.t W X | - → - → - → B M.n W M.n W M.t W X \
          | B M.n W C → B M.n W C → - → B M.t W X | = | =
N N T R   | B M.n W C → B M.n W C → - → B M.t W R w1196 | - → - → - → B M.n W M.n W M.t W R w1196 \
          | B M.n W C → B M.n W C → - → B M.t W R w1196 | B M.n W C → B M.n W C → - → - w1196 | =
N N C     | B M.n W C → B M.n W C → -      | - → - → B M.n W M.n W C | B M.n W C → B M.n W C → - | = | =
N N R     | B M.n W C → B M.n W C → - w1196 | - → - → B M.n W M.n W R w1196 \
          | B M.n W C → B M.n W C → - w1196 | = | =
Mx T C    | B M.tt M.n W W C → - → B M.t W X | - → - → B M.tt M.n W W M.t W X | = \
          | B M.n W C → - → B M.tt W M.t W X | =
Mx T R    | B M.tt M.n W W C → - → B M.t W R w1196 | - → - → B M.tt M.n W W M.t W R w1196 | = \
          | B M.n W C → - → - w1196 | =
Mx N C    | B M.tt M.n W W C → B M.n W C → - | - → - → B M.tt M.n W W M.n W X | = \
          | B M.n W C → B M.n W C → B M.tt W X | =
Mx N R    | B M.tt M.n W W C → B M.n W C → - w1196 | - → - → B M.tt M.n W W M.n W R w1196 | = \
          | B M.n W C → B M.n W C → - w1196 | =
N Mx C    | B M.n W C → B M.tt M.n W W C → - | - → - → B M.n W M.tt M.n W W X \
          | B M.n W C → - → B M.tt M.n W W X | B M.n W C → B M.n W C → B M.tt W X | =
T Mx R    | - → - → B M.t W M.tt M.n W W R w1196 | = | = | - → B M.n W C → - w1196 | =
T T! C    | - → - → B M.t W M.t W X        | - → - → B M.t W X | = | = | =
T N! R    | - → - → B M.t W M.n W R w1196  | = | = | - → B M.n W C → - w1196 | =
Mx! C     | B M.tt M.n W W W W R → -       | - → B M.tt M.n W W W W C | B M.tt M.n W W W W R → - \
          | B M.n W C → - | =
Mx! R     | B M.tt M.n W W W W R → - w1196 | - → B M.tt M.n W W W W R w1196 \
          | B M.tt M.n W W W W R → - w1196 | B M.n W C → - w1196 | =
My        | B M.nn M.t W W X               | = | = | B M.nn W C B M.t W X | =
My C      | B M.nn M.t W W C → -           | - → B M.nn M.t W W X | = | B M.nn W C → B M.t W X | =
My R      | B M.nn M.t W W C → - w1196     | - → B M.nn M.t W W R w1196 | = | B M.nn W C → - w1196 | =
T My R    | - → - → B M.t W M.nn M.t W W R w1196 | = | = | - → B M.nn W C → - w1196 | =
"""

# binlog_direct_non_transactional_updates=ON, an option that 5.1.27 and 5.1.39 do not have.
WITHOUT_DIRECT = ("5.1.27", "5.1.39")
DIRECT_STATEMENT = """
T N C     | | | - → N → B T X              | - → B N C → B T X | =
T N R     | | | - → N → B T R w1196        | - → B N C → B T R w1196 | - → B N C → - w1196
T N! R    | | | - → N! → B T R w1196       | - → B N! C → B T R w1196 | - → B N! C → - w1196
T Mx C    | | | - → - → B T Mx X           | - → - w1592 → B T Mx X | =
N N R     | | | N → N → - w1196            | B N C → B N C → - w1196 | =
"""

DIRECT_MIXED = """
T N C     | | | - → N → B T X              | - → B N C → B T X | =
T N R     | | | - → N → B T R w1196        | - → B N C → - w1196 | =
T Mx R    | | | - → - → B T Mx R w1196     | - → B M.n W C → - w1196 | =
"""

DIRECT_ROW = """
T N C     | | | - → - → B M.t W M.n W X    | - → B M.n W C → B M.t W X | =
T N R     | | | - → - → B M.t W M.n W R w1196 | - → B M.n W C → - w1196 | =
T Mx R    | | | - → - → B M.t W M.tt M.n W W R w1196 | - → B M.n W C → - w1196 | =
"""

# (binlog_format, direct) -> table
TABLES = {
    ("STATEMENT", False): STATEMENT,
    ("MIXED", False): MIXED,
    ("ROW", False): ROW,
    ("STATEMENT", True): DIRECT_STATEMENT,
    ("MIXED", True): DIRECT_MIXED,
    ("ROW", True): DIRECT_ROW,
}


def rows_of(table: str) -> list[tuple[str, list[str]]]:
    """(case, the cell of each era), `=` resolved."""
    found = []
    for line in table.replace("\\\n", "").strip().splitlines():
        case, *cells = (part.strip() for part in line.split("|"))
        for position, cell in enumerate(cells):
            if cell == "=":
                cells[position] = cells[position - 1]
        assert len(cells) == len(ERAS), line
        found.append((case, [" ".join(cell.split()) for cell in cells]))
    return found
