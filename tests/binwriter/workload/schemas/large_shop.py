# ruff: noqa: E501
"""The tables of a large shop in the manner of big e-commerce systems: 208 of them, most by entity and kind of value.

`python large_shop.py` prints the CREATE statements. Nothing of it is anybody's: what is of interest is the shape (values
of attributes in a table a type, websites, flat and index tables, links, references of every kind).
"""

from __future__ import annotations

from collections.abc import Iterator

_ENTITIES = ("product", "category", "customer", "customer_address", "supplier", "page", "campaign", "contract")
_VALUES = {
    "int": "value INT DEFAULT NULL",
    "decimal": "value DECIMAL(20,6) DEFAULT NULL",
    "varchar": "value VARCHAR(255) DEFAULT NULL",
    "text": "value MEDIUMTEXT",
    "datetime": "value DATETIME DEFAULT NULL",
}
_KEY = "entity_id INT UNSIGNED NOT NULL AUTO_INCREMENT COMMENT 'Entity ID', PRIMARY KEY (entity_id)"
_TIMES = (
    "created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,"
    " updated_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP"
)
_BASE = f"""
CREATE TABLE store_website (website_id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT, code VARCHAR(32) DEFAULT NULL,
  name VARCHAR(64) DEFAULT NULL, default_group_id SMALLINT UNSIGNED DEFAULT NULL, is_default SMALLINT UNSIGNED DEFAULT 0,
  PRIMARY KEY (website_id), UNIQUE KEY store_website_code (code));
CREATE TABLE store_group (group_id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT, website_id SMALLINT UNSIGNED NOT NULL,
  name VARCHAR(255) NOT NULL, default_store_id SMALLINT UNSIGNED DEFAULT NULL, code VARCHAR(32) DEFAULT NULL,
  PRIMARY KEY (group_id), UNIQUE KEY store_group_code (code),
  FOREIGN KEY (website_id) REFERENCES store_website (website_id) ON DELETE CASCADE);
CREATE TABLE store (store_id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT, code VARCHAR(32) DEFAULT NULL,
  website_id SMALLINT UNSIGNED NOT NULL, group_id SMALLINT UNSIGNED NOT NULL, name VARCHAR(255) NOT NULL,
  sort_order SMALLINT UNSIGNED NOT NULL DEFAULT 0, is_active SMALLINT UNSIGNED NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id), UNIQUE KEY store_code (code),
  FOREIGN KEY (group_id) REFERENCES store_group (group_id) ON DELETE CASCADE,
  FOREIGN KEY (website_id) REFERENCES store_website (website_id) ON DELETE CASCADE);
ALTER TABLE store_group ADD FOREIGN KEY (default_store_id) REFERENCES store (store_id) ON DELETE SET NULL;
ALTER TABLE store_website ADD FOREIGN KEY (default_group_id) REFERENCES store_group (group_id) ON DELETE SET NULL;
CREATE TABLE eav_entity_type (entity_type_id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
  entity_type_code VARCHAR(50) NOT NULL, entity_model VARCHAR(255) NOT NULL, is_data_sharing SMALLINT NOT NULL DEFAULT 1,
  PRIMARY KEY (entity_type_id), KEY (entity_type_code));
CREATE TABLE eav_attribute (attribute_id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
  entity_type_id SMALLINT UNSIGNED NOT NULL DEFAULT 0, attribute_code VARCHAR(255) NOT NULL,
  backend_type VARCHAR(8) NOT NULL DEFAULT 'static', frontend_label VARCHAR(255) DEFAULT NULL,
  is_required SMALLINT UNSIGNED NOT NULL DEFAULT 0, default_value TEXT, note VARCHAR(255) DEFAULT NULL,
  PRIMARY KEY (attribute_id), UNIQUE KEY (entity_type_id, attribute_code),
  FOREIGN KEY (entity_type_id) REFERENCES eav_entity_type (entity_type_id) ON DELETE CASCADE);
CREATE TABLE eav_attribute_set (attribute_set_id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
  entity_type_id SMALLINT UNSIGNED NOT NULL DEFAULT 0, attribute_set_name VARCHAR(255) DEFAULT NULL,
  sort_order SMALLINT NOT NULL DEFAULT 0, PRIMARY KEY (attribute_set_id), UNIQUE KEY (entity_type_id, attribute_set_name),
  FOREIGN KEY (entity_type_id) REFERENCES eav_entity_type (entity_type_id) ON DELETE CASCADE);
CREATE TABLE core_flag (flag_id INT UNSIGNED NOT NULL AUTO_INCREMENT, flag_code VARCHAR(255) NOT NULL,
  state SMALLINT UNSIGNED NOT NULL DEFAULT 0, flag_data MEDIUMTEXT, PRIMARY KEY (flag_id), KEY (flag_code));
CREATE TABLE customer_group (customer_group_id INT UNSIGNED NOT NULL AUTO_INCREMENT,
  customer_group_code VARCHAR(32) NOT NULL, tax_class_id INT UNSIGNED NOT NULL DEFAULT 0, PRIMARY KEY (customer_group_id));
CREATE TABLE import_history (history_id INT UNSIGNED NOT NULL AUTO_INCREMENT, started_at DATETIME DEFAULT NULL,
  execution_time VARCHAR(255) DEFAULT NULL, summary VARCHAR(255), PRIMARY KEY (history_id)) ENGINE=MyISAM;
CREATE TABLE core_session (session_id VARCHAR(255) CHARACTER SET ascii NOT NULL, expires INT UNSIGNED NOT NULL,
  session_data MEDIUMBLOB NOT NULL, PRIMARY KEY (session_id));
CREATE TABLE queue_lock (id INT UNSIGNED NOT NULL AUTO_INCREMENT, message_code VARCHAR(255) NOT NULL DEFAULT '',
  {_TIMES}, PRIMARY KEY (id), UNIQUE KEY (message_code));
"""


