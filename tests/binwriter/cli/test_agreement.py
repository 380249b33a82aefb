"""What the commands have in common, crossed: commands with common options, with forms in which a log is named, and with
places that options come from."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from binwriter.cli import main
from binwriter.cli.common.commands import COMMANDS, parser_of
from binwriter.cli.common.log_lines import hide_log_lines, show_log_lines

# commands that print what a program may want to read
_PRINTING = sorted(COMMANDS.keys() - {"completion", "compile"})
# command -> its arguments around the name of a log
_READERS: dict[str, Callable[[str, Path], list[str]]] = {
    "inspect": lambda log, out: ["inspect", log],
    "verify": lambda log, out: ["verify", log],
    "report": lambda log, out: ["report", log],
    "diff": lambda log, out: ["diff", log, str(out / "log" / "binlog.000001")],
    "corrupt": lambda log, out: ["corrupt", log, "--how", "bad-checksum", "--out", str(out / "broken"), "--force"],
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a log of one file, without and with its index."""
    folder = tmp_path_factory.mktemp("made")
    script = folder / "s.sql"
    script.write_text("CREATE TABLE t (a INT PRIMARY KEY); INSERT INTO t VALUES (1);")
    assert main(["run", str(script), "--out", str(folder / "whole"), "--quiet"]) == 0
    (folder / "log").mkdir()
    (folder / "log" / "binlog.000001").write_bytes((folder / "whole" / "binlog.000001").read_bytes())
    (folder / "log" / "binlog.index").write_text("./binlog.000001\n")
    (folder / "bare").mkdir()
    (folder / "bare" / "binlog.000001").write_bytes((folder / "whole" / "binlog.000001").read_bytes())
    return folder


def said(arguments: list[str]) -> int:
    """The status, whether the command ran or argparse ended it."""
    try:
        return main(arguments)
    except SystemExit as ended:
        return int(ended.code or 0)


@pytest.mark.parametrize("command", _PRINTING)
@pytest.mark.parametrize("option", ["--json", "--quiet", "-q", "--verbose", "-v", "--help", "-h"])
def test_every_command_has_every_common_option(command: str, option: str) -> None:
    assert option in parser_of(command)._option_string_actions


@pytest.mark.parametrize("command", sorted(_READERS))
@pytest.mark.parametrize("form", ["file", "folder", "folder without index", "index", "pattern", "-"])
def test_a_log_is_named_in_every_form(
    command: str, form: str, made: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = made / "log" / "binlog.000001"
    name = {
        "file": str(file),
        "folder": str(made / "log"),
        "folder without index": str(made / "bare"),
        "index": str(made / "log" / "binlog.index"),
        "pattern": str(made / "l?g" / "binlog.*"),
        "-": "-",
    }[form]
    if form == "-":
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(file.read_bytes()))))
    assert said(_READERS[command](name, made)) == 0, capsys.readouterr().err


