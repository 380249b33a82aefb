"""How each driver's own suite is run against a server: what it wants to find there, its command and its settings."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Place:
    """A server that a suite may use."""

    host: str
    port: int
    user: str
    password: str


@dataclass(frozen=True)
class Run:
    """A command, run in `folder` of the sources with these settings of the environment."""

    command: Sequence[str]
    settings: Mapping[str, str] = field(default_factory=dict)
    folder: str = "."


@dataclass(frozen=True)
class Suite:
    """A driver's test suite.

    run: (sources, python, place, result file) -> how; it may write the suite's configuration first. setup: SQL that
    makes the accounts and databases it wants. reader: how its outcome is written, a name of outcomes.READERS.
    """

    run: Callable[[Path, str, Place, Path], Run]
    setup: tuple[str, ...] = ()
    reader: str = "junit"


_PYTEST = ("-m", "pytest", "-q", "--timeout=60")
_TEST_DATABASES = ("CREATE DATABASE test", "CREATE DATABASE test_schema", "CREATE DATABASE test_schema_2")
_LOCAL_INFILE = "SET GLOBAL local_infile = ON"


def _pymysql(sources: Path, python: str, place: Place, result: Path) -> Run:
    root = {"host": place.host, "port": place.port, "user": place.user, "password": place.password}
    databases = [
        {**root, "database": "test1", "use_unicode": True, "local_infile": True},
        {**root, "user": "test2", "password": "some password", "database": "test2"},
    ]
    (sources / "pymysql" / "tests" / "databases.json").write_text(json.dumps(databases))
    return Run((python, *_PYTEST, f"--junitxml={result}", "pymysql/tests"))


def _url(place: Place, driver: str) -> str:
    return f"mysql+{driver}://{place.user}:{place.password}@{place.host}:{place.port}/test?charset=utf8mb4"


def _sqlalchemy(sources: Path, python: str, place: Place, result: Path) -> Run:
    tests = ("test/dialect/mysql", "test/dialect/test_suite.py")
    command = (python, *_PYTEST, "-p", "no:xdist", f"--junitxml={result}", "--dburi", _url(place, "pymysql"), *tests)
    return Run(command, {"PYTHONPATH": str(sources / "lib")})


def _mysql2(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = {
        "MYSQL_HOST": place.host,
        "MYSQL_PORT": str(place.port),
        "MYSQL_USER": place.user,
        "MYSQL_PASSWORD": place.password,
        "MYSQL_DATABASE": "test",
    }
    return Run((python, str(Path(__file__).with_name("node_tests.py")), str(sources), str(result)), settings)


def _replication(sources: Path, python: str, place: Place, result: Path) -> Run:
    database = {"host": place.host, "user": place.user, "passwd": place.password, "port": place.port,
                "use_unicode": True, "db": "pymysqlreplication_test"}  # fmt: skip
    (sources / "pymysqlreplication" / "tests" / "config.json").write_text(json.dumps({"mysql-8": database}))
    for name in ("tests/base.py", "binlogstream.py"):  # words that a 9.7 knows no longer
        module = sources / "pymysqlreplication" / name
        text = module.read_text().replace("RESET MASTER", "RESET BINARY LOGS AND GTIDS")
        module.write_text(text.replace("SHOW MASTER STATUS", "SHOW BINARY LOG STATUS"))
    return Run((python, *_PYTEST, "--db=mysql-8", f"--junitxml={result}", "pymysqlreplication/tests"))


def _mysqlclient(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = result.with_suffix(".cnf")
    settings.write_text(
        f"[MySQLdb-tests]\nhost = {place.host}\nport = {place.port}\nuser = {place.user}\n"
        f"password = {place.password}\ndatabase = test\ndefault-character-set = utf8mb4\n"
    )
    return Run((python, *_PYTEST, f"--junitxml={result}", "tests"), {"TESTDB": str(settings)})


def _peewee(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = {
        "PEEWEE_TEST_BACKEND": "mysql",
        "PEEWEE_MYSQL_HOST": place.host,
        "PEEWEE_MYSQL_PORT": str(place.port),
        "PEEWEE_MYSQL_USER": place.user,
        "PEEWEE_MYSQL_PASSWORD": place.password,
    }
    return Run((python, "runtests.py", "-e", "mysql", "-v", "2"), settings)


def _connector(sources: Path, python: str, place: Place, result: Path) -> Run:
    server = ("--use-external-server", "--host", place.host, "--port", str(place.port))
    account = ("--user", place.user, "--password", place.password)
    command = (python, "unittests.py", *server, *account, "--skip-install", "--verbosity", "2")
    return Run(command, {"PYTHONPATH": "lib"}, "mysql-connector-python")


def _aiomysql(sources: Path, python: str, place: Place, result: Path) -> Run:
    conftest = sources / "tests" / "conftest.py"  # its own authority's certificate is not the server's
    text = conftest.read_text().replace("ctx.load_verify_locations(cafile=ca_file)", "ctx.verify_mode = ssl.CERT_NONE")
    conftest.write_text(text)
    address = f"--mysql-address=tcp={place.host}:{place.port}"
    command = (python, *_PYTEST, f"--junitxml={result}", address, "-p", "no:cacheprovider", "tests")
    return Run(command, {"MYSQL_ROOT_PASSWORD": place.password, "MYSQL_USER": place.user, "PYTHONPATH": str(sources)})


def _asyncmy(sources: Path, python: str, place: Place, result: Path) -> Run:
    conftest = sources / "conftest.py"
    conftest.write_text(re.sub(r"port=\d+", f"port={place.port}", conftest.read_text()))
    tests = sources.parent / "asyncmy-tests"  # beside the sources, whose package is not compiled
    shutil.rmtree(tests, ignore_errors=True)
    tests.mkdir()
    shutil.copy(conftest, tests)
    shutil.copytree(sources / "tests", tests / "tests")
    command = (python, *_PYTEST, "-o", "asyncio_default_fixture_loop_scope=session",
               "-o", "asyncio_default_test_loop_scope=session", f"--junitxml={result}", str(tests))  # fmt: skip
    return Run(command, {"MYSQL_PASS": place.password, "PYTHONPATH": str(tests)}, "../asyncmy-tests")


def _mariadb_node(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = {
        "TEST_DB_HOST": place.host,
        "TEST_DB_PORT": str(place.port),
        "TEST_DB_USER": place.user,
        "TEST_DB_PASSWORD": place.password,
        "TEST_DB_DATABASE": "testn",
        "DB_TYPE": "mysql",
    }
    command = ("npx", "vitest", "--no-file-parallelism", "--reporter=junit", f"--outputFile={result}",
               "--testTimeout=20000", "run")  # fmt: skip
    return Run(command, settings)


_DJANGO = (
    "backends", "introspection", "inspectdb", "schema", "transactions", "basic", "indexes", "constraints",
    "db_functions", "aggregation", "annotations", "lookup", "queries", "expressions_case", "datetimes", "bulk_create",
    "model_fields", "update", "ordering", "timezones", "expressions", "update_only_fields", "delete", "migrations",
    "expressions_window", "select_for_update", "aggregation_regress",
)  # fmt: skip


def _django(sources: Path, python: str, place: Place, result: Path) -> Run:
    one = {"ENGINE": "django.db.backends.mysql", "HOST": place.host, "PORT": place.port, "USER": place.user,
           "PASSWORD": place.password}  # fmt: skip
    databases = {"default": {**one, "NAME": "django"}, "other": {**one, "NAME": "django2"}}
    (sources / "tests" / "test_fake.py").write_text(
        f"DATABASES = {databases!r}\nSECRET_KEY = 'x'\nUSE_TZ = False\nDEFAULT_AUTO_FIELD = "
        "'django.db.models.AutoField'\nPASSWORD_HASHERS = ['django.contrib.auth.hashers.MD5PasswordHasher']\n"
    )
    command = (python, "runtests.py", "--settings=test_fake", "-v", "2", "--parallel=1", "--noinput", *_DJANGO)
    return Run(command, {"PYTHONPATH": str(sources)}, "tests")


def _go(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = {
        "MYSQL_TEST_USER": place.user,
        "MYSQL_TEST_PASS": place.password,
        "MYSQL_TEST_ADDR": f"{place.host}:{place.port}",
        "MYSQL_TEST_DBNAME": "gotest",
        "MYSQL_TEST_CONCURRENT": "1",
    }
    return Run(("go", "test", "-json", "-count=1", "-timeout=500s", "./..."), settings)


def _ruby(sources: Path, python: str, place: Place, result: Path) -> Run:
    account = (
        f"  host: {place.host}\n  port: {place.port}\n  username: {place.user}\n  password: {place.password}\n"
        f"  ssl_mode: :disabled\n"
    )
    (sources / "spec" / "configuration.yml").write_text(
        f"root:\n{account}  database: test\n\nuser:\n{account}  database: mysql2_test\n"
    )
    return Run(("rspec", "--format", "json", "--out", str(result)))


def _perl(sources: Path, python: str, place: Place, result: Path) -> Run:
    (sources / "t" / "mysql.mtest").write_text(
        f"$::test_dsn = 'DBI:mysql:database=test;host={place.host};port={place.port}';\n$::test_user = "
        f"'{place.user}';\n$::test_password = '{place.password}';\n"
        "{ local ($opt); $::test_host = ''; $::test_port = ''; $::test_db = 'test'; } 1;\n"
    )
    return Run(("prove", "t"))


def _dbd_mariadb(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = {
        "DBI_DSN": f"DBI:MariaDB:database=test;host={place.host};port={place.port}",
        "DBI_USER": place.user,
        "DBI_PASS": place.password,
    }
    return Run(("prove", "t"), settings)


def _php(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = {
        "MYSQL_TEST_HOST": place.host,
        "MYSQL_TEST_PORT": str(place.port),
        "MYSQL_TEST_USER": place.user,
        "MYSQL_TEST_PASSWD": place.password,
        "PDO_MYSQL_TEST_DSN": f"mysql:host={place.host};port={place.port};dbname=test",
        "PDO_MYSQL_TEST_HOST": place.host,
        "PDO_MYSQL_TEST_PORT": str(place.port),
        "PDO_MYSQL_TEST_USER": place.user,
        "PDO_MYSQL_TEST_PASS": place.password,
        "NO_INTERACTION": "1",
        "SKIP_SLOW_TESTS": "1",
    }
    tests = "ext/mysqli/tests ext/pdo_mysql/tests"
    keep = f"for f in $(find {tests} -name '*.diff'); do cp $f {result.parent}/$(echo ${{f%.diff}}.phpt | tr / +); done"
    run = f"php run-tests.php -p $(command -v php) -q --set-timeout 60 {tests}"
    return Run(("sh", "-c", f"find {tests} -name '*.diff' -delete; {run}; {keep}"), settings)


def _sequel(sources: Path, python: str, place: Place, result: Path) -> Run:
    url = f"mysql2://{place.host}:{place.port}/sequel_test?user={place.user}&password={place.password}"
    return Run(("ruby", "-W0", "spec/adapter_spec.rb", "mysql", "-v", "--seed", "1"), {"SEQUEL_MYSQL_URL": url})


def _trilogy(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = {
        "MYSQL_HOST": place.host,
        "MYSQL_PORT": str(place.port),
        "MYSQL_USER": place.user,
        "MYSQL_PASS": place.password,
    }
    tests = "Dir['./test/*_test.rb'].each { |file| require file }"
    return Run(("ruby", "-Ilib", "-Itest", "-e", tests, "--", "-v", "--seed", "1"), settings, "contrib/ruby")


def _connector_c(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = {
        "MARIADB_CC_TEST": "1",
        "MYSQL_TEST_HOST": place.host,
        "MYSQL_TEST_PORT": str(place.port),
        "MYSQL_TEST_USER": place.user,
        "MYSQL_TEST_PASSWD": place.password,
        "MYSQL_TEST_DB": "testc",
        "MYSQL_TMP_DIR": str(result.parent),
        "MYSQL_TEST_PLUGINDIR": str(sources / "b"),
    }
    programs = 'for f in *; do test -f $f -a -x $f || continue; echo "# program $f"; timeout 120 ./$f; done'
    return Run(("sh", "-c", programs), settings, "b/unittest/libmariadb")


def _knex(sources: Path, python: str, place: Place, result: Path) -> Run:
    for file in ("test/knexfile.js", "test/integration2/util/knex-instance-provider.js"):
        text = re.sub(
            r"port: (23306|\d+),(\s+database: 'knex_test')", f"port: {place.port},\\2", (sources / file).read_text()
        )
        (sources / file).write_text(text)
    command = ("npx", "mocha", "--exit", "-t", "20000", "--config", "test/mocha-integration-config-test.js",
               "--reporter", "xunit", "--reporter-option", f"output={result}")  # fmt: skip
    return Run(command, {"DB": "mysql2"})


SUITES = {
    "pymysql": Suite(
        _pymysql,
        (
            "CREATE DATABASE test1 DEFAULT CHARACTER SET utf8mb4",
            "CREATE DATABASE test2 DEFAULT CHARACTER SET utf8mb4",
            "CREATE USER test2 IDENTIFIED BY 'some password'",
            "GRANT ALL ON test2.* TO test2",
            _LOCAL_INFILE,
        ),
    ),
    "sqlalchemy": Suite(_sqlalchemy, _TEST_DATABASES),
    "mysql2": Suite(_mysql2, (*_TEST_DATABASES, _LOCAL_INFILE)),
    "python-mysql-replication": Suite(_replication),
    "mysqlclient": Suite(_mysqlclient, ("CREATE DATABASE test",)),
    "mysql-connector-python": Suite(
        _connector, (_LOCAL_INFILE, "SET GLOBAL max_connect_errors = 1000000"), "dotted_lines"
    ),
    "aiomysql": Suite(_aiomysql),
    "asyncmy": Suite(_asyncmy),
    "mariadb-connector-nodejs": Suite(_mariadb_node, ("CREATE DATABASE testn", _LOCAL_INFILE)),
    "peewee": Suite(_peewee, ("CREATE DATABASE peewee_test",), "unittest_lines"),
    "django": Suite(_django, (), "unittest_lines"),
    "go-sql-driver": Suite(_go, ("CREATE DATABASE gotest", _LOCAL_INFILE), "go_json"),
    "ruby-mysql2": Suite(_ruby, ("CREATE DATABASE test", "CREATE DATABASE mysql2_test", _LOCAL_INFILE), "rspec_json"),
    "dbd-mariadb": Suite(
        _dbd_mariadb, ("CREATE DATABASE test CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci", _LOCAL_INFILE), "prove"
    ),
    "php": Suite(_php, ("CREATE DATABASE test", _LOCAL_INFILE), "php_lines"),
    "sequel": Suite(_sequel, ("CREATE DATABASE sequel_test",), "minitest_lines"),
    "trilogy": Suite(_trilogy, ("CREATE DATABASE test", _LOCAL_INFILE), "minitest_lines"),
    "mariadb-connector-c": Suite(_connector_c, ("CREATE DATABASE testc", _LOCAL_INFILE), "tap_lines"),
    "knex": Suite(
        _knex,
        (
            "CREATE DATABASE knex_test",
            "CREATE USER testuser IDENTIFIED BY 'testpassword'",
            "GRANT ALL ON *.* TO testuser",
        ),
    ),
    "dbd-mysql": Suite(_perl, ("CREATE DATABASE test", _LOCAL_INFILE), "prove"),
}
