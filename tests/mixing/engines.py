"""Commands that change InnoDB (T) and MyISAM (N) tables: alone, together, through triggers, functions, procedures.

The names are those of logging-rules part 1: T / N change such a table, eT / Te fail on the first or on a later row, tN
writes N and reads T, NT writes both, -trig / -func / -proc do it through a program, CS is CREATE TABLE .. SELECT, CT
creates a temporary table, IS is INSERT .. SELECT.
"""

from __future__ import annotations

from tests.mixing.script import Command, Script

NUMBERS = range(1, 7)


def _body(table: str, transaction: str, statement: str, *, blank: str) -> str:
    """The statements that give the next free stmt_id of a transaction to two rows of a table."""
    values = f"VALUES ({transaction},{blank}in_stmt_id"
    return f"""
     DECLARE in_stmt_id INTEGER;
     SELECT max(stmt_id) INTO in_stmt_id FROM {table} WHERE trans_id= {transaction};
     SELECT COALESCE(greatest(in_stmt_id + 1, {statement}), 1) INTO in_stmt_id;
     INSERT INTO {table}(trans_id, stmt_id) {values});
     INSERT INTO {table}(trans_id, stmt_id) {values} + 1);"""


def _program(table: str, blank: str = " ") -> tuple[str, str]:
    body = _body(table, "p_trans_id", "p_stmt_id", blank=blank)
    arguments = "p_trans_id INTEGER, p_stmt_id INTEGER"
    inward = "IN p_trans_id INTEGER, IN p_stmt_id INTEGER"
    return (
        f"CREATE PROCEDURE pc_i_{table}_suc ({inward})\n BEGIN{body}\n END",
        f"CREATE FUNCTION fc_i_{table}_suc ({arguments}) RETURNS VARCHAR(64)\n BEGIN{body}\n"
        f'     RETURN "fc_i_{table}_suc";\n END',
    )


def _trigger(name: str, table: str, other: str) -> str:
    body = _body(other, "NEW.trans_id", "NEW.stmt_id", blank=" ")
    return f"CREATE TRIGGER {name} AFTER INSERT ON {table} FOR EACH ROW\n BEGIN{body}\n END"


_BOTH = """CREATE FUNCTION fc_i_nt_3_tt_3_suc (p_trans_id INTEGER, p_stmt_id INTEGER) RETURNS VARCHAR(64)
 BEGIN
   DECLARE in_stmt_id INTEGER;
   SELECT max(stmt_id) INTO in_stmt_id FROM nt_3 WHERE trans_id= p_trans_id;
   SELECT COALESCE(greatest(in_stmt_id + 1, p_stmt_id), 1) INTO in_stmt_id;
   INSERT INTO nt_3(trans_id, stmt_id) VALUES (p_trans_id, in_stmt_id);
   SELECT max(stmt_id) INTO in_stmt_id FROM tt_3 WHERE trans_id= p_trans_id;
   SELECT COALESCE(greatest(in_stmt_id + 1, p_stmt_id), 1) INTO in_stmt_id;
   INSERT INTO tt_3(trans_id, stmt_id) VALUES (p_trans_id, in_stmt_id);
   RETURN "fc_i_nt_3_tt_3_suc";
 END"""


def configure() -> list[str]:
    """Tables, programs and triggers that the commands use."""
    found = []
    for prefix, engine in (("nt", "MyISAM"), ("tt", "Innodb")):
        for number in NUMBERS:
            found.append(
                f"CREATE TABLE {prefix}_{number} (trans_id INT, stmt_id INT, info VARCHAR(64), "
                f"PRIMARY KEY(trans_id, stmt_id)) ENGINE = {engine}"
            )
    for prefix in ("nt", "tt"):
        found += [f"INSERT INTO {prefix}_{number}(trans_id, stmt_id) VALUES(1,1)" for number in NUMBERS]
    found += [*_program("tt_5"), *_program("nt_5", blank="  "), _BOTH]
    found.append(_trigger("tr_i_tt_3_to_nt_3", "tt_3", "nt_3"))
    found.append(_trigger("tr_i_nt_4_to_tt_4", "nt_4", "tt_4"))
    found.append(_trigger("tr_i_tt_5_to_tt_6", "tt_5", "tt_6"))
    found.append(_trigger("tr_i_nt_5_to_nt_6", "nt_5", "nt_6"))
    return found


