"""Workloads that several tests use."""

from __future__ import annotations

from typing import Any

SHOP = """
CREATE TABLE customers (id INT NOT NULL PRIMARY KEY, age SMALLINT, balance DECIMAL(10,2) NOT NULL);
CREATE TABLE orders (id INT NOT NULL PRIMARY KEY, customer_id INT NOT NULL, quantity INT, price DOUBLE,
  FOREIGN KEY (customer_id) REFERENCES customers (id));
CREATE TABLE tree (id BIGINT NOT NULL PRIMARY KEY, parent INT UNSIGNED, weight TINYINT UNSIGNED);
"""


def shop(**settings: Any) -> dict[str, Any]:
    """A document over three tables; settings: its keys with underscores."""
    document: dict[str, Any] = {"schema-sql": SHOP, "transactions": 500, "seed": 7}
    return document | {name.replace("_", "-"): value for name, value in settings.items()}