@pytest.mark.parametrize("command", sorted(_READERS))
@pytest.mark.parametrize("form", ["nothing", "nothing.index", "nothing*", "nothing/binlog.000001", "nul\0"])
def test_a_log_that_is_missing_is_status_2_and_one_line(
    command: str, form: str, made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(_READERS[command](str(made / form), made)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"binwriter {command}: ")


@pytest.mark.parametrize("command", ["run", "explain", "generate"])
def test_an_input_that_is_missing_is_status_2(command: str, made: Path, tmp_path: Path) -> None:
    assert said([command, str(made / "nothing.sql"), "--out", str(tmp_path / "out")]) == 2


def test_serve_with_a_script_that_is_missing_is_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = str(tmp_path / "nothing.sql")
    assert said(["serve", str(tmp_path / "log"), "--insecure", "--port", "0", "--no-tls", "--init", missing]) == 2
    assert f"--init {missing}: cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["inspect", "verify", "report", "diff", "corrupt"])
def test_json_is_json(command: str, made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said([*_READERS[command](str(made / "log"), made), "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(json.loads(line) is not ... for line in lines)


def test_json_of_a_run(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(["run", str(made / "s.sql"), "--out", str(tmp_path / "log"), "--json"]) == 0
    first, second, files = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["statement"]["sql"], second["statement"]["affected"]) == ("CREATE TABLE t (a INT PRIMARY KEY)", 1)
    assert [Path(file["file"]).name for file in files["files"]] == ["binlog.000001", "binlog.000002"]


@pytest.mark.parametrize("command", ["run", "explain", "diff", "corrupt", "report", "inspect"])
def test_quiet_prints_nothing(command: str, made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = [command, str(made / "s.sql"), *(("--out", str(tmp_path / "log")) if command == "run" else ())]
    arguments = _READERS[command](str(made / "log"), made) if command in _READERS else scenario
    assert said([*arguments, "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_difference_is_status_1(made: Path) -> None:
    assert said(["corrupt", str(made / "log"), "--how", "bad-checksum", "--out", str(made / "other"), "--force"]) == 0
    assert said(["diff", str(made / "log"), str(made / "other"), "-q"]) == 1
    assert said(["verify", str(made / "other"), "-q"]) == 1


# --- names that are wrong --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_a_command_that_is_misspelt_is_guessed(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said([command[:-1] + "x" + command[-1]]) == 2
    assert f"did you mean {command}?" in capsys.readouterr().err


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_an_option_that_is_misspelt_is_guessed(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said([command, "--verbsoe"]) == 2
    assert "did you mean --verbose?" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["help"], ["--help"], ["-h"]])
def test_help_names_every_command(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert said(arguments) == 0
    out = capsys.readouterr().out
    assert all(f"\n  {command} " in out for command in COMMANDS)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_of_a_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(["help", command]) == 0
    asked = capsys.readouterr().out
    assert said([command, "--help"]) == 0
    assert capsys.readouterr().out == asked


def test_a_command_imports_no_other_ones() -> None:
    code = (
        "import sys\nfrom binwriter.cli.common.commands import parser_of, COMMANDS\nparser_of('diff')\n"
        "print(*[name for name in COMMANDS if f'binwriter.cli.{name}' in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "diff\n"


# --- defaults --------------------------------------------------------------------------------------------------------


def test_defaults_come_from_the_file_then_the_environment_then_the_command_line(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "binwriter.toml").write_text(
        '[run]\nout = "log"\nserver-version = "5.6"\nserver = ["server-id=7"]\nquiet = true\n'
    )

    def version_of(*arguments: str) -> str:
        assert said(["run", str(made / "s.sql"), "--force", *arguments]) == 0
        assert capsys.readouterr().out == ""
        assert said(["inspect", "log", "--json"]) == 0
        event = json.loads(capsys.readouterr().out.splitlines()[0])
        assert event["server_id"] == 7
        return str(event["body"]["server_version"])[:3]

    assert version_of() == "5.6"
    monkeypatch.setenv("BINWRITER_RUN_SERVER_VERSION", "5.7")
    assert version_of() == "5.7"
    assert version_of("--server-version", "8.0") == "8.0"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[run]\nserver-verson = "8.0"', "[run] server-verson is no option; did you mean --server-version?"),
        ("[run]\nforce = true", "[run] force is for the command line only"),
        ("[run]\nquiet = 1.5", "[run] quiet: 1.5 is neither true nor false"),
        ("run = 1", "run is a table, [run]"),
        ("[rnu]\nquiet = true", "binwriter.toml: rnu is no command; did you mean run?"),
        ("quiet = true", "binwriter.toml: quiet is no command"),
        ("[run", "cannot read binwriter.toml: "),
        ("[run]\ntimeout = 'soon'", "not a number of seconds above 0: 'soon' (from binwriter.toml, [run] timeout)"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(
    text: str,
    reason: str,
    made: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "binwriter.toml").write_text(text)
    assert said(["run", str(made / "s.sql"), "--out", "log"]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variable", "reason"),
    [
        ("BINWRITER_DIFF_TIMESTAMP", "is no option's; did you mean BINWRITER_DIFF_TIMESTAMPS?"),
        ("BINWRITER_RUN_FORCE", "is for the command line only ("),
        ("BINWRITER_CONFIG", "cannot read x: No such file or directory ("),
    ],
)
@pytest.mark.parametrize("command", ["run", "diff"])
def test_a_variable_that_means_nothing_is_named(
    command: str, variable: str, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(variable, "x")
    assert said([command, "nowhere.sql", "nowhere.sql"]) == 2
    is_of_another = variable.startswith("BINWRITER_") and variable.split("_")[1] not in (command.upper(), "CONFIG")
    assert (reason in capsys.readouterr().err) != is_of_another


# --- what it says of its work -----------------------------------------------------------------------------------------


def test_log_lines_are_shown_once(capsys: pytest.CaptureFixture[str]) -> None:
    import logging

    for _ in range(2):
        show_log_lines(1)
    logging.getLogger("binwriter.somewhere").info("a step")
    logging.getLogger("binwriter.somewhere").debug("a detail")
    show_log_lines(0)
    logging.getLogger("binwriter.somewhere").info("another step")
    hide_log_lines()
    assert capsys.readouterr().err == "binwriter: a step\n"


def test_verbose_says_what_is_done(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["run", str(made / "s.sql"), "--out", str(tmp_path / "log"), "--quiet", "--force"]
    assert said([*arguments, "-v"]) == 0
    assert capsys.readouterr().err.splitlines() == [f"binwriter: log file binlog.00000{number}" for number in (1, 2)]
    assert said([*arguments, "-vv"]) == 0
    assert f"binwriter: {made / 's.sql'}:1: statement" in capsys.readouterr().err


# --- files and ends --------------------------------------------------------------------------------------------------


def test_files_have_the_modes_that_the_umask_leaves(made: Path, tmp_path: Path) -> None:
    script, log = str(made / "s.sql"), str(made / "log")
    before = os.umask(0o027)
    try:
        for arguments in (
            ["run", script, "--out", str(tmp_path / "log"), "--sidecar", str(tmp_path / "sidecar.json"), "-q"],
            ["explain", script, "--html", str(tmp_path / "explain.html"), "-q"],
            ["corrupt", log, "--how", "bad-checksum", "--out", str(tmp_path / "bad"), "-q"],
            ["inspect", log, "--sql", "-r", str(tmp_path / "all.sql")],
            ["inspect", log, "--raw", "-r", str(tmp_path / "raw-")],
        ):
            assert said(arguments) == 0
    finally:
        os.umask(before)
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in tmp_path.rglob("*")}
    assert modes == {name: "0o750" if name == "log" else "0o640" for name in modes}
    assert len(modes) == 10


@pytest.mark.slow
def test_ctrl_c_says_how_a_job_goes_on(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow")

    def ended(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("binwriter.workload.engines.engine.run_job", ended)
    out = tmp_path / "log"
    schema = tmp_path / "schema.sql"
    schema.write_text("CREATE TABLE t (a INT PRIMARY KEY AUTO_INCREMENT)")
    assert said(["generate", "--schema", str(schema), "--transactions", "10", "--out", str(out)]) == 130
    assert f"to go on: binwriter generate --out {out} --resume\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["CREATE TABLE t (a INT);\nINSERT INTO t VALUES (1);\n", "con1: CREATE TABLE t (a INT);\n"]
)
@pytest.mark.parametrize("command", ["run", "explain"])
def test_a_scenario_or_a_script_may_be_piped(
    command: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"# what comes by a pipe\n" + text.encode())))
    assert said([command, "-", "--out", str(tmp_path / "out")]) == 0
    assert "CREATE TABLE t (a INT)" in capsys.readouterr().out
    assert (tmp_path / "out" / "binlog.000001").is_file()


def test_tables_may_be_piped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    dump = "-- a dump\nCREATE TABLE `t` (`a` int NOT NULL, PRIMARY KEY (`a`));\n"
    for words in (["-"], ["--schema", "-"]):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(dump.encode())))
        assert said(["generate", *words, "--init-spec"]) == 0
        told = capsys.readouterr().out
        assert '[tables."test.t"]' in told and 'schema = "schema.sql"' in told
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    assert said(["generate", "-", "--init-spec"]) == 2
    assert "cannot read standard input: " in capsys.readouterr().err


def test_who_explains_a_log_is_told_what_reads_it(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(["explain", str(made / "log" / "binlog.000001")]) == 2
    assert "a binary log: `binwriter inspect`" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["inspect"], ["verify"], ["report"], ["explain"], ["run", "--out", "x"], ["generate", "--out", "x"]]
)
def test_a_file_that_is_not_there_is_named_once(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert said([*arguments, "nowhere.sql"]) == 2
    told = capsys.readouterr().err
    assert told.count("nowhere.sql") == 1 and "Errno" not in told


def test_presets_are_listed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(["generate", "--preset", "list", "--json"]) == 0
    assert "tpcc" in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("command", ["verify", "generate"])
def test_who_waits_for_kernels_is_told_so(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[int]()
    monkeypatch.setattr("binwriter.cli.common.log_lines.show_log_lines", told.append)
    assert said([command, "nowhere.sql"]) == 2 and told == [0]
    assert said([command, "--quiet", "nowhere.sql"]) == 2 and told == [0]
