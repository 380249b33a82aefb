"""Variables whose values are words that a server knows: character sets, collations, time zones, modes, locales."""

from __future__ import annotations

import pytest

from binwriter.mysql.locales import locale_name, locale_number
from binwriter.mysql.sql_mode import sql_mode_bits, sql_mode_text
from binwriter.mysql.variables.scopes import DEFAULT, GlobalVariables, SessionVariables
from tests.binwriter.mysql.variables.outcomes import outcome, wrong_value


def test_character_sets_and_collations_go_together(session: SessionVariables) -> None:
    session.set("character_set_connection", "latin1")
    assert session.get("collation_connection") == "latin1_swedish_ci"
    session.set("collation_connection", "latin1_bin")
    assert session.get("character_set_connection") == "latin1"
    session.set("collation_connection", 8)
    assert session.get("collation_connection") == "latin1_swedish_ci"
    session.set("collation_connection", DEFAULT)
    assert session.get("character_set_connection") == "utf8mb4"
    session.set("character_set_results", None)
    assert session.get("character_set_results") is None


def names(session: SessionVariables) -> tuple[str, ...]:
    suffixes = ("client", "connection", "results")
    return (*(session.get(f"character_set_{suffix}") for suffix in suffixes), session.get("collation_connection"))


def test_set_names(session: SessionVariables) -> None:
    assert session.set_names("latin1", "latin1_bin") == []
    assert names(session) == ("latin1", "latin1", "latin1", "latin1_bin")
    session.set_names(DEFAULT)
    assert names(session) == ("utf8mb4", "utf8mb4", "utf8mb4", "utf8mb4_0900_ai_ci")
    session.set("default_collation_for_utf8mb4", "utf8mb4_general_ci")
    session.set_names("utf8mb4")
    assert session.get("collation_connection") == "utf8mb4_general_ci"
    session.set("character_set_connection", "utf8mb4")
    assert session.get("collation_connection") == "utf8mb4_0900_ai_ci"
    assert outcome(session.set_names, "utf8mb3") == [
        (1287, "'utf8mb3' is deprecated and will be removed in a future release. Please use utf8mb4 instead")
    ]
    assert outcome(session.set_names, "nope") == (1115, "Unknown character set: 'nope'")
    assert outcome(session.set_names, "ucs2") == wrong_value("character_set_client", "ucs2")
    text = "COLLATION 'latin1_bin' is not valid for CHARACTER SET 'utf8mb4'"
    assert outcome(session.set_names, "utf8mb4", "latin1_bin") == (1253, text)
    session.set_names("big5")
    assert session.get("collation_connection") == "big5_chinese_ci"


def test_set_character_set(session: SessionVariables) -> None:
    session.set_character_set("latin1")
    assert names(session) == ("latin1", "utf8mb4", "latin1", "utf8mb4_0900_ai_ci")


@pytest.mark.parametrize(
    ("given", "kept"),
    [("+2:00", "+02:00"), ("+2:0", "+02:00"), ("-0:00", "+00:00"), ("-13:59", "-13:59"), ("system", "SYSTEM")],
)
def test_time_zones(session: SessionVariables, given: str, kept: str) -> None:
    session.set("time_zone", given)
    assert session.get("time_zone") == kept


@pytest.mark.parametrize("name", ["Europe/Berlin", "UTC", "GMT", "MET"])
def test_named_time_zones_are_refused_as_long_as_their_tables_are_empty(session: SessionVariables, name: str) -> None:
    assert outcome(session.set, "time_zone", name) == (1298, f"Unknown or incorrect time zone: '{name}'")


def test_named_time_zones_of_loaded_tables() -> None:
    session = SessionVariables(GlobalVariables(["loose-binwriter-time-zones=ON"]))
    session.set("time_zone", "europe/berlin")
    assert session.get("time_zone") == "Europe/Berlin"
    assert outcome(session.set, "time_zone", "Nowhere/Land") == (1298, "Unknown or incorrect time zone: 'Nowhere/Land'")


def test_sql_mode() -> None:
    default = str(GlobalVariables().get("sql_mode"))
    assert sql_mode_bits(default) == 0x45A00020
    assert sql_mode_text(0x45A00020) == default
    assert sql_mode_text(sql_mode_bits("ansi")) == (
        "REAL_AS_FLOAT,PIPES_AS_CONCAT,ANSI_QUOTES,IGNORE_SPACE,ONLY_FULL_GROUP_BY,ANSI"
    )
    assert sql_mode_text(sql_mode_bits("TRADITIONAL")) == (
        "STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,TRADITIONAL,"
        "NO_ENGINE_SUBSTITUTION"
    )
    assert sql_mode_text(32) == "ONLY_FULL_GROUP_BY"
    assert sql_mode_text(sql_mode_bits("STRICT_TRANS_TABLES,,ANSI_QUOTES")) == "ANSI_QUOTES,STRICT_TRANS_TABLES"


def test_locales() -> None:
    assert locale_number("DE_de") == 4
    assert locale_name(4) == "de_DE"
    assert locale_name("rm_ch") == "rm_CH"
    assert locale_number("rm_CH") == 110
