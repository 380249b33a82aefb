"""binwriter on Spark: the data source `mysql_binlog`, Parquet files to logs, and `binwriter generate` on a cluster.

    from binwriter.integration import spark as binwriter_spark
    binwriter_spark.register(spark)
    spark.read.format("mysql_binlog").load("/logs")
    binwriter_spark.save(df, "/logs", table="shop.orders")

Needs the package extra `spark` (PySpark 4.0 or later, Java 17); docs/spark.md has the options. PySpark is imported when
a function needs it: `parquet_to_binlog(None, …)` runs without.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from binwriter.integration.spark.causes import cause as cause
    from binwriter.integration.spark.packages import add_packages as add_packages
    from binwriter.integration.spark.parquet import parquet_to_binlog as parquet_to_binlog
    from binwriter.integration.spark.saving import save as save
    from binwriter.integration.spark.saving import write_batch as write_batch
    from binwriter.integration.spark.source import FORMAT as FORMAT
    from binwriter.integration.spark.source import register as register

_HOMES = {
    "FORMAT": "source",
    "add_packages": "packages",
    "cause": "causes",
    "parquet_to_binlog": "parquet",
    "register": "source",
    "save": "saving",
    "write_batch": "saving",
}
__all__ = ["FORMAT", "add_packages", "cause", "parquet_to_binlog", "register", "save", "write_batch"]


def __getattr__(name: str) -> Any:
    """Imports the module of a name when it is asked for: PySpark takes half a second."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
