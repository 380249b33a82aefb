"""Explanations of the documents' own examples: WL#2687's tables and first pages, "Mixing engines in transactions"."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.explain import Explanation, explain_scenario
from binwriter.explain.model import StatementView
from binwriter.scenario.notation import parse_scenario

TABLES = """\
server: binlog-format={format}
con1: CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB;
con1: CREATE TABLE t2 (a INT PRIMARY KEY) ENGINE=InnoDB;
con1: CREATE TABLE n (a INT PRIMARY KEY) ENGINE=MyISAM;
con1: CREATE TRIGGER m AFTER INSERT ON t2 FOR EACH ROW INSERT INTO n VALUES (NEW.a + 100);
"""
_SQL = {
    "B": "BEGIN",
    "C": "COMMIT",
    "R": "ROLLBACK",
    "T": "INSERT INTO t VALUES ({})",
    "N": "INSERT INTO n VALUES ({})",
    "M": "INSERT INTO t2 VALUES ({})",
}
# WL#2687, "Definition table for Layer 2 and 3": where each statement goes, and what is flushed at the end. The cache is
# S or T, "ST" where rows are spread over both; at the end C, R or I (ignored). Sequences on which a 9.7 does otherwise
# (6.b under STATEMENT, an M-statement alone under MIXED) are left out.
CASES = [
    ("1.a", "B T T C", {"STATEMENT": "T T C", "ROW": "T T C", "MIXED": "T T C"}),
    ("1.b", "B T T R", {"STATEMENT": "T T I", "ROW": "T T I", "MIXED": "T T I"}),
    ("2.a", "B T N C", {"STATEMENT": "T T C", "ROW": "T S C", "MIXED": "T S C"}),
    ("2.b", "B T N R", {"STATEMENT": "T T R", "ROW": "T S I", "MIXED": "T S I"}),
    ("3.a", "T", {"STATEMENT": "T C", "ROW": "T C", "MIXED": "T C"}),
    ("4.a", "N", {"STATEMENT": "S -", "ROW": "S -", "MIXED": "S -"}),
    ("5.a", "M", {"STATEMENT": "T C", "ROW": "ST C"}),
    ("6.a", "B N N T C", {"STATEMENT": "S S T C", "ROW": "S S T C", "MIXED": "S S T C"}),
    ("6.b", "B N N T R", {"ROW": "S S T I", "MIXED": "S S T I"}),
    ("7.a", "B N N C", {"STATEMENT": "S S -", "ROW": "S S -", "MIXED": "S S -"}),
    ("7.b", "B N N R", {"STATEMENT": "S S -", "ROW": "S S -", "MIXED": "S S -"}),
    ("8.a", "B M T C", {"STATEMENT": "T T C", "ROW": "ST T C", "MIXED": "ST T C"}),
    ("8.b", "B M T R", {"STATEMENT": "T T R", "ROW": "ST T I", "MIXED": "ST T I"}),
    ("9.a", "B M N C", {"STATEMENT": "T T C", "ROW": "ST S C", "MIXED": "ST S C"}),
    ("10.a", "B N M C", {"STATEMENT": "S T C", "ROW": "S ST C", "MIXED": "S ST C"}),
    ("10.b", "B N M R", {"STATEMENT": "S T R", "ROW": "S ST I", "MIXED": "S ST I"}),
    ("11.a", "B T M C", {"STATEMENT": "T T C", "ROW": "T ST C", "MIXED": "T ST C"}),
    ("11.b", "B T M R", {"STATEMENT": "T T R", "ROW": "T ST I", "MIXED": "T ST I"}),
]
_LETTERS = {"stmt-cache": "S", "trx-cache": "T"}
_ENDS = {"BEGIN .. Xid": "C", "BEGIN .. COMMIT": "C", "BEGIN .. ROLLBACK": "R"}


def explained(text: str, folder: Path) -> Explanation:
    return explain_scenario(parse_scenario(text), folder)


def of_sql(found: Explanation, sql: str) -> StatementView:
    return next(one for one in found.statements if one.sql == sql)


def caches(one: StatementView) -> str:
    return "".join(sorted({_LETTERS[move.cache] for move in one.moves if move.what == "add"}))


def end(found: Explanation, one: StatementView) -> str:
    """What became of the trx-cache."""
    for move in one.moves:
        if move.cache == "trx-cache" and move.what == "cut":
            return "I"
        if move.cache == "trx-cache" and move.what == "flush":
            assert move.group is not None
            return _ENDS[found.groups[move.group].wrapped]
    return "-"


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize(
    ("case", "sequence", "binlog_format", "wanted"),
    [(case, sequence, form, wanted) for case, sequence, cells in CASES for form, wanted in cells.items()],
)
def test_wl2687_table_of_layers_2_and_3(
    case: str, sequence: str, binlog_format: str, wanted: str, tmp_path: Path
) -> None:
    letters = sequence.split()
    lines = [_SQL[letter].format(number) for number, letter in enumerate(letters)]
    found = explained(TABLES.format(format=binlog_format) + "".join(f"con1: {line};\n" for line in lines), tmp_path)
    ran = [of_sql(found, line) for line in lines]
    told = [caches(one) for one, letter in zip(ran, letters, strict=True) if letter in "TNM"]
    assert " ".join([*told, end(found, ran[-1])]) == wanted
    assert [one.parts[0].kind for one, letter in zip(ran, letters, strict=True) if letter in "TNM"] == [
        letter for letter in letters if letter in "TNM"
    ]
    assert ran[-1].transaction is not None
    assert (ran[-1].transaction.shape, ran[-1].transaction.case) == (sequence, case)


def test_wl2687_causality_in_statement_mode(tmp_path: Path) -> None:
    """The worklog's example under "Solution in STMT mode": N before the first T goes out at once, N after it waits."""
    found = explained(
        """\
server: binlog-format=STATEMENT
con1: CREATE TABLE myisam_t (v INT) ENGINE=MyISAM;
con1: CREATE TABLE innodb_t (v INT) ENGINE=InnoDB;
con1: BEGIN;
con1: INSERT INTO myisam_t VALUES (1);
con1: INSERT INTO myisam_t VALUES (2);
con1: INSERT INTO innodb_t VALUES (1);
con1: UPDATE innodb_t SET v = (SELECT SUM(v) FROM myisam_t);
con1: INSERT INTO myisam_t VALUES (3);
con1: COMMIT;
""",
        tmp_path,
    )
    first, second, third = (of_sql(found, f"INSERT INTO myisam_t VALUES ({number})") for number in (1, 2, 3))
    for one in (first, second):
        assert [move.what for move in one.moves] == ["add", "flush"]
        assert one.parts[0].safe
        assert one.moves[0].rule.startswith("PR-durability")
        assert one.moves[1].rule == "R-flush-SC"
    update = of_sql(found, "UPDATE innodb_t SET v = (SELECT SUM(v) FROM myisam_t)")
    assert (update.parts[0].kind, update.parts[0].unsafe) == ("M", ("R-unsafe-nontransactional: M-statement",))
    assert third.parts[0].unsafe == ("R-unsafe-nontransactional: N after T",)
    assert third.moves[0].rule.startswith("PR-causality")
    commit = of_sql(found, "COMMIT")
    group = found.groups[commit.moves[-1].group or 0]
    changes = [found.events[number].info for number in group.events if found.events[number].role == "change"]
    assert [text.split("; ")[-1] for text in changes] == [
        "INSERT INTO innodb_t VALUES (1)",
        "UPDATE innodb_t SET v = (SELECT SUM(v) FROM myisam_t)",
        "INSERT INTO myisam_t VALUES (3)",
    ]
    assert group.wrapped == "BEGIN .. Xid"


