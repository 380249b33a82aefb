"""Commands that create, read and drop temporary tables, and lists that mix them with base and missing tables."""

from __future__ import annotations

from tests.mixing.script import Command, Script

_ENGINES = {"nt": "MyISAM", "tt": "Innodb"}
_KINDS = ("nt_tmp", "tt_tmp", "nt_base", "tt_base")
TOTAL = 3


def _create(kind: str, number: int) -> str:
    temporary = "TEMPORARY " if kind.endswith("tmp") else ""
    return f"CREATE {temporary}TABLE {kind}_{number} ( id INT ) ENGINE = {_ENGINES[kind[:2]]}"


def configure() -> list[str]:
    """Tables that are never dropped, one trigger, and those that commands drop and make again."""
    found = []
    for prefix, engine in _ENGINES.items():
        found += [
            f"CREATE TABLE {prefix}_keep ( id INT ) ENGINE = {engine}",
            f"CREATE TABLE {prefix}_error_1 ( id INT, PRIMARY KEY (id) ) ENGINE = {engine}",
            f"CREATE TABLE {prefix}_error_2 ( id INT, PRIMARY KEY (id) ) ENGINE = {engine}",
            f"CREATE TEMPORARY TABLE {prefix}_tmp_keep ( id INT ) ENGINE = {engine}",
        ]
    found.append(
        "CREATE TRIGGER tr_error AFTER INSERT ON nt_error_2 FOR EACH ROW\n"
        " BEGIN\n   DECLARE in_stmt_id INTEGER;\n   INSERT INTO tt_error_2(id) VALUES (NEW.id);\n END"
    )
    found += [_create(kind, number) for kind in _KINDS for number in range(1, TOTAL + 1)]
    return found


def _insert(table: str) -> Command:
    return lambda script: [f"INSERT INTO {table}() VALUES (1)"]


def _copy(table: str, source: str) -> Command:
    return lambda script: [f"INSERT INTO {table} SELECT * FROM {source}"]


def _count(table: str, source: str) -> Command:
    return lambda script: [f"INSERT INTO {table} SELECT COUNT(*) FROM {source}"]


def _twice(table: str) -> Command:
    def command(script: Script) -> list[str]:
        number = script.next_number()
        return [f"INSERT INTO {table}() VALUES ({number}), ({number})"]

    return command


def _make(kind: str) -> Command:
    """Makes a dropped table of a kind again; nothing if none was dropped."""

    def command(script: Script) -> list[str]:
        dropped = script.dropped.get(kind, [])
        return [_create(kind, dropped.pop(0))] if dropped else []

    return command


def _take(script: Script, kind: str) -> str | None:
    dropped = script.dropped.setdefault(kind, [])
    left = [number for number in range(1, TOTAL + 1) if number not in dropped]
    if not left:
        return None
    dropped.append(left[0])
    return f"{kind}_{left[0]}"


def _drop(start: str, *kinds: str) -> Command:
    """DROP of one table of each kind that is left; `missing` stands for one that never was, a name for itself."""

    def command(script: Script) -> list[str]:
        names = [_take(script, kind) if kind in _KINDS else kind for kind in kinds]
        found = [name for name in names if name is not None]
        return [f"{start} {', '.join(found)}"] if found else []

    return command


_TEMPORARY = "DROP TEMPORARY TABLE"
_IF_EXISTS = "DROP TABLE IF EXISTS"
_TEMPORARY_IF_EXISTS = "DROP TEMPORARY TABLE IF EXISTS"

TEMPORARY_COMMANDS: dict[str, Command] = {
    "T": _insert("tt_keep"),
    "N": _insert("nt_keep"),
    "Te": _twice("tt_error_1"),
    "Ne": _twice("nt_error_1"),
    "NeT-trig": _twice("nt_error_2"),
    "N-Temp": _insert("nt_tmp_keep"),
    "T-Temp": _insert("tt_tmp_keep"),
    "N-SELECT-N-Temp": _copy("nt_keep", "nt_tmp_keep"),
    "N-SELECT-T-Temp": _copy("nt_keep", "tt_tmp_keep"),
    "T-SELECT-N-Temp": _copy("tt_keep", "nt_tmp_keep"),
    "T-SELECT-T-Temp": _copy("tt_keep", "tt_tmp_keep"),
    "N-Temp-SELECT-T": _count("nt_tmp_keep", "tt_keep"),
    "T-Temp-SELECT-N": _count("tt_tmp_keep", "nt_keep"),
    "Create-N-Temp": _make("nt_tmp"),
    "Create-T-Temp": _make("tt_tmp"),
    "Create-N": _make("nt_base"),
    "Create-T": _make("tt_base"),
    "Drop-Temp-T-Temp": _drop(_TEMPORARY, "tt_tmp"),
    "Drop-Temp-N-Temp": _drop(_TEMPORARY, "nt_tmp"),
    "Drop-Temp-TN-Temp": _drop(_TEMPORARY, "tt_tmp", "nt_tmp"),
    "Drop-Temp-TT-Temp": _drop(_TEMPORARY, "tt_tmp", "tt_tmp"),
    "Drop-Temp-NN-Temp": _drop(_TEMPORARY, "nt_tmp", "nt_tmp"),
    "Drop-Temp-Xe-Temp": _drop(_TEMPORARY, "tt_keep"),
    "Drop-Temp-NXe-Temp": _drop(_TEMPORARY, "nt_tmp", "tt_keep"),
    "Drop-Temp-TXe-Temp": _drop(_TEMPORARY, "tt_tmp", "tt_keep"),
    "Drop-Temp-If-Xe-Temp": _drop(_TEMPORARY_IF_EXISTS, "tt_keep"),
    "Drop-Temp-If-TXe-Temp": _drop(_TEMPORARY_IF_EXISTS, "tt_tmp", "tt_keep"),
    "Drop-Temp-If-NXe-Temp": _drop(_TEMPORARY_IF_EXISTS, "nt_tmp", "missing_1"),
    "Drop-T": _drop("DROP TABLE", "tt_base"),
    "Drop-N": _drop("DROP TABLE", "nt_base"),
    "Drop-Xe": _drop("DROP TABLE", "missing_1"),
    "Drop-TXe": _drop("DROP TABLE", "tt_base", "missing_1"),
    "Drop-NXe": _drop("DROP TABLE", "nt_base", "missing_1"),
    "Drop-TN": _drop("DROP TABLE", "tt_base", "nt_base"),
    "Drop-TT": _drop("DROP TABLE", "tt_base", "tt_base"),
    "Drop-NN": _drop("DROP TABLE", "nt_base", "nt_base"),
    "Drop-N-TN-Temp": _drop("DROP TABLE", "tt_tmp", "nt_base", "nt_tmp"),
    "Drop-TN-TN-Temp": _drop("DROP TABLE", "tt_tmp", "nt_base", "nt_tmp", "tt_base"),
    "Drop-If-Xe": _drop(_IF_EXISTS, "missing_1"),
    "Drop-If-TXe": _drop(_IF_EXISTS, "tt_base", "missing_1"),
    "Drop-If-NXe": _drop(_IF_EXISTS, "nt_base", "missing_1"),
    "Drop-If-TN-Temp-Xe": _drop(_IF_EXISTS, "missing_1", "tt_tmp", "nt_tmp", "missing_2"),
}
