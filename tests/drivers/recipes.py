"""How each driver's own suite is run against a server: what it wants to find there, its command and its settings."""

from __future__ import annotations

import json
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


def _sqlalchemy(driver: str) -> Callable[[Path, str, Place, Path], Run]:
    def run(sources: Path, python: str, place: Place, result: Path) -> Run:
        tests = ("test/dialect/mysql", "test/dialect/test_suite.py")
        command = (python, *_PYTEST, "-p", "no:xdist", f"--junitxml={result}", "--dburi", _url(place, driver), *tests)
        return Run(command, {"PYTHONPATH": str(sources / "lib")})

    return run


def _alembic(sources: Path, python: str, place: Place, result: Path) -> Run:
    command = (python, *_PYTEST, "-p", "no:xdist", f"--junitxml={result}", "--dburi", _url(place, "pymysql"), "tests")
    return Run(command, {"PYTHONPATH": str(sources)})


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


def _aiomysql(sources: Path, python: str, place: Place, result: Path) -> Run:
    plain = sources / "tests" / "conftest.py"
    plain.write_text(plain.read_text().replace('server_params["ssl"] = ctx', "pass").replace(
        "assert result['Value'].startswith('TLS')", "assert True"))  # fmt: skip
    command = (python, *_PYTEST, f"--mysql-address={place.host}:{place.port}", f"--junitxml={result}", "tests")
    return Run(command, {"MYSQL_ROOT_PASSWORD": place.password})


def _asyncmy(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = sources / "conftest.py"
    settings.write_text(settings.read_text().replace("port=3306", f"port={place.port}"))
    # the package that is installed is tested, not the one here, which is not compiled
    command = (python, *_PYTEST, "--import-mode=importlib", "-o", "asyncio_mode=auto", f"--junitxml={result}",
               "-p", "conftest", "tests")  # fmt: skip
    return Run(command, {"MYSQL_PASS": place.password})


def _peewee(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = {
        "PEEWEE_TEST_BACKEND": "mysql",
        "PEEWEE_MYSQL_HOST": place.host,
        "PEEWEE_MYSQL_PORT": str(place.port),
        "PEEWEE_MYSQL_USER": place.user,
        "PEEWEE_MYSQL_PASSWORD": place.password,
    }
    return Run((python, "runtests.py", "-e", "mysql", "-v", "2"), settings)


_DJANGO = ("backends", "introspection", "inspectdb", "schema", "transactions", "basic", "indexes", "constraints")


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


def _connector(sources: Path, python: str, place: Place, result: Path) -> Run:
    command = (python, "unittests.py", "--use-external-server", "-H", place.host, "-P", str(place.port), "--user",
               place.user, "--password", place.password, "--verbosity", "2")  # fmt: skip
    return Run(command, {"PYTHONPATH": str(sources / "lib")})


def _pony(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = result.with_suffix(".py")
    settings.write_text(
        f"settings = dict(provider='mysql', host={place.host!r}, port={place.port}, user={place.user!r}, "
        f"passwd={place.password!r}, db='test')\n"
    )
    return Run((python, *_PYTEST, f"--junitxml={result}", "pony/orm/tests"), {"pony_test_db": str(settings)})


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


def _knex(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = result.with_suffix(".js")
    account = {"host": place.host, "port": place.port, "user": place.user, "password": place.password,
               "database": "knex_test", "charset": "utf8"}  # fmt: skip
    settings.write_text(f"module.exports = {json.dumps({'mysql': account})};\n")
    command = ("npx", "mocha", "--exit", "-t", "10000", "--config", "test/mocha-integration-config-test.js",
               "--reporter", "json", "--reporter-option", f"output={result}")  # fmt: skip
    return Run(command, {"DB": "mysql2", "KNEX_TEST": str(settings)})


def _mariadb_node(sources: Path, python: str, place: Place, result: Path) -> Run:
    settings = {
        "TEST_DB_HOST": place.host,
        "TEST_DB_PORT": str(place.port),
        "TEST_DB_USER": place.user,
        "TEST_DB_PASSWORD": place.password,
        "TEST_DB_DATABASE": "testn",
        "DB_TYPE": "mysql",
    }
    command = ("npx", "vitest", "--no-file-parallelism", "--isolate", "--reporter=json", f"--outputFile={result}",
               "run", "test/integration")  # fmt: skip
    return Run(command, settings)


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
    "sqlalchemy": Suite(_sqlalchemy("pymysql"), _TEST_DATABASES),
    "sqlalchemy-mysqldb": Suite(_sqlalchemy("mysqldb"), _TEST_DATABASES),
    "sqlalchemy-connector": Suite(_sqlalchemy("mysqlconnector"), _TEST_DATABASES),
    "alembic": Suite(_alembic, _TEST_DATABASES),
    "mysql2": Suite(_mysql2, (*_TEST_DATABASES, _LOCAL_INFILE)),
    "python-mysql-replication": Suite(_replication),
    "mysqlclient": Suite(_mysqlclient, ("CREATE DATABASE test",)),
    "aiomysql": Suite(_aiomysql, (_LOCAL_INFILE,)),
    "asyncmy": Suite(_asyncmy),
    "peewee": Suite(_peewee, ("CREATE DATABASE peewee_test",), "unittest_lines"),
    "django": Suite(_django, (), "unittest_lines"),
    "connector-python": Suite(_connector, ("CREATE DATABASE myconnpy", _LOCAL_INFILE), "unittest_lines"),
    "pony": Suite(_pony, ("CREATE DATABASE test",)),
    "go-sql-driver": Suite(_go, ("CREATE DATABASE gotest", _LOCAL_INFILE), "go_json"),
    "ruby-mysql2": Suite(_ruby, ("CREATE DATABASE test", "CREATE DATABASE mysql2_test", _LOCAL_INFILE), "rspec_json"),
    "dbd-mysql": Suite(_perl, ("CREATE DATABASE test", _LOCAL_INFILE), "prove"),
    "knex": Suite(_knex, ("CREATE DATABASE knex_test",), "mocha_json"),
    "mariadb-node": Suite(_mariadb_node, ("CREATE DATABASE testn", _LOCAL_INFILE), "mocha_json"),
}
