"""Logs that Spark made, applied to a real server: its tables hold the DataFrame's rows."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from binwriter.integration.mysql import MySQLServer
from binwriter.integration.replaying.client import replay, table_contents, verify_checksums
from tests.integration.spark.test_data_source import FORMAT, failing_once

pytest.importorskip("pyspark")
pytestmark = [pytest.mark.spark, pytest.mark.mysql]


def test_a_log_of_spark_replays_into_a_server(clean_mysql: MySQLServer, spark: Any, tmp_path: Path) -> None:
    options = {"table": "shop.orders", "primary_key": "id", "log_ddl": "true", "rows_per_transaction": "50"}
    df = failing_once(spark, tmp_path / "once", 3000)
    df.write.format(FORMAT).mode("append").options(**options).save(str(tmp_path / "log"))
    assert (tmp_path / "once").exists()
    # then changes of these rows, appended
    image = "named_struct('id', id, 'name', name, 'price', price)"
    changes = spark.range(0, 3000, 1, 1).selectExpr(
        "id", "concat('n', id) as name", "cast(1 as decimal(12,2)) as price"
    )
    changes = changes.filter("id % 3 < 2").selectExpr(
        "if(id % 3 = 0, 'delete', 'update') as operation",
        f"{image} as before",
        "if(id % 3 = 0, null, named_struct("
        "'id', id, 'name', concat('new ', id), 'price', cast(id as decimal(12,2)))) as after",
    )
    options = {"table": "shop.orders", "primary_key": "id", "operation": "changes", "binlog_row_image": "MINIMAL"}
    changes.write.format(FORMAT).mode("append").options(**options).save(str(tmp_path / "log"))
    files = sorted((tmp_path / "log").glob("binlog.0*"))
    assert len(files) == 3
    assert verify_checksums(clean_mysql, files) == ()

    assert replay(clean_mysql, files, skip_gtids=True).errors == ()

    rows = {row[0]: row[1:] for row in table_contents(clean_mysql)["shop", "orders"]}
    expected = {}
    for number in range(3000):
        if number % 3 == 1:
            expected[number] = (f"new {number}", Decimal(f"{number}.00"))
        elif number % 3 == 2:
            expected[number] = (f"n{number}", Decimal("1.00"))
    assert rows == expected
