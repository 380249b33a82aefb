"""How the suites of readers of the log in other languages are run: those that follow a server as a replica does.

mysql-binlog-connector-java wants Java and Debian's `testng`, `libmockito-java`, `libmariadb-java`, `libzstd-jni-java`
and `libjackson2-databind-java` (`tests/drivers/java` has what stands in for the rest); vlasky's zongji its packages
installed, with tap 14; go-mysql (go-mysql-org's) a Go of its go.mod, and the modules that this names.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.drivers.recipes import Place, Run, Suite

_JAVA = Path(__file__).with_name("java")
_SHARE = Path("/usr/share/java")
_JARS = (
    "testng", "mockito-core", "objenesis", "byte-buddy", "byte-buddy-agent", "jackson-core", "jackson-databind",
    "jackson-annotations", "mariadb-java-client", "zstd-jni", "jcommander", "bsh",
)  # fmt: skip
_PACKAGE = "com.github.shyiko.mysql.binlog"
_CLASSES = (
    "BinaryLogClientIntegrationTest", "OptionalMetaDataIntegrationTest", "BinaryLogClientGTIDIntegrationTest",
    "event.deserialization.json.JsonBinaryValueIntegrationTest",
)  # fmt: skip
# of the tests: one server in place of two, and words that a 9.7 knows no longer; versions of TestNG and Mockito that
# compare arrays and null otherwise; less to write, as the clients that go on writing slow down the tests that come next
_JAVA_OTHERWISE = (
    (r'"127\.0\.0\.1", (\w+)\.getPort\(\), "root", ""',
     r'MysqlOnetimeServer.HOST, \1.getPort(), "root", MysqlOnetimeServer.PASSWORD'),
    (r"com\.mysql\.jdbc\.Driver", "org.mariadb.jdbc.Driver"),
    (r"\?serverTimezone=UTC", "?allowPublicKeyRetrieval=true"),
    ("show master status", "show binary log status"),
    (r'"(stop|start) slave"', '"do 1"'),
    ("static org.testng.Assert.assertEquals;", f"static {_PACKAGE}.Same.assertEquals;"),
    (r"any\(EOFException\.class\)", "any()"),
    (r"TCPReverseProxy\(33262, slave", "TCPReverseProxy(33262, MysqlOnetimeServer.HOST, slave"),
    (r"clientOverProxy = new BinaryLogClient\(slave\.hostname", 'clientOverProxy = new BinaryLogClient("127.0.0.1"'),
    ("i < 1000; i", "i < 150; i"),
    ("i < 500; i", "i < 80; i"),
)  # fmt: skip


def _changed(files: list[Path], *otherwise: tuple[str, str]) -> None:
    for file in files:
        text = file.read_text()
        for pattern, other in otherwise:
            text = re.sub(pattern, other, text)
        file.write_text(text)


def _connector_java(sources: Path, python: str, place: Place, result: Path) -> Run:
    tests = sources / "src" / "test" / "java"
    package = tests / _PACKAGE.replace(".", "/")
    for name in ("MysqlOnetimeServer", "Same"):
        (package / f"{name}.java").write_text((_JAVA / f"{name}.java").read_text())
    others = [file for file in package.glob("*.java") if file.stem not in ("MysqlOnetimeServer", "Same")]
    json = package / "event" / "deserialization" / "json" / "JsonBinaryValueIntegrationTest.java"
    _changed([*others, json], *_JAVA_OTHERWISE)
    jars = ":".join(str(_SHARE / f"{name}.jar") for name in _JARS)
    compiled = [*(str(file) for file in package.glob("*.java") if "GtidSetTest" not in file.name), str(json)]
    classes = ",".join(f"{_PACKAGE}.{name}" for name in _CLASSES)
    command = (
        f"mkdir -p o && javac -nowarn -d o -cp {jars} $(find src/main -name '*.java') {' '.join(compiled)} "
        f"{_JAVA / 'JSONAssert.java'} && java -cp o:src/test/resources:{jars} org.testng.TestNG -d o/reports "
        f"-suitename S -testname T -testclass {classes}; cp o/reports/S/T.xml {result}"
    )
    settings = {"SERVER_HOST": place.host, "SERVER_PORT": str(place.port), "SERVER_PASSWORD": place.password,
                "MYSQL_VERSION": "9.7"}  # fmt: skip
    return Run(("sh", "-c", command), settings)


def _zongji(sources: Path, python: str, place: Place, result: Path) -> Run:
    _changed([sources / "test" / "helpers" / "index.js"], ("RESET MASTER", "RESET BINARY LOGS AND GTIDS"))
    _changed([sources / "test" / "settings" / "mysql.js"], (r"password : .*", "password : process.env.MYSQL_PASSWORD,"))
    settings = {"MYSQL_HOST": place.host, "TEST_MYSQL_PORT": str(place.port), "MYSQL_PASSWORD": place.password}
    programs = "for f in test/*.js; do echo \"# program $f\"; timeout 300 node $f | sed 's/ # time=.*//'; done"
    return Run(("sh", "-c", programs), settings)


def _go_mysql(sources: Path, python: str, place: Place, result: Path) -> Run:
    _changed(
        [sources / "replication" / "replication_test.go"],
        (r"port uint16 = [0-9]+", f"port uint16 = {place.port}"),
        (r'"root", "[^"]*", ""\)', f'"root", "{place.password}", "")'),
        (r'Password:   "[^"]*"', f'Password:   "{place.password}"'),
    )
    server = ("-host", place.host, "-port", str(place.port))
    command = ("go", "test", "-json", "-count=1", "./replication", "-args", *server)
    return Run(command, {"MYSQL_PASSWORD": place.password})


LOG_READERS = {
    "mysql-binlog-connector-java": Suite(_connector_java, ("SET GLOBAL enforce_gtid_consistency = ON",)),
    "zongji": Suite(_zongji, (), "tap_lines"),
    "go-mysql": Suite(
        _go_mysql,
        (
            "INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so'",
            "SET GLOBAL enforce_gtid_consistency = ON",
            "SET GLOBAL gtid_mode = OFF_PERMISSIVE",
            "SET GLOBAL gtid_mode = ON_PERMISSIVE",
            "SET GLOBAL gtid_mode = ON",
        ),
        "go_json",
    ),
}
