"""`binwriter generate`: arguments, folders, answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from binwriter.cli import main
from binwriter.workload.presets import PRESETS

from .shops import SHOP

TOML = """
transactions = "1k"
schema = "tables.sql"
mix = { insert = 2, update = 1 }
arrival = { start = 2024-05-01T00:00:00Z, rate = 10 }

[server]
max-binlog-size = "64k"
server_id = 5

[tables.tree]
weight = 0
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tables.sql").write_text(SHOP)
    (tmp_path / "spec.toml").write_text(TOML)
    return tmp_path


def run(*arguments: str) -> int:
    return main(["generate", "--workers", "1", *arguments])


@pytest.mark.slow
def test_a_specification(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("spec.toml", "--out", "log") == 0
    files = sorted(path.name for path in (folder / "log").glob("binlog.0*"))
    assert len(files) > 3
    said = capsys.readouterr()
    assert said.out.startswith(f"{files[0]} to {files[-1]} in log: ")
    assert " 1000 transactions in " in said.out
    assert said.err == ""
    assert main(["verify", "--quiet", *(str(folder / "log" / name) for name in files)]) == 0


@pytest.mark.slow
def test_options_win_over_the_specification(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--max-binlog-size", "1M", "--mix", "insert=1", "--rows-per-transaction", "2", "--server", "server-id=6"]
    assert run("spec.toml", "--out", "log", "--dry-run", *options) == 0
    said = capsys.readouterr().out
    assert "files         1, binlog.000001 to binlog.000001" in said
    assert "rows          0 loaded, about 2000 changed" in said
    assert not (folder / "log").exists()
    assert run("spec.toml", "--out", "log", "--dry-run", "--size", "1M") == 0
    assert "size          about 1.0 MiB" in capsys.readouterr().out


@pytest.mark.slow
def test_options_alone(folder: Path) -> None:
    what = ["--schema", "tables.sql", "--transactions", "50", "--seed", "1", "--rate", "7", "--start", "2025-03-01"]
    assert run(*what, "--out", "log", "--quiet", "--final-state", "state") == 0
    assert {path.name for path in (folder / "state").iterdir()} == {"test.customers", "test.orders", "test.tree"}
    assert run(*what, "--out", "log2", "--quiet", "--seed", "2") == 0
    assert (folder / "log/binlog.000001").read_bytes() != (folder / "log2/binlog.000001").read_bytes()


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.sweep(every=4)
def test_presets_dry(preset: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--preset", preset, "--scale", "0.1", "--out", "log", "--dry-run") == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == ["files", "size", "transactions", "rows", "time"]
    assert list(folder.iterdir()) == [folder / "spec.toml", folder / "tables.sql"] or not (folder / "log").exists()


def test_presets_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--preset", "list", "--out", "log") == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(PRESETS)


REFUSED = [
    (["spec.toml", "--transactions", "x"], "transactions: 'x' is not a count"),
    (["missing.toml"], "missing.toml: No such file"),
    (["tables.sql", "spec.toml", "more.toml"], "more.toml: one specification is enough; spec.toml is given too"),
    (["mysql://localhost:1/shop"], "schema: localhost:1: "),
    (["--schema", "missing.sql"], "schema: cannot read missing.sql"),
    ([], "schema: the tables are wanted"),
    (["--preset", "huge"], "--preset: 'huge' is not one of sysbench-oltp, "),
    (["spec.toml", "--scale", "2"], "--scale: it scales a preset"),
    (["--preset", "ycsb", "--scale", "much"], "--scale: 'much' is not a number"),
    (["spec.toml", "--server", "server-id"], "--server: 'server-id' is not NAME=VALUE"),
    (["spec.toml", "--binlog-row-image", "SOME"], "Error while setting value 'SOME' to 'binlog_row_image'"),
    (["spec.toml", "--server-version", "3.23"], "3.23"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED, ids=[" ".join(one[-2:]) for one, _ in REFUSED])
def test_refused(arguments: list[str], message: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments, "--out", "log") == 2
    said = capsys.readouterr()
    assert said.err.startswith("binwriter generate: ")
    assert message in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""
    assert not (folder / "log").exists()


def test_folders_in_use_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "log").mkdir()
    (folder / "log/mine.txt").touch()
    assert run("spec.toml", "--out", "log") == 2
    assert "log is not empty; --force replaces" in capsys.readouterr().err
    assert [path.name for path in (folder / "log").iterdir()] == ["mine.txt"]
    assert run("spec.toml", "--out", "log2", "--final-state", "log") == 2
    assert "log is not empty; the final state wants a folder of its own" in capsys.readouterr().err
    assert run("--out", "log", "--resume") == 1
    assert "no unfinished job lies in log" in capsys.readouterr().err


def test_force_replaces_a_log_of_ours(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("spec.toml", "--out", "log", "--quiet") == 0
    assert run("spec.toml", "--out", "log", "--quiet", "--transactions", "10") == 2
    assert run("spec.toml", "--out", "log", "--quiet", "--transactions", "10", "--force") == 0
    assert sorted(path.name for path in (folder / "log").iterdir()) == [".binwriter", "binlog.000001", "binlog.index"]


@pytest.mark.slow
def test_a_job_that_failed_is_resumed_or_replaced(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from binwriter.errors import LogFileError
    from binwriter.workload.engines import engine as engines

    made = engines.make_file

    def fails(job, number, *more):  # type: ignore[no-untyped-def]
        if number == 3:
            raise LogFileError("binlog.000003: no space left")
        return made(job, number, *more)

    assert run("spec.toml", "--out", "whole", "--quiet") == 0
    with monkeypatch.context() as patched:
        patched.setattr(engines, "make_file", fails)
        assert run("spec.toml", "--out", "log") == 1
    assert capsys.readouterr().err == "binwriter generate: binlog.000003: no space left\n"
    assert not list((folder / "log").glob("binlog*"))
    assert run("spec.toml", "--out", "log") == 2
    assert "an unfinished job lies in log; --resume completes it" in capsys.readouterr().err
    assert run("--out", "log", "--resume", "--quiet") == 0
    names = [path.name for path in (folder / "whole").iterdir()]
    assert {name: (folder / "log" / name).read_bytes() for name in names} == {
        name: (folder / "whole" / name).read_bytes() for name in names
    }
    with monkeypatch.context() as patched:
        patched.setattr(engines, "make_file", fails)
        assert run("spec.toml", "--out", "log3", "--quiet") == 1
    assert run("spec.toml", "--out", "log3", "--quiet", "--force", "--transactions", "10") == 0
    assert sorted(path.name for path in (folder / "log3").iterdir()) == [".binwriter", "binlog.000001", "binlog.index"]


DUMP = """
/*!40101 SET SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
CREATE TABLE `lines` (`customer_id` INT NOT NULL, `said` VARCHAR(50), `at` DATETIME DEFAULT '0000-00-00 00:00:00');
/*!50001 CREATE ALGORITHM=UNDEFINED */
/*!50013 DEFINER=`app`@`%` SQL SECURITY DEFINER */
/*!50001 VIEW `all_lines` AS select 1 AS `1` */;
INSERT INTO `lines` VALUES (1, 'x', NULL);
"""


@pytest.mark.slow
def test_tables_stand_without_an_option(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Several dumps, of one database; what is left out and what is guessed is said."""
    (folder / "more.sql").write_text(DUMP)
    assert run("tables.sql", "more.sql", "--out", "log", "--transactions", "60", "--final-state", "state") == 0
    assert {path.name for path in (folder / "state").iterdir()} == {
        "test.customers", "test.lines", "test.orders", "test.tree",
    }  # fmt: skip
    said = capsys.readouterr().err.splitlines()
    assert said == [
        "binwriter generate: more.sql: left out, since no row hangs on them: 1 views, 1 statements with rows",
        "binwriter generate: references guessed from names: lines.customer_id to customers (guess-references = false "
        "leaves them out)",
    ]
    assert run("tables.sql", "more.sql", "--out", "log2", "--dry-run", "--no-guess-references") == 0
    assert "guessed" not in capsys.readouterr().err


def test_a_folder_of_parquet_files_has_tables(folder: Path) -> None:
    assert run("tables.sql", "--out", "log", "--transactions", "60", "--quiet", "--final-state", "state") == 0
    assert run("state", "--out", "log2", "--transactions", "60", "--quiet", "--final-state", "state2") == 0
    assert {path.name for path in (folder / "state2").iterdir()} == {"test.customers", "test.orders", "test.tree"}


def test_a_first_specification_says_what_happens_anyway(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As it is, and with its columns no comments any more."""
    assert run("--init-spec", "tables.sql") == 0
    text = capsys.readouterr().out
    assert '# "customer_id" = { reference = { table = "test.customers", column = "id" } }' in text
    (folder / "first.toml").write_text(text)
    (folder / "second.toml").write_text(re.sub(r'^# (?="[^"]+" = |weight)', "", text, flags=re.MULTILINE))
    logs = []
    for source in ("tables.sql", "first.toml", "second.toml"):
        assert run(source, "--out", source[:-4], "--transactions", "60", "--quiet") == 0
        logs.append((folder / source[:-4] / "binlog.000001").read_bytes())
    assert logs[0] == logs[1]


def test_all_problems_are_said_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each with the line to add to a specification; with them it is made."""
    (folder / "bad.sql").write_text(
        "CREATE TABLE a (x INT, UNIQUE KEY ((x % 3))); CREATE TABLE b (x INT, UNIQUE KEY ((x % 4)));"
        "CREATE TABLE c (id INT PRIMARY KEY)"
    )
    assert run("bad.sql", "--out", "log") == 2
    said = capsys.readouterr().err
    assert said.startswith("binwriter generate: 2 things are wrong:\n")
    lines = [line.partition("to add to the specification: ")[2] for line in said.splitlines()[1:]]
    assert lines == ['tables."test.a".weight = 0', 'tables."test.b".weight = 0']
    (folder / "good.toml").write_text("\n".join(['schema = "bad.sql"', *lines]))
    assert run("good.toml", "--out", "log", "--transactions", "20", "--quiet") == 0
