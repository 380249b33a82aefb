-- Tables as Django 5 makes them: its own applications, and a shop of one's own with relations of every kind.
CREATE DATABASE django_site;
USE django_site;
CREATE TABLE django_migrations (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, app VARCHAR(255) NOT NULL, name VARCHAR(255) NOT NULL,
  applied DATETIME(6) NOT NULL);
CREATE TABLE django_content_type (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, app_label VARCHAR(100) NOT NULL, model VARCHAR(100) NOT NULL,
  CONSTRAINT django_content_type_app_label_model_uniq UNIQUE (app_label, model));
CREATE TABLE django_session (
  session_key VARCHAR(40) NOT NULL PRIMARY KEY, session_data LONGTEXT NOT NULL, expire_date DATETIME(6) NOT NULL,
  KEY django_session_expire_date_idx (expire_date));
CREATE TABLE auth_permission (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(255) NOT NULL, content_type_id INT NOT NULL,
  codename VARCHAR(100) NOT NULL, UNIQUE KEY auth_permission_content_type_id_codename_uniq (content_type_id, codename),
  CONSTRAINT auth_permission_content_type_id_fk FOREIGN KEY (content_type_id) REFERENCES django_content_type (id));
CREATE TABLE auth_group (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(150) NOT NULL, UNIQUE KEY name (name));
CREATE TABLE auth_group_permissions (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, group_id INT NOT NULL, permission_id INT NOT NULL,
  UNIQUE KEY auth_group_permissions_group_id_permission_id_uniq (group_id, permission_id),
  CONSTRAINT auth_group_permissio_permission_id_fk FOREIGN KEY (permission_id) REFERENCES auth_permission (id),
  CONSTRAINT auth_group_permissions_group_id_fk FOREIGN KEY (group_id) REFERENCES auth_group (id));
CREATE TABLE auth_user (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, password VARCHAR(128) NOT NULL, last_login DATETIME(6) DEFAULT NULL,
  is_superuser TINYINT(1) NOT NULL, username VARCHAR(150) NOT NULL, first_name VARCHAR(150) NOT NULL,
  last_name VARCHAR(150) NOT NULL, email VARCHAR(254) NOT NULL, is_staff TINYINT(1) NOT NULL,
  is_active TINYINT(1) NOT NULL, date_joined DATETIME(6) NOT NULL, UNIQUE KEY username (username));
CREATE TABLE auth_user_groups (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, user_id INT NOT NULL, group_id INT NOT NULL,
  UNIQUE KEY auth_user_groups_user_id_group_id_uniq (user_id, group_id),
  CONSTRAINT auth_user_groups_group_id_fk FOREIGN KEY (group_id) REFERENCES auth_group (id),
  CONSTRAINT auth_user_groups_user_id_fk FOREIGN KEY (user_id) REFERENCES auth_user (id));
CREATE TABLE auth_user_user_permissions (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, user_id INT NOT NULL, permission_id INT NOT NULL,
  UNIQUE KEY auth_user_user_permissions_user_id_permission_id_uniq (user_id, permission_id),
  CONSTRAINT auth_user_user_permi_permission_id_fk FOREIGN KEY (permission_id) REFERENCES auth_permission (id),
  CONSTRAINT auth_user_user_permissions_user_id_fk FOREIGN KEY (user_id) REFERENCES auth_user (id));
CREATE TABLE django_admin_log (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, action_time DATETIME(6) NOT NULL, object_id LONGTEXT,
  object_repr VARCHAR(200) NOT NULL, action_flag SMALLINT UNSIGNED NOT NULL, change_message LONGTEXT NOT NULL,
  content_type_id INT DEFAULT NULL, user_id INT NOT NULL,
  CONSTRAINT django_admin_log_chk_1 CHECK (action_flag >= 0),
  CONSTRAINT django_admin_log_content_type_id_fk FOREIGN KEY (content_type_id) REFERENCES django_content_type (id),
  CONSTRAINT django_admin_log_user_id_fk FOREIGN KEY (user_id) REFERENCES auth_user (id));
CREATE TABLE shop_category (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(80) NOT NULL, slug VARCHAR(50) NOT NULL,
  lft INT UNSIGNED NOT NULL, rght INT UNSIGNED NOT NULL, parent_id BIGINT DEFAULT NULL, UNIQUE KEY slug (slug),
  CONSTRAINT shop_category_tree CHECK (lft < rght),
  CONSTRAINT shop_category_parent_id_fk FOREIGN KEY (parent_id) REFERENCES shop_category (id));