def statements() -> Iterator[str]:
    """The CREATE statements, without their semicolons."""
    yield "CREATE DATABASE large_shop DEFAULT CHARACTER SET utf8mb4"
    yield "USE large_shop"
    yield from (one.strip() for one in _BASE.split(";\n") if one.strip())
    for entity in _ENTITIES:
        yield from _entity(entity)
    for number in range(1, 10):
        yield from _store_indexes(number)
    for document in ("quote", "sales_order", "sales_invoice", "sales_shipment", "sales_creditmemo"):
        yield from _document(document)


def _entity(name: str) -> Iterator[str]:
    main = f"{name}_entity"
    more = "sku VARCHAR(64) DEFAULT NULL, " if name == "product" else ""
    parent = "parent_id INT UNSIGNED DEFAULT NULL, " if name in ("category", "customer_address") else ""
    parents = {
        "category": ", FOREIGN KEY (parent_id) REFERENCES category_entity (entity_id) ON DELETE SET NULL",
        "customer_address": ", FOREIGN KEY (parent_id) REFERENCES customer_entity (entity_id) ON DELETE CASCADE",
    }
    yield (
        f"CREATE TABLE {main} ({more}{parent}attribute_set_id SMALLINT UNSIGNED NOT NULL DEFAULT 0,"
        f" is_active SMALLINT UNSIGNED NOT NULL DEFAULT 1, {_TIMES}, {_KEY}"
        f"{', UNIQUE KEY (sku)' if more else ''}{parents.get(name, '')},"
        " FOREIGN KEY (attribute_set_id) REFERENCES eav_attribute_set (attribute_set_id))"
    )
    for kind, value in _VALUES.items():
        yield (
            f"CREATE TABLE {main}_{kind} (value_id INT NOT NULL AUTO_INCREMENT COMMENT 'Value ID',"
            f" attribute_id SMALLINT UNSIGNED NOT NULL DEFAULT 0, store_id SMALLINT UNSIGNED NOT NULL DEFAULT 0,"
            f" entity_id INT UNSIGNED NOT NULL DEFAULT 0, {value}, PRIMARY KEY (value_id),"
            " UNIQUE KEY entity_attribute_store (entity_id, attribute_id, store_id),"
            f" FOREIGN KEY (attribute_id) REFERENCES eav_attribute (attribute_id) ON DELETE CASCADE,"
            f" FOREIGN KEY (entity_id) REFERENCES {main} (entity_id) ON DELETE CASCADE,"
            " FOREIGN KEY (store_id) REFERENCES store (store_id) ON DELETE CASCADE)"
        )
    yield (
        f"CREATE TABLE {name}_website (entity_id INT UNSIGNED NOT NULL, website_id SMALLINT UNSIGNED NOT NULL,"
        f" PRIMARY KEY (entity_id, website_id), FOREIGN KEY (entity_id) REFERENCES {main} (entity_id) ON DELETE CASCADE,"
        " FOREIGN KEY (website_id) REFERENCES store_website (website_id) ON DELETE CASCADE)"
    )
    yield (
        f"CREATE TABLE {name}_media_gallery (value_id INT UNSIGNED NOT NULL AUTO_INCREMENT, attribute_id SMALLINT UNSIGNED"
        " NOT NULL DEFAULT 0, value VARCHAR(255) DEFAULT NULL, media_type VARCHAR(32) NOT NULL DEFAULT 'image',"
        " disabled SMALLINT UNSIGNED NOT NULL DEFAULT 0, PRIMARY KEY (value_id),"
        " FOREIGN KEY (attribute_id) REFERENCES eav_attribute (attribute_id) ON DELETE CASCADE)"
    )
    yield (
        f"CREATE TABLE {name}_media_to_entity (value_id INT UNSIGNED NOT NULL, entity_id INT UNSIGNED NOT NULL,"
        f" PRIMARY KEY (value_id, entity_id),"
        f" FOREIGN KEY (value_id) REFERENCES {name}_media_gallery (value_id) ON DELETE CASCADE,"
        f" FOREIGN KEY (entity_id) REFERENCES {main} (entity_id) ON DELETE CASCADE)"
    )
    yield (
        f"CREATE TABLE {name}_eav_attribute (attribute_id SMALLINT UNSIGNED NOT NULL, is_global SMALLINT UNSIGNED NOT NULL"
        " DEFAULT 1, is_searchable SMALLINT UNSIGNED NOT NULL DEFAULT 0, search_weight FLOAT NOT NULL DEFAULT 1,"
        " additional_data TEXT, PRIMARY KEY (attribute_id),"
        " FOREIGN KEY (attribute_id) REFERENCES eav_attribute (attribute_id) ON DELETE CASCADE)"
    )
    yield (
        f"CREATE TABLE {name}_link (link_id INT UNSIGNED NOT NULL AUTO_INCREMENT, entity_id INT UNSIGNED NOT NULL,"
        " linked_id INT UNSIGNED NOT NULL, link_type_id TINYINT UNSIGNED NOT NULL, position INT NOT NULL DEFAULT 0,"
        " PRIMARY KEY (link_id), UNIQUE KEY links (link_type_id, entity_id, linked_id),"
        f" FOREIGN KEY (entity_id) REFERENCES {main} (entity_id) ON DELETE CASCADE,"
        f" FOREIGN KEY (linked_id) REFERENCES {main} (entity_id) ON DELETE CASCADE)"
    )
    yield (
        f"CREATE TABLE {name}_cl (version_id INT UNSIGNED NOT NULL AUTO_INCREMENT, entity_id INT UNSIGNED NOT NULL"
        " DEFAULT 0, PRIMARY KEY (version_id))"
    )
    yield (
        f"CREATE TABLE {name}_index_eav (entity_id INT UNSIGNED NOT NULL, attribute_id SMALLINT UNSIGNED NOT NULL, store_id"
        " SMALLINT UNSIGNED NOT NULL, value INT UNSIGNED NOT NULL, source_id INT UNSIGNED NOT NULL DEFAULT 0,"
        " PRIMARY KEY (entity_id, attribute_id, store_id, value, source_id), KEY (attribute_id), KEY (store_id))"
    )
    yield (
        f"CREATE TABLE {name}_index_tmp (entity_id INT UNSIGNED NOT NULL, customer_group_id INT UNSIGNED NOT NULL,"
        " website_id SMALLINT UNSIGNED NOT NULL, min_price DECIMAL(20,6), max_price DECIMAL(20,6),"
        " spread DECIMAL(21,6) GENERATED ALWAYS AS (max_price - min_price) VIRTUAL,"
        " PRIMARY KEY (entity_id, customer_group_id, website_id))"
    )


