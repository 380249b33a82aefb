"""A language for a whole workload: `locale` at the top of a specification, `--locale`."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter import read_log
from binwriter.cli import main
from binwriter.errors import SpecError
from binwriter.workload.specification.reader import read_workload

mimesis = pytest.importorskip("mimesis")

SCHEMA = """CREATE TABLE people (
  id INT AUTO_INCREMENT PRIMARY KEY, first_name VARCHAR(50) NOT NULL, last_name VARCHAR(50), city VARCHAR(60) NOT NULL,
  email VARCHAR(100) NOT NULL, title VARCHAR(10), name VARCHAR(80) UNIQUE, company VARCHAR(80) NOT NULL
);"""


def _columns(locale: str, columns: dict[str, object] | None = None) -> dict[str, object]:
    tables = {"people": {"columns": columns}} if columns else {}
    workload = read_workload({"schema-sql": SCHEMA, "transactions": 5, "locale": locale, "tables": tables})
    return dict(workload.tables[0].columns)


def test_columns_named_after_people_and_places_get_the_language() -> None:
    given = _columns("de_DE", {"company": {"choice": ["x"]}, "City": {"null": 0}})
    assert given["first_name"] == {"field": "person.first_name", "locale": "de"}
    assert given["last_name"] == {"null": 0.05, "field": "person.last_name", "locale": "de"}
    assert given["City"] == {"null": 0, "field": "address.city", "locale": "de"}
    assert given["company"] == {"choice": ["x"]}  # it has a generator
    assert not given.keys() & {"title", "name", "email"}  # too short, unique, no word of a language


def test_a_field_without_a_locale_gets_it() -> None:
    own = {"first_name": {"field": "first_name", "locale": "ja"}, "email": {"field": "address.city"}}
    given = _columns("pt-BR", own)
    assert (given["first_name"], given["email"]) == (
        {"locale": "ja", "field": "first_name"},
        {"locale": "pt-br", "field": "address.city"},
    )


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(SpecError, match=r"locale: 'xx' is not one of .*de"):
        _columns("xx")


@pytest.mark.slow
def test_the_command_takes_it(tmp_path: Path) -> None:
    schema = tmp_path / "people.sql"
    schema.write_text(SCHEMA)
    words = ["--locale", "de_DE", "--transactions", "200", "--workers", "1", "--quiet"]
    assert main(["generate", str(schema), "--out", str(tmp_path / "log"), *words]) == 0
    rows = [change.after for event in read_log(tmp_path / "log") if event.table for change in event.rows()]
    cities = {row["city"] for row in rows if isinstance(row, dict)}
    assert cities <= set(mimesis.Address(mimesis.Locale.DE)._extract(["city"]))
    assert len(cities) > 10