CREATE TABLE shop_profile (
  user_id INT NOT NULL PRIMARY KEY, public_id CHAR(32) NOT NULL, birthday DATE DEFAULT NULL, favourite_id BIGINT DEFAULT NULL,
  settings JSON NOT NULL DEFAULT (JSON_OBJECT()), full_name VARCHAR(301) GENERATED ALWAYS AS (CONCAT(user_id, '-', public_id)) STORED,
  theme VARCHAR(20) GENERATED ALWAYS AS (settings ->> '$.kind') VIRTUAL,
  UNIQUE KEY public_id (public_id), KEY theme (theme),
  CONSTRAINT shop_profile_settings CHECK (JSON_VALID(settings)),
  CONSTRAINT shop_profile_user_id_fk FOREIGN KEY (user_id) REFERENCES auth_user (id));
CREATE TABLE shop_product (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, sku VARCHAR(32) NOT NULL, name VARCHAR(200) NOT NULL,
  price DECIMAL(10,2) NOT NULL, discounted DECIMAL(10,2) NOT NULL, stock INT UNSIGNED NOT NULL, rating DOUBLE PRECISION DEFAULT NULL,
  weight DECIMAL(8,3) DEFAULT NULL, status VARCHAR(12) NOT NULL, category_id BIGINT NOT NULL, owner_id INT DEFAULT NULL,
  gross DECIMAL(12,2) GENERATED ALWAYS AS (price * 1.19) STORED, initial CHAR(1) GENERATED ALWAYS AS (UPPER(LEFT(name, 1))) VIRTUAL,
  available_from DATE DEFAULT (CURRENT_DATE), available_to DATE DEFAULT NULL, duration BIGINT NOT NULL DEFAULT (10 * 6),
  CONSTRAINT shop_product_stock_chk CHECK (stock >= 0), CONSTRAINT shop_product_price_chk CHECK (price > 0),
  CONSTRAINT shop_product_discount_chk CHECK (discounted <= price),
  CONSTRAINT shop_product_rating_chk CHECK (rating BETWEEN 0 AND 5 OR rating IS NULL),
  CONSTRAINT shop_product_status_chk CHECK (status IN ('draft', 'live', 'gone')),
  CONSTRAINT shop_product_dates_chk CHECK (available_to IS NULL OR available_to > available_from),
  UNIQUE KEY shop_product_sku_lower ((LOWER(sku))), KEY shop_product_month ((MONTH(available_from))),
  CONSTRAINT shop_product_category_id_fk FOREIGN KEY (category_id) REFERENCES shop_category (id),
  CONSTRAINT shop_product_owner_id_fk FOREIGN KEY (owner_id) REFERENCES shop_profile (user_id));
ALTER TABLE shop_profile ADD CONSTRAINT shop_profile_favourite_id_fk FOREIGN KEY (favourite_id) REFERENCES shop_product (id);
CREATE TABLE shop_product_tags (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, product_id BIGINT NOT NULL, tag_id BIGINT NOT NULL,
  UNIQUE KEY shop_product_tags_uniq (product_id, tag_id),
  CONSTRAINT shop_product_tags_product_id_fk FOREIGN KEY (product_id) REFERENCES shop_product (id));
CREATE TABLE shop_tag (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(30) NOT NULL, UNIQUE KEY name (name));
ALTER TABLE shop_product_tags ADD CONSTRAINT shop_product_tags_tag_id_fk FOREIGN KEY (tag_id) REFERENCES shop_tag (id);
CREATE TABLE shop_order (
  id CHAR(32) NOT NULL PRIMARY KEY, created_at DATETIME(6) NOT NULL, state SMALLINT NOT NULL, customer_id INT NOT NULL,
  CONSTRAINT shop_order_customer_id_fk FOREIGN KEY (customer_id) REFERENCES auth_user (id));
CREATE TABLE shop_orderline (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, position SMALLINT UNSIGNED NOT NULL, quantity INT NOT NULL,
  price DECIMAL(10,2) NOT NULL, total DECIMAL(14,2) GENERATED ALWAYS AS (quantity * price) VIRTUAL,
  order_id CHAR(32) NOT NULL, product_id BIGINT NOT NULL,
  CONSTRAINT shop_orderline_quantity CHECK (quantity > 0), UNIQUE KEY shop_orderline_uniq (order_id, position),
  CONSTRAINT shop_orderline_order_id_fk FOREIGN KEY (order_id) REFERENCES shop_order (id),
  CONSTRAINT shop_orderline_product_id_fk FOREIGN KEY (product_id) REFERENCES shop_product (id));
CREATE TABLE shop_import (line VARCHAR(400) NOT NULL, number INT NOT NULL, read_at DATETIME(6) NOT NULL);