def _store_indexes(number: int) -> Iterator[str]:
    yield (
        f"CREATE TABLE catalog_flat_store{number} (entity_id INT UNSIGNED NOT NULL, path VARCHAR(255) NOT NULL DEFAULT '',"
        " position INT NOT NULL, level INT NOT NULL DEFAULT 0, children_count INT NOT NULL, store_id SMALLINT UNSIGNED NOT"
        " NULL DEFAULT 0, name VARCHAR(255) DEFAULT NULL, description MEDIUMTEXT, url_key VARCHAR(255) DEFAULT NULL,"
        " url_hash BINARY(16) GENERATED ALWAYS AS (UNHEX(LPAD(HEX(CRC32(url_key)), 32, '0'))) STORED, PRIMARY KEY (entity_id), KEY (url_hash),"
        " FOREIGN KEY (entity_id) REFERENCES category_entity (entity_id) ON DELETE CASCADE)"
    )
    yield (
        f"CREATE TABLE catalog_product_index_store{number} (category_id INT UNSIGNED NOT NULL DEFAULT 0, product_id INT"
        " UNSIGNED NOT NULL DEFAULT 0, position INT DEFAULT NULL, is_parent SMALLINT UNSIGNED NOT NULL DEFAULT 0,"
        " visibility SMALLINT UNSIGNED NOT NULL CHECK (visibility BETWEEN 1 AND 4), PRIMARY KEY (category_id, product_id))"
    )
    yield (
        f"CREATE TABLE catalogsearch_scope{number} (entity_id INT UNSIGNED NOT NULL, attribute_id INT UNSIGNED NOT NULL,"
        " data_index LONGTEXT NOT NULL, PRIMARY KEY (entity_id, attribute_id), FULLTEXT KEY (data_index))"
    )
    yield (
        f"CREATE TABLE sequence_order_{number} (sequence_value INT UNSIGNED NOT NULL AUTO_INCREMENT,"
        " PRIMARY KEY (sequence_value))"
    )
    yield (
        f"CREATE TABLE report_viewed_{number} (period DATE DEFAULT NULL, store_id SMALLINT UNSIGNED DEFAULT NULL, product_id"
        " INT UNSIGNED DEFAULT NULL, views_num INT NOT NULL DEFAULT 0, id INT UNSIGNED NOT NULL AUTO_INCREMENT,"
        " PRIMARY KEY (id), UNIQUE KEY (period, store_id, product_id),"
        " FOREIGN KEY (product_id) REFERENCES product_entity (entity_id) ON DELETE CASCADE,"
        " FOREIGN KEY (store_id) REFERENCES store (store_id) ON DELETE CASCADE)"
    )


