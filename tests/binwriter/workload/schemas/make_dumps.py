"""`python -m tests.binwriter.workload.schemas.make_dumps`: loads the schemas into a real server and dumps them.

What `mysqldump --no-data` of 9.7.4 writes of them is kept in `dumps`, with the options that people use by chance.
"""

from __future__ import annotations

from pathlib import Path

from binwriter.integration.mysql import MySQLServer, running_server
from tests.binwriter.workload.schemas import large_shop

HERE = Path(__file__).parent
DUMPS = HERE / "dumps"
# By schema: options of mysqldump beside --no-data.
OPTIONS = {
    "sakila": ("--routines", "--events", "--triggers", "--databases", "sakila"),
    "employees": ("--databases", "employees", "--set-gtid-purged=OFF"),
    "tpcc": ("--skip-comments", "--set-gtid-purged=ON", "tpcc"),
    "wordpress": ("--add-drop-database", "--databases", "wordpress"),
    "django": ("--single-transaction", "--routines", "--databases", "django_site"),
    "large_shop": ("--skip-add-drop-table", "--skip-dump-date", "--compact", "--databases", "large_shop"),
}


def source(name: str) -> str:
    """The statements that make a schema."""
    if name == "large_shop":
        return "".join(f"{statement};\n" for statement in large_shop.statements())
    return (HERE / "made" / f"{name}.sql").read_text(encoding="utf-8")


def dump(server: MySQLServer, name: str) -> str:
    """The schema as the server's mysqldump writes it."""
    load = "mysql " + " ".join(server.client_options()) + " < source.sql"
    loaded = server.run(load, files={"source.sql": source(name).encode()}, shell=True)
    assert loaded.exit_code == 0, loaded.stderr.decode()
    command = ["mysqldump", *server.client_options(), "--no-data", *OPTIONS[name]]
    result = server.run(command)
    assert result.exit_code == 0, result.stderr.decode()
    return result.stdout.decode()


def main() -> None:
    DUMPS.mkdir(exist_ok=True)
    with running_server(("--gtid-mode=ON", "--enforce-gtid-consistency=ON", "--log-bin=binlog")) as server:
        for name in OPTIONS:
            (DUMPS / f"{name}.sql").write_text(dump(server, name), encoding="utf-8")


if __name__ == "__main__":
    main()