def _insert(table: str) -> Command:
    return lambda script: [f"INSERT INTO {table}(trans_id, stmt_id) VALUES {script.key(table)}"]


def _fails_at_once(table: str) -> Command:
    return lambda script: [f"INSERT INTO {table}(trans_id, stmt_id) VALUES {script.used_key(table)}"]


def _fails_later(table: str) -> Command:
    def command(script: Script) -> list[str]:
        used = script.used_key(table)
        return [f"INSERT INTO {table}(trans_id, stmt_id) VALUES {script.key(table)}, {used}"]

    return command


def _with_function(table: str, function: str) -> Command:
    def command(script: Script) -> list[str]:
        call = f"fc_i_{function}_suc({script.place})"
        return [f"INSERT INTO {table}(trans_id, stmt_id, info) VALUES ({script.place}, {call})"]

    return command


def _fails_with_function(table: str, function: str) -> Command:
    def command(script: Script) -> list[str]:
        call = f"fc_i_{function}_suc ({script.place})"
        used = script.used_key(table)[:-1]
        return [f"INSERT INTO {table}(trans_id, stmt_id, info) VALUES ({script.place}, ''), {used}, {call})"]

    return command


def _select(call: str) -> Command:
    return lambda script: [f"SELECT {call} ({script.place})"]


def _set(call: str) -> Command:
    return lambda script: [f"SET @var= {call}({script.place})"]


def _call(name: str) -> Command:
    return lambda script: [f"CALL {name} ({script.place})"]


def _counting(table: str, source: str) -> Command:
    return lambda script: [
        f"INSERT INTO {table}(trans_id, stmt_id, info) SELECT {script.place}, COUNT(*) FROM {source}"
    ]


def _fails_counting(table: str, source: str) -> Command:
    def command(script: Script) -> list[str]:
        used = script.used_key(table)[1:-1]
        return [
            f"INSERT INTO {table}(trans_id, stmt_id, info) SELECT {script.place}, COUNT(*) FROM {source} "
            f"UNION SELECT {used}, COUNT(*) FROM {source}"
        ]

    return command


def _joined(first: str, second: str, transactional: str, other: str) -> Command:
    def command(script: Script) -> list[str]:
        text = f'"new text {script.place.replace(", ", " --> ")}"'
        return [
            f"UPDATE {first}, {second} SET {first}.info= {text}, {second}.info= {text} "
            f"where {other}.trans_id = {transactional}.trans_id and {transactional}.trans_id = 1"
        ]

    return command


def _create_select(prefix: str, engine: str, source: str) -> Command:
    return lambda script: [
        f"CREATE TABLE {prefix}_xx_{script.table} (PRIMARY KEY(trans_id, stmt_id)) engine={engine} "
        f"SELECT * FROM {source}"
    ]


def _fails_create_select(prefix: str, engine: str, source: str) -> Command:
    return lambda script: [
        f"CREATE TABLE {prefix}_xx_{script.table} (PRIMARY KEY (stmt_id)) engine={engine} SELECT stmt_id FROM {source}"
    ]


def _insert_select(prefix: str, source: str, columns: str = "trans_id, stmt_id") -> Command:
    return lambda script: [
        f"INSERT INTO {prefix}_xx_{script.table}(trans_id, stmt_id, info) SELECT {columns}, USER() FROM {source}"
    ]


def _truncate(prefix: str) -> Command:
    return lambda script: [f"TRUNCATE TABLE {prefix}_xx_{script.table}"]


def _temporary(prefix: str, engine: str) -> Command:
    return lambda script: [f"CREATE TEMPORARY TABLE {prefix}_xx_{script.table} (a int) engine={engine}"]


def _drop_created(script: Script) -> list[str]:
    number = script.next_table()
    return [f"DROP TABLE IF EXISTS tt_xx_{number}, nt_xx_{number}"]