def _document(name: str) -> Iterator[str]:
    yield (
        f"CREATE TABLE {name} (entity_id INT UNSIGNED NOT NULL AUTO_INCREMENT, store_id SMALLINT UNSIGNED DEFAULT NULL,"
        " customer_id INT UNSIGNED DEFAULT NULL, increment_id VARCHAR(50) DEFAULT NULL, state VARCHAR(32) DEFAULT NULL,"
        " grand_total DECIMAL(20,4) DEFAULT NULL, base_grand_total DECIMAL(20,4) DEFAULT NULL,"
        f" customer_email VARCHAR(128) DEFAULT NULL, remote_ip VARCHAR(45) DEFAULT NULL, {_TIMES},"
        " PRIMARY KEY (entity_id), UNIQUE KEY (increment_id, store_id),"
        " FOREIGN KEY (customer_id) REFERENCES customer_entity (entity_id) ON DELETE SET NULL,"
        " FOREIGN KEY (store_id) REFERENCES store (store_id) ON DELETE SET NULL)"
    )
    for child in ("item", "address", "payment", "status_history", "comment", "tax", "grid"):
        own = f"item_id INT UNSIGNED NOT NULL AUTO_INCREMENT, parent_id INT UNSIGNED NOT NULL, {child}_note TEXT"
        if child == "item":
            own += ", product_id INT UNSIGNED DEFAULT NULL, qty DECIMAL(12,4) NOT NULL CHECK (qty >= 0), parent_item_id INT UNSIGNED"
            own += f", FOREIGN KEY (parent_item_id) REFERENCES {name}_item (item_id) ON DELETE CASCADE"
        yield (
            f"CREATE TABLE {name}_{child} ({own}, PRIMARY KEY (item_id),"
            f" FOREIGN KEY (parent_id) REFERENCES {name} (entity_id) ON DELETE CASCADE)"
        )


if __name__ == "__main__":
    for statement in statements():
        print(f"{statement};")
