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


_FOUR_TABLES = """
CREATE DATABASE shop;
USE shop;
CREATE TABLE customers (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(64) NOT NULL, email VARCHAR(100),
  balance DECIMAL(12,2) NOT NULL, born DATE, created DATETIME(3) NOT NULL, KEY (email));
CREATE TABLE products (
  sku CHAR(12) CHARACTER SET ascii NOT NULL PRIMARY KEY, title VARCHAR(200), price DECIMAL(10,2) NOT NULL,
  stock INT UNSIGNED NOT NULL, tags SET('a','b','c','d'), attributes JSON, weight FLOAT);
CREATE TABLE orders (
  id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, customer_id BIGINT NOT NULL,
  state ENUM('new','paid','sent') NOT NULL DEFAULT 'new', note TEXT, changed TIMESTAMP(6) NULL,
  FOREIGN KEY (customer_id) REFERENCES customers (id));
CREATE TABLE order_lines (
  id BIGINT UNSIGNED NOT NULL PRIMARY KEY, order_id INT UNSIGNED NOT NULL,
  sku CHAR(12) CHARACTER SET ascii NOT NULL, quantity SMALLINT NOT NULL, amount DOUBLE, data VARBINARY(40),
  flags BIT(5), at TIME(2), FOREIGN KEY (order_id) REFERENCES orders (id),
  FOREIGN KEY (sku) REFERENCES products (sku));
"""

# What is replayed into a server, and made again on Spark.
FOUR_TABLES: dict[str, Any] = {
    "schema-sql": _FOUR_TABLES,
    "transactions": 200_000,
    "files": 5,
    "initial-rows": 5000,
    "mix": {"insert": 50, "update": 35, "delete": 15},
    "rows-per-transaction": "1-3",
    "tables": {"orders": {"weight": 2}, "customers": {"pick": "zipf"}},
}
