"""The table of MySQL's errors and warnings."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections import Counter
from pathlib import Path

import binwriter
from binwriter.mysql.messages import table as messages
from binwriter.mysql.messages.table import MESSAGES


def test_no_number_has_the_same_text_twice() -> None:
    texts = Counter((message.code, message.text) for message in MESSAGES.values())
    assert [entry for entry, times in texts.items() if times > 1] == []


def test_no_symbol_stands_in_two_tables() -> None:
    names = [
        module.name for module in pkgutil.iter_modules(binwriter.__path__) if module.name.startswith("messages_of")
    ]
    modules = [importlib.import_module(f"binwriter.{name}") for name in names]
    symbols = Counter(
        symbol
        for module in modules
        for name, table in vars(module).items()
        if name.endswith("_MESSAGES")
        for symbol in table
    )
    symbols.update(re.findall(r'^    "(\w+)": Message\(', Path(messages.__file__).read_text("utf-8"), re.MULTILINE))
    assert modules
    assert [symbol for symbol, times in symbols.items() if times > 1] == []
