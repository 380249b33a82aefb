"""Documents: what is read, and what is refused, with place and reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from binwriter.errors import BinwriterError, OptionError, SpecError
from binwriter.mysql.session_modes import RowImage
from binwriter.workload.job import plan_job
from binwriter.workload.references.links import AT_ONCE, LATE
from binwriter.workload.sources import open_sources
from binwriter.workload.specification.reader import read_workload
from binwriter.workload.specification.spec import Choice, Mix, Process
from binwriter.workload.specification.units import Span

from .shops import SHOP, shop


def test_everything_at_once() -> None:
    workload = read_workload(
        shop(
            mix="insert=1,delete=3",
            statements_per_transaction="1-4",
            rows_per_statement=2,
            pick={"choice": "zipf", "theta": 0.5},
            arrival={"start": "2024-02-29T12:00:00Z", "rate": "2.5", "process": "poisson"},
            server={"binlog-row-image": "MINIMAL", "server_id": 9, "max-binlog-size": "1M", "gtid-mode": "OFF"},
            tables={"test.orders": {"weight": 2, "initial-rows": "1k", "mix": {"update": 1}}},
        )
    )
    assert workload.statements == Span(1, 4)
    customers, orders, _ = workload.tables
    assert (customers.mix, customers.rows, customers.weight) == (Mix(1, 0, 3), Span(2, 2), 1)
    assert (orders.mix, orders.weight, orders.initial_rows) == (Mix(0, 1, 0), 2, 1000)
    assert customers.picking.choice is Choice.ZIPF
    assert workload.arrival.start == 1_709_208_000_000_000
    assert workload.arrival.process is Process.POISSON
    assert workload.settings.image is RowImage.MINIMAL
    assert (workload.settings.server_id, workload.settings.gtid, workload.max_file_size) == (9, False, 1 << 20)


def test_a_database_is_made_for_tables_without_one() -> None:
    workload = read_workload(shop(database="my shop"))
    assert workload.ddl[0].text == b"CREATE DATABASE IF NOT EXISTS `my shop`"
    assert {table.table.table.schema for table in workload.tables} == {"my shop"}
    with_its_own = read_workload(shop(schema_sql=f"CREATE DATABASE own; USE own; {SHOP}"))
    assert with_its_own.ddl[0].text == b"CREATE DATABASE own"


def test_the_session_commands_of_dumps_are_left_out() -> None:
    noise = "/*!40101 SET NAMES utf8 */;\nSET NAMES utf8mb4;\n-- a dump\nDROP TABLE IF EXISTS customers;\n"
    assert len(read_workload(shop(schema_sql=noise + SHOP)).tables) == 3


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"transaction": 5}, r"transaction: unknown key; did you mean transactions\?"),
    ({"colour": 5}, r"colour: unknown key; there are seed, "),
    ({"transactions": "many"}, r"transactions: 'many' is not a count"),
    ({"transactions": 0}, r"transactions: 0 is out of range: 1 to "),
    ({"size": "1G"}, r"size: transactions is given too"),
    ({"mix": {"insert": 0}}, r"mix: all its weights are 0"),
    ({"mix": "insert=70,upsert=1"}, r"mix.upsert: unknown key"),
    ({"mix": "insert"}, r"mix: 'insert' is not NAME=WEIGHT"),
    ({"mix": {"insert": -1}}, r"mix.insert: -1 is out of range: 0 to "),
    ({"pick": "best"}, r"pick.choice: 'best' is not one of uniform, zipf, latest"),
    ({"pick": {"choice": "zipf", "theta": 3}}, r"pick.theta: 3 is out of range: 0 to 1.99"),
    ({"rows_per_statement": "10-1"}, r"rows-per-statement: '10-1' begins above its end"),
    ({"rows_per_statement": 10**6}, r"rows-per-statement: 1000000 is out of range: 1 to 100000"),
    ({"rows_per_transaction": 1, "rows_per_statement": 1}, r"rows-per-transaction: it means one statement"),
    ({"arrival": {"rate": 0}}, r"arrival.rate: 0 is out of range"),
    ({"arrival": {"start": "yesterday"}}, r"arrival.start: 'yesterday' is not a time"),
    ({"arrival": {"start": "1969-12-31"}}, r"arrival.start: 1969-12-31 is outside of 1970 to 2106"),
    ({"arrival": {"rate": 0.001, "start": "2105-01-01"}, "transactions": "1e6"}, r"arrival.rate: .* end after 2106"),
    ({"server": {"binlog-format": "ROW"}}, r"server.binlog-format: not an option of generate"),
    ({"server": 5}, r"server: a table of settings is wanted, not 5"),
    ({"schema_sql": ""}, r"schema: the tables are wanted"),
    ({"schema_sql": "CREATE DATABASE d"}, r"schema-sql: it makes no table"),
    ({"schema_sql": "CREATE TABLE t (a INT);\nCREATE TABLE t (b INT)"}, r"schema-sql, line 2: .*'t' already exists"),
    ({"schema_sql": "CREATE TABLE t (a IMT)"}, r"schema-sql, line 1: ERROR 1064"),
    ({"schema_sql": "CREATE TABLE t (a INT); SELECT 1"}, r"only CREATE, DROP, ALTER and USE"),
    ({"schema_sql": "CREATE TABLE t (a INT); CREATE TABLE u SELECT 1"}, r"only CREATE, DROP, ALTER and USE"),
    ({"server": {"gtid-tag": "9x"}}, r"server: tag '9x': it needs gtid"),
    ({"server": {"gtid-tag": "x", "version": "8.0"}}, r"server: tag 'x': it needs gtid, a server with tags"),
    ({"schema_sql": "CREATE TABLE t (a INT); SELEKT"}, r"schema-sql, line 1: ERROR 1064"),
    (
        {"schema_sql": "CREATE TABLE t (a INT, FOREIGN KEY (a) REFERENCES u (a))"},
        r"refers to test.u, which no",
    ),
    ({"schema_sql": "CREATE TABLE t (a CHAR('"}, r"schema-sql: line 1: a string that does not end"),
    ({"tables": {"clients": {}}}, r"tables.clients: the schema has no such table; it has test.customers, "),
    ({"tables": {"orders": {"wieght": 1}}}, r"tables.orders.wieght: unknown key; did you mean weight\?"),
    ({"tables": {"orders": {"columns": {"x": {}}}}}, r"tables.orders: table orders has no column 'x'"),
    ({"tables": {name: {"weight": 0} for name in ("customers", "orders", "tree")}}, r"tables: all .* weight 0"),
    ({"tables": {"orders": {"initial-rows": 5}}}, r"initial-rows: its column customer_id refers to customers, which"),
    ({"tables": {"tree": {"columns": {"parent": {"reference": "leaves.id"}}}}}, r"tree.columns.parent.*leaves"),
    ({"files": 0}, r"files: 0 is out of range"),
    ({"seed": -1}, r"seed: '?-1'? is not a count"),
]


@pytest.mark.parametrize(("settings", "message"), REFUSED, ids=[message[:30] for _, message in REFUSED])
def test_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        plan_job(shop(**settings))


def test_circles_begin_with_null() -> None:
    text = "CREATE TABLE a (id INT PRIMARY KEY, b INT); CREATE TABLE b (id INT PRIMARY KEY, a INT)"
    tables = {
        "a": {"columns": {"b": {"reference": {"table": "b"}}}},
        "b": {"columns": {"a": {"reference": {"table": "a"}}}},
    }
    sources = plan_job(shop(schema_sql=text, tables=tables)).sources()
    assert [[one.when for one in references] for references in sources.references] == [[AT_ONCE], [LATE]]
    assert [sorted(one.changing) for one in sources.values] == [[], [1]]


@pytest.mark.parametrize(
    ("server", "message"),
    [
        ({"binlog-row-image": "HALF"}, "Error while setting value 'HALF' to 'binlog_row_image'"),
        ({"server-uuid": "x"}, "Error while setting value 'x' to 'server_uuid'"),
        ({"max-binlog-size": 5}, "max_binlog_size"),
        ({"version": "4.0"}, "4.0"),
    ],
)
def test_options_are_refused_as_mysqld_does(server: dict[str, Any], message: str) -> None:
    with pytest.raises(BinwriterError, match=message) as caught:
        read_workload(shop(server=server))
    assert isinstance(caught.value, OptionError) or server.keys() == {"version"}


def test_keys_that_do_not_fit_their_column_are_refused() -> None:
    text = "CREATE TABLE small (id TINYINT NOT NULL PRIMARY KEY)"
    with pytest.raises(SpecError, match=r"small"):
        plan_job({"schema-sql": text, "transactions": 1000, "mix": "insert=1"})


def test_a_table_of_keys_gets_no_updates() -> None:
    text = "CREATE TABLE pairs (id INT NOT NULL PRIMARY KEY)"
    job = plan_job(shop(schema_sql=text))
    assert job.sources().workload.tables[0].mix == Mix(70, 0, 10)
    with pytest.raises(SpecError, match=r"tables.pairs.mix: it has only updates"):
        plan_job(shop(schema_sql=text, mix="update=1"))


def test_a_size_below_the_load_phase_is_refused() -> None:
    document = shop(size="8k", initial_rows=5000)
    del document["transactions"]
    with pytest.raises(SpecError, match=r"size: 8192 bytes is too little"):
        plan_job(document)


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("(id INT PRIMARY KEY, x INT, UNIQUE KEY u ((x % 3)))", "unique key u is of the expression .*weight = 0"),
        ("(id INT) PARTITION BY LIST (id) (PARTITION a VALUES IN (1))", "PARTITION BY LIST: rows could have no"),
        ("(id INT) PARTITION BY RANGE (id) (PARTITION a VALUES LESS THAN (5))", "PARTITION BY RANGE: rows could have"),
        ("(id INT PRIMARY KEY) ENGINE=BLACKHOLE", "engine BLACKHOLE keeps no rows"),
    ],
)
def test_what_generators_do_not_keep_is_refused(table: str, reason: str) -> None:
    with pytest.raises(SpecError, match=reason):
        open_sources(read_workload({"schema-sql": f"CREATE TABLE t {table}", "transactions": 1}))


@pytest.mark.parametrize(
    "table",
    [
        "(id INT PRIMARY KEY, x INT, CHECK (x > 5))",
        "(id INT PRIMARY KEY, x INT AS (id + 1), UNIQUE KEY ((LOWER(id))))",
        "(id INT PRIMARY KEY) ENGINE=MyISAM",
        "(id INT PRIMARY KEY, x INT, CHECK (x > 5) NOT ENFORCED, KEY ((x % 3)))",
        "(id INT PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 3",
        "(id INT PRIMARY KEY) PARTITION BY RANGE (id) (PARTITION a VALUES LESS THAN MAXVALUE)",
    ],
)
def test_what_takes_every_row_may_be_there(table: str) -> None:
    open_sources(read_workload({"schema-sql": f"CREATE TABLE t {table}", "transactions": 1}))


def test_a_foreign_key_is_a_reference_and_nothing_else() -> None:
    schema = """
    CREATE TABLE p (id INT PRIMARY KEY); CREATE TABLE q (id INT PRIMARY KEY);
    CREATE TABLE c (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES p (id));
    """
    for settings in ({"uniform": [1, 9]}, {"reference": {"table": "q"}}):
        with pytest.raises(SpecError, match=r"tables.c.columns.p: the foreign key c_ibfk_1 .* column id of test.p"):
            open_sources(read_workload({"schema-sql": schema, "tables": {"c": {"columns": {"p": settings}}}}))
    settings = {"p": {"reference": {"table": "p"}}}
    open_sources(read_workload({"schema-sql": schema, "tables": {"c": {"columns": settings}}}))


def test_shapes_have_the_srid_of_their_column() -> None:
    columns = "id INT PRIMARY KEY, p POINT NOT NULL SRID 4326, l LINESTRING NOT NULL SRID 3857, g GEOMETRY"
    schema = f"CREATE TABLE t ({columns})"
    source = open_sources(read_workload({"schema-sql": schema})).values[0]
    rows = source.batch(np.arange(50, dtype=np.uint64), np.zeros(50, np.uint32)).to_pydict()
    for name, srid in (("p", 4326), ("l", 3857), ("g", 0)):
        assert {int.from_bytes(one[:4], "little") for one in rows[name] if one is not None} == {srid}
    for point, reason in (
        ({"srid": 0}, "takes values with SRID 4326 only, not 0"),
        ({"x": [-181, 0]}, "it leaves the globe: -180 to 180"),
        ({"y": [0, 91]}, "it leaves the globe: -90 to 90"),
    ):
        table = {"columns": {"p": {"point": point}}}
        with pytest.raises(SpecError, match=reason):
            open_sources(read_workload({"schema-sql": schema, "tables": {"t": table}}))
