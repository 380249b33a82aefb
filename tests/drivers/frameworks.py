"""How the tests of what is built upon drivers are run against a server, and of drivers that are built first.

Connector/J: compiled into `out/main`, made over by its `instrumentation`, its tests into `out/test`; `jars` names what
they want (JUnit 5's console, protobuf, c3p0, slf4j), one path a line. MariaDB's ODBC connector: its tests compiled into
`b`, as the driver "MA" of the folder's odbcinst.ini. ActiveRecord: 7.2 of rails beside Debian's gems, an empty
`stub/bundler/setup.rb` among the sources. Doctrine DBAL 3.9: a bootstrap `boot.php` that finds Debian's packages.
"""

from __future__ import annotations

from pathlib import Path

from tests.drivers.recipes import Place, Run, Suite

_LEFT_OUT = "cases/(adapters/(postgresql|sqlite3|trilogy)|arel|encryption)/|active_record_test|dbconsole|rake"
_JDBC_TESTS = (
    "simple.StatementsTest", "simple.MetadataTest", "simple.ResultSetTest", "simple.CallableStatementTest",
    "simple.BlobTest", "simple.CharsetTest", "simple.DateTest", "simple.TransactionTest", "simple.TraversalTest",
    "simple.UpdatabilityTest", "simple.XATest", "simple.NumbersTest", "simple.QueryAttributesTest",
    "simple.EscapeProcessingTest", "simple.ExceptionsTest", "simple.DataSourceTest", "simple.DateTimeTest",
    "simple.ConnectionTest", "regression.ResultSetRegressionTest", "regression.MetaDataRegressionTest",
    "regression.CallableStatementRegressionTest", "regression.BlobRegressionTest", "regression.CharsetRegressionTest",
    "regression.NumbersRegressionTest", "regression.StringRegressionTest", "regression.SyntaxRegressionTest",
    "regression.DateTimeRegressionTest", "regression.SubqueriesRegressionTest", "regression.CachedRowsetTest",
    "regression.EscapeProcessorRegressionTest", "regression.StatementRegressionTest",
    "regression.ConnectionRegressionTest",
)  # fmt: skip


def _active_record(sources: Path, python: str, place: Place, result: Path) -> Run:
    config = (sources / "activerecord" / "test" / "config.example.yml").read_text()
    for name, value in (("MYSQL_HOST", place.host), ("MYSQL_SOCK", None)):
        config = config.replace(f"if ENV['{name}']", "if true" if value else "if false")
    server = f"{place.host}\n      port: {place.port}\n      password: {place.password}"
    config = config.replace("<%= ENV['MYSQL_HOST'] %>", server).replace("username: rails", f"username: {place.user}")
    (result.parent / "config.yml").write_text(config)
    parts = " ".join(f"-I../{part}/lib" for part in ("activesupport", "activemodel", "activejob"))
    files = f"$(find test/cases -name '*_test.rb' | grep -vE '{_LEFT_OUT}' | sort)"
    load = "ARGV.shift.split.each { |file| require File.expand_path(file) }"
    run = f"ruby -W0 -I../stub -Ilib -Itest {parts} -e '{load}' -- \"{files}\" -v --seed 1"
    settings = {"ARCONFIG": str(result.parent / "config.yml"), "ARCONN": "mysql2"}
    return Run(("sh", "-c", run), settings, "activerecord")


def _dbal(sources: Path, python: str, place: Place, result: Path) -> Run:
    values = {"driver": "mysqli", "host": place.host, "port": place.port, "user": place.user,
              "password": place.password, "dbname": "doctrine_tests", "charset": "utf8mb4"}  # fmt: skip
    settings = "".join(f'<var name="db_{name}" value="{value}"/>' for name, value in values.items())
    tests = (
        f'<testsuites><testsuite name="x"><directory>{sources}/tests/Functional</directory></testsuite></testsuites>'
    )
    (result.parent / "phpunit.xml").write_text(f"<phpunit><php>{settings}</php>{tests}</phpunit>")
    config = ("-c", str(result.parent / "phpunit.xml"))
    return Run(("phpunit", "--bootstrap", "boot.php", *config, "--log-junit", str(result)))


def _connector_j(sources: Path, python: str, place: Place, result: Path) -> Run:
    jars = (sources / "jars").read_text().split()
    url = f"jdbc:mysql://{place.host}:{place.port}/cjtest?user={place.user}&password={place.password}"
    classes = [word for name in _JDBC_TESTS for word in ("-c", f"testsuite.{name}")]
    console = "org.junit.platform.console.ConsoleLauncher"
    path = ":".join(("out/main", "out/test", "src/test/config", *jars))
    run = (
        "java",
        f"-Dcom.mysql.cj.testsuite.url={url}",
        "-cp",
        path,
        console,
        f"--reports-dir={result.parent}",
        *classes,
    )
    return Run(("sh", "-c", f'"$@"; mv {result.parent}/TEST-junit-jupiter.xml {result}', "sh", *run))


def _odbc(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = {"ODBCSYSINI": str(sources), "TEST_DRIVER": "MA", "TEST_DSN": "madb", "TEST_SCHEMA": "odbctest",
                "TEST_SERVER": place.host, "TEST_PORT": str(place.port), "TEST_UID": place.user,
                "TEST_PASSWORD": place.password}  # fmt: skip
    return Run(("sh", "-c", 'for f in *; do echo "# program $f"; timeout 120 ./$f; done'), settings, "b")


FRAMEWORKS = {
    "activerecord": Suite(
        _active_record, ("CREATE DATABASE activerecord_unittest", "CREATE DATABASE activerecord_unittest2"),
        "minitest_lines",
    ),
    "doctrine-dbal": Suite(_dbal),
    "connector-j": Suite(_connector_j, ("CREATE DATABASE cjtest", "SET GLOBAL local_infile = ON")),
    "mariadb-connector-odbc": Suite(_odbc, ("CREATE DATABASE odbctest",), "tap_lines"),
}  # fmt: skip