def test_mixing_engines_a_trigger_makes_it_an_m_statement(tmp_path: Path) -> None:
    """The example of BUG#40116: a trigger of an InnoDB table writes a MyISAM log table."""
    found = explained(
        """\
server: binlog-format=STATEMENT
con1: CREATE TABLE tbl (f INT) ENGINE=INNODB;
con1: CREATE TABLE extra (f INT) ENGINE=INNODB;
con1: CREATE TABLE log (r INT) ENGINE=MYISAM;
con1: CREATE TRIGGER tbl_tr AFTER INSERT ON tbl FOR EACH ROW INSERT INTO log VALUES ( NEW.f );
con1: BEGIN;
con1: INSERT INTO tbl VALUES (1);
con1: INSERT INTO extra VALUES (2);
con1: ROLLBACK;
""",
        tmp_path,
    )
    part = of_sql(found, "INSERT INTO tbl VALUES (1)").parts[0]
    assert [(use.table, use.kind, use.access, use.through) for use in part.tables] == [
        ("test.tbl", "T", "write", False),
        ("test.log", "N", "write", True),
    ]
    assert part.kind == "M"
    rollback = of_sql(found, "ROLLBACK")
    assert rollback.moves[-1].rule == "R-log-rollback"
    assert found.groups[rollback.moves[-1].group or 0].wrapped == "BEGIN .. ROLLBACK"
    assert rollback.transaction is not None
    assert rollback.transaction.shape == "B M T R"


def test_a_statement_that_no_rule_lets_through_names_the_rule(tmp_path: Path) -> None:
    """WL#3303 row 3 (InnoDB under READ COMMITTED can log rows only), and enforce_gtid_consistency."""
    found = explained(
        """\
server: binlog-format=STATEMENT
server: gtid-mode=ON
server: enforce-gtid-consistency=ON
con1: CREATE TABLE t (a INT) ENGINE=InnoDB;
con1: CREATE TABLE n (a INT) ENGINE=MyISAM;
con1: SET transaction_isolation='READ-COMMITTED';
con1: INSERT INTO t VALUES (1);
con1: SET transaction_isolation='REPEATABLE-READ';
con1: BEGIN;
con1: INSERT INTO t VALUES (2);
con1: INSERT INTO n VALUES (2);
con1: ROLLBACK;
""",
        tmp_path,
    )
    refused = of_sql(found, "INSERT INTO t VALUES (1)")
    assert refused.error is not None
    assert (refused.error.code, refused.error.rule) == (1665, "WL#3303 row 3")
    assert refused.parts[0].note == "refused before it ran"
    refused = of_sql(found, "INSERT INTO n VALUES (2)")
    assert refused.error is not None
    assert (refused.error.code, refused.error.rule) == (1785, "enforce_gtid_consistency")
