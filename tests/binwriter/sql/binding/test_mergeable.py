"""Which queries a server merges into the one around them: what EXPLAIN of a 9.7.4 says of SELECT * FROM (query) d."""

import pytest

from binwriter.sql.binding.mergeable import is_merged
from binwriter.sql.grammar.parse import parse_statement

# s: a, b; t: a, b, c; v: a view of columns of s; vg: one with GROUP BY, which is made below the query
MERGED = [
    "SELECT a,b FROM s",
    "SELECT a,b FROM s WHERE b>0",
    "SELECT a,b FROM s ORDER BY b",
    "SELECT s.a,t.b FROM s JOIN t ON s.a=t.a",
    "SELECT s.a,t.b FROM s LEFT JOIN t ON s.a=t.a",
    "SELECT a,b FROM (SELECT a,b FROM s) z",
    "SELECT a,b FROM (SELECT a,MAX(b) b FROM s GROUP BY a) z",
    "SELECT a,b FROM v",
    "SELECT a,b FROM vg",
    "SELECT a,(SELECT MAX(b) FROM t) b FROM s",
    "SELECT a,b FROM s WHERE a IN (SELECT a FROM t)",
    "SELECT a,b FROM s WHERE EXISTS (SELECT 1 FROM t WHERE t.a=s.b)",
    "SELECT a,b FROM s WHERE a = (SELECT MAX(a) FROM t)",
    "SELECT a,@x b FROM s",
    "SELECT a,RAND() b FROM s",
    "SELECT a,UUID() b FROM s",
    "SELECT a,f(b) b FROM s",
    "SELECT a,nd(b) b FROM s",
    "SELECT a,SLEEP(0) b FROM s",
    "WITH q AS (SELECT a,b FROM s) SELECT a,b FROM q",
    "WITH q AS (SELECT a,b FROM s) SELECT a,b FROM s",
    "SELECT a,b FROM s FOR UPDATE",
    "SELECT a,b FROM s LOCK IN SHARE MODE",
    "SELECT SQL_BIG_RESULT a,b FROM s",
    "SELECT STRAIGHT_JOIN a,b FROM s",
    "SELECT s.a,z.b FROM s, LATERAL (SELECT b FROM t WHERE t.a=s.a) z",
    "SELECT a,b FROM JSON_TABLE('[{\"a\":1,\"b\":2}]','$[*]' COLUMNS(a INT PATH '$.a', b INT PATH '$.b')) j",
    "SELECT a+1 a,b*2 b FROM s",
    "TABLE s",
    "SELECT a,b FROM s WHERE 1=0",
    "SELECT a,EXISTS(SELECT 1 FROM t) b FROM s",
    "SELECT /*+ NO_MERGE() */ a,b FROM s",
    "SELECT a,b FROM s WINDOW w AS (ORDER BY a)",
    "(SELECT a,b FROM s)",
    "SELECT 1 a,2 b FROM s",
    "SELECT a,(a,b)=(1,2) b FROM s",
    "SELECT a,LAST_INSERT_ID() b FROM s",
    "SELECT a,NOW() b FROM s",
    "SELECT a,(SELECT 1) b FROM s",
]
MADE = [
    "SELECT a,b FROM s LIMIT 2",
    "SELECT DISTINCT a,b FROM s",
    "SELECT a,b FROM s GROUP BY a,b",
    "SELECT a,b FROM s HAVING b>0",
    "SELECT MAX(a) a,MAX(b) b FROM s",
    "SELECT a,ROW_NUMBER() OVER () b FROM s",
    "SELECT a,b FROM s UNION SELECT 1,2",
    "SELECT 1 a,2 b",
    "SELECT 1 a,2 b FROM DUAL",
    "SELECT a,(SELECT b FROM t WHERE t.a=s.a) b FROM s",
    "SELECT a,(SELECT MAX(b) FROM t WHERE t.a=s.a) b FROM s",
    "SELECT a,@x:=b b FROM s",
    "VALUES ROW(1,2)",
    "SELECT a,b IN (SELECT a FROM t) b FROM s",
    "(SELECT a,b FROM s) LIMIT 1",
    "SELECT a,b FROM s LIMIT 100 OFFSET 0",
    "SELECT a,b FROM s HAVING 1",
    "SELECT a,b FROM s GROUP BY a,b WITH ROLLUP",
]


@pytest.mark.parametrize(
    ("query", "merged"), [*((query, True) for query in MERGED), *((query, False) for query in MADE)]
)
def test_a_derived_table_is_merged_as_a_server_does(query: str, merged: bool) -> None:
    tree = parse_statement(f"SELECT * FROM ({query}) d").node
    assert is_merged(tree.args["from_"].this.this) is merged
