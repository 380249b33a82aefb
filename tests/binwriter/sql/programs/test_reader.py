"""Bodies of stored programs: what is read, and what CREATE refuses with MySQL's error."""

from __future__ import annotations

import pytest

from binwriter.errors import MySQLError
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.syntax.program_definitions import CreateLoadable, CreateProgram
from binwriter.sql.syntax.programs import Block, Case, If, Loop, ProgramKind, SelectInto, Sql


def _create(body: str, head: str = "CREATE PROCEDURE p()") -> CreateProgram:
    node = parse_statement(f"{head} {body}").node
    assert isinstance(node, CreateProgram)
    return node


def test_a_body_keeps_the_text_of_each_statement_without_its_semicolon() -> None:
    (block,) = _create("BEGIN INSERT INTO t VALUES (1)  ; UPDATE t SET a=2/* c */; END ;").body
    assert isinstance(block, Block)
    assert [part.text for part in block.body if isinstance(part, Sql)] == [
        "INSERT INTO t VALUES (1)",
        "UPDATE t SET a=2",
    ]


def test_flow_control_nests() -> None:
    body = (
        "BEGIN DECLARE v INT DEFAULT (CASE WHEN 1 THEN 2 END); l: LOOP IF v > 3 THEN LEAVE l; ELSEIF v THEN ITERATE l; "
        "ELSE SET v = 1; END IF; END LOOP l; CASE v WHEN 1 THEN BEGIN END; ELSE SET v = 2; END CASE; "
        "WHILE v DO REPEAT SET v = 0; UNTIL v = 0 END REPEAT; END WHILE; SELECT 1, 2 INTO v, @x; END"
    )
    (block,) = _create(body).body
    assert isinstance(block, Block)
    loop, case, outer, into = block.body
    assert isinstance(loop, Loop)
    assert loop.label == "l"
    assert isinstance(loop.body[0], If)
    assert isinstance(case, Case)
    assert isinstance(outer, Loop)
    assert isinstance(outer.body[0], Loop)
    assert isinstance(into, SelectInto)
    assert [(target.name, target.user) for target in into.targets] == [("v", False), ("x", True)]


def test_the_head_of_a_trigger() -> None:
    node = _create("SET NEW.a=1", "CREATE DEFINER=`u`@`%` TRIGGER d.tr BEFORE UPDATE ON d.t FOR EACH ROW FOLLOWS x")
    assert (node.kind, node.schema, node.name) == (ProgramKind.TRIGGER, "d", "tr")
    assert (node.timing, node.event, node.table, node.follows) == ("BEFORE", "UPDATE", ("d", "t"), ("FOLLOWS", "x"))
    assert node.definer == ("u", "%")


@pytest.mark.parametrize(
    ("head", "body", "code"),
    [
        ("CREATE PROCEDURE p()", "BEGIN LEAVE x; END", 1308),
        ("CREATE PROCEDURE p()", "l: LOOP l: LOOP SET @a=1; END LOOP; END LOOP", 1309),
        ("CREATE PROCEDURE p()", "a: BEGIN END b", 1310),
        ("CREATE PROCEDURE p()", "RETURN 1", 1313),
        ("CREATE PROCEDURE p()", "BEGIN DECLARE EXIT HANDLER FOR nope SET @a=1; END", 1319),
        ("CREATE PROCEDURE p()", "BEGIN OPEN c; END", 1324),
        ("CREATE PROCEDURE p()", "BEGIN SELECT 1 INTO x; END", 1327),
        ("CREATE PROCEDURE p(a INT, A INT)", "SET @a=1", 1330),
        ("CREATE PROCEDURE p()", "BEGIN DECLARE x INT; DECLARE x INT; END", 1331),
        ("CREATE PROCEDURE p()", "BEGIN DECLARE c CURSOR FOR SELECT 1; DECLARE x INT; END", 1337),
        (
            "CREATE PROCEDURE p()",
            "BEGIN DECLARE EXIT HANDLER FOR NOT FOUND SET @a=1; DECLARE c CURSOR FOR SELECT 1; END",
            1338,
        ),
        ("CREATE PROCEDURE p()", "BEGIN DECLARE EXIT HANDLER FOR SQLSTATE '4' SET @a=1; END", 1407),
        ("CREATE PROCEDURE p()", "BEGIN CREATE PROCEDURE q() SET @a=1; END", 1303),
        ("CREATE FUNCTION f() RETURNS INT", "BEGIN COMMIT; RETURN 1; END", 1422),
        ("CREATE FUNCTION f() RETURNS INT", "BEGIN SELECT 1; RETURN 1; END", 1415),
        ("CREATE FUNCTION f() RETURNS INT", "BEGIN PREPARE s FROM 'x'; RETURN 1; END", 1336),
        ("CREATE PROCEDURE p()", "BEGIN SET @a=1 END", 1064),
        ("CREATE PROCEDURE p()", "BEGIN IF 1 THEN SET @a=1; END", 1064),
        ("CREATE PROCEDURE p()", "BEGIN", 1064),
    ],
)
def test_refused_as_mysql_refuses_it(head: str, body: str, code: int) -> None:
    with pytest.raises(MySQLError) as raised:
        _create(body, head)
    assert raised.value.code == code


def test_a_function_of_a_library_is_read() -> None:
    node = parse_statement("CREATE FUNCTION f RETURNS STRING SONAME 'lib.so'").node
    assert isinstance(node, CreateLoadable)
    assert (node.name, node.library) == ("f", "lib.so")