def _drop_temporary(prefix: str) -> Command:
    return lambda script: [f"DROP TEMPORARY TABLE IF EXISTS {prefix}_xx_{script.next_table()}"]


T_COMMANDS: dict[str, Command] = {
    "T": _insert("tt_1"),
    "T-trig": _insert("tt_5"),
    "T-func": _select("fc_i_tt_5_suc"),
    "T-proc": _call("pc_i_tt_5_suc"),
    "eT": _fails_at_once("tt_1"),
    "Te": _fails_later("tt_1"),
    "Te-trig": _fails_later("tt_5"),
    "Te-func": _fails_with_function("tt_1", "tt_5"),
    "set-T": _set("fc_i_tt_5_suc"),
}
N_COMMANDS: dict[str, Command] = {
    "N": _insert("nt_1"),
    "N-trig": _insert("nt_5"),
    "N-func": _select("fc_i_nt_5_suc"),
    "N-proc": _call("pc_i_nt_5_suc"),
    "eN": _fails_at_once("nt_1"),
    "Ne": _fails_later("nt_1"),
    "Ne-trig": _fails_later("nt_5"),
    "Ne-func": _fails_with_function("nt_1", "nt_5"),
    "set-N": _set("fc_i_nt_5_suc"),
}
MIXED_COMMANDS: dict[str, Command] = {
    "tN": _counting("nt_1", "tt_1"),
    "tNe": _fails_counting("nt_1", "tt_1"),
    "nT": _counting("tt_1", "nt_1"),
    "nTe": _fails_counting("tt_1", "nt_1"),
    "NT": _joined("nt_3", "tt_3", "tt_3", "nt_3"),
    "NT-trig": _insert("nt_4"),
    "NT-func": _with_function("nt_5", "tt_5"),
    "NeT-trig": _fails_later("nt_4"),
    "NeT-func": _fails_with_function("nt_5", "tt_5"),
    "TN": _joined("tt_4", "nt_4", "tt_4", "nt_4"),
    "TN-trig": _insert("tt_3"),
    "TN-func": _with_function("tt_5", "nt_5"),
    "TeN-trig": _fails_later("tt_3"),
    "TeN-func": _fails_with_function("tt_5", "nt_5"),
    "set-NT": _set("fc_i_nt_3_tt_3_suc"),
}
CREATED_COMMANDS: dict[str, Command] = {
    "CS-T->T": _create_select("tt", "Innodb", "tt_1"),
    "CS-N->N": _create_select("nt", "MyIsam", "nt_1"),
    "CS-T->N": _create_select("tt", "Innodb", "nt_1"),
    "CS-N->T": _create_select("nt", "MyIsam", "tt_1"),
    "CSe-T->T": _fails_create_select("tt", "Innodb", "tt_1"),
    "CSe-N->N": _fails_create_select("nt", "MyIsam", "nt_1"),
    "CSe-T->N": _fails_create_select("tt", "Innodb", "nt_1"),
    "CSe-N->T": _fails_create_select("nt", "MyIsam", "tt_1"),
    "IS-T<-N": _insert_select("tt", "nt_1"),
    "ISe-T<-N": _insert_select("tt", "nt_1", "trans_id, trans_id"),
    "IS-N<-T": _insert_select("nt", "tt_1"),
    "ISe-N<-T": _insert_select("nt", "tt_1", "trans_id, trans_id"),
    "IS-T<-T": _insert_select("tt", "tt_1"),
    "ISe-T<-T": _insert_select("tt", "tt_1", "trans_id, trans_id"),
    "IS-N<-N": _insert_select("nt", "nt_1"),
    "ISe-N<-N": _insert_select("nt", "nt_1", "trans_id, trans_id"),
    "trunc-CS-T": _truncate("tt"),
    "trunc-CS-N": _truncate("nt"),
    "drop-CS": _drop_created,
    "CT": _temporary("tt", "Innodb"),
    "CT-N": _temporary("nt", "MyISAM"),
    "drop-CT": _drop_temporary("tt"),
    "drop-CT-N": _drop_temporary("nt"),
}
CHANGES = {**T_COMMANDS, **N_COMMANDS, **MIXED_COMMANDS}
