-- Tables of the shape that a WordPress site has (written anew: names, types and keys are facts), no foreign key
-- anywhere, zero dates as defaults, and beside them tables of old plugins in other engines.
SET sql_mode = 'NO_ENGINE_SUBSTITUTION';
CREATE DATABASE wordpress DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci;
USE wordpress;
CREATE TABLE wp_users (
  ID BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, user_login VARCHAR(60) NOT NULL DEFAULT '',
  user_pass VARCHAR(255) NOT NULL DEFAULT '', user_nicename VARCHAR(50) NOT NULL DEFAULT '',
  user_email VARCHAR(100) NOT NULL DEFAULT '', user_url VARCHAR(100) NOT NULL DEFAULT '',
  user_registered DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00', user_activation_key VARCHAR(255) NOT NULL DEFAULT '',
  user_status INT NOT NULL DEFAULT 0, display_name VARCHAR(250) NOT NULL DEFAULT '',
  PRIMARY KEY (ID), KEY user_login_key (user_login), KEY user_nicename (user_nicename), KEY user_email (user_email));
CREATE TABLE wp_usermeta (
  umeta_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, user_id BIGINT UNSIGNED NOT NULL DEFAULT 0,
  meta_key VARCHAR(255) DEFAULT NULL, meta_value LONGTEXT,
  PRIMARY KEY (umeta_id), KEY user_id (user_id), KEY meta_key (meta_key(191)));
CREATE TABLE wp_posts (
  ID BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, post_author BIGINT UNSIGNED NOT NULL DEFAULT 0,
  post_date DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00', post_date_gmt DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00',
  post_content LONGTEXT NOT NULL, post_title TEXT NOT NULL, post_excerpt TEXT NOT NULL,
  post_status VARCHAR(20) NOT NULL DEFAULT 'publish', comment_status VARCHAR(20) NOT NULL DEFAULT 'open',
  ping_status VARCHAR(20) NOT NULL DEFAULT 'open', post_password VARCHAR(255) NOT NULL DEFAULT '',
  post_name VARCHAR(200) NOT NULL DEFAULT '', to_ping TEXT NOT NULL, pinged TEXT NOT NULL,
  post_modified DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00',
  post_modified_gmt DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00', post_content_filtered LONGTEXT NOT NULL,
  post_parent BIGINT UNSIGNED NOT NULL DEFAULT 0, guid VARCHAR(255) NOT NULL DEFAULT '', menu_order INT NOT NULL DEFAULT 0,
  post_type VARCHAR(20) NOT NULL DEFAULT 'post', post_mime_type VARCHAR(100) NOT NULL DEFAULT '',
  comment_count BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (ID), KEY post_name (post_name(191)), KEY type_status_date (post_type, post_status, post_date, ID),
  KEY post_parent (post_parent), KEY post_author (post_author));
CREATE TABLE wp_postmeta (
  meta_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, post_id BIGINT UNSIGNED NOT NULL DEFAULT 0,
  meta_key VARCHAR(255) DEFAULT NULL, meta_value LONGTEXT,
  PRIMARY KEY (meta_id), KEY post_id (post_id), KEY meta_key (meta_key(191)));
CREATE TABLE wp_comments (
  comment_ID BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, comment_post_ID BIGINT UNSIGNED NOT NULL DEFAULT 0,
  comment_author TINYTEXT NOT NULL, comment_author_email VARCHAR(100) NOT NULL DEFAULT '',
  comment_author_url VARCHAR(200) NOT NULL DEFAULT '', comment_author_IP VARCHAR(100) NOT NULL DEFAULT '',
  comment_date DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00',
  comment_date_gmt DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00', comment_content TEXT NOT NULL,
  comment_karma INT NOT NULL DEFAULT 0, comment_approved VARCHAR(20) NOT NULL DEFAULT '1',
  comment_agent VARCHAR(255) NOT NULL DEFAULT '', comment_type VARCHAR(20) NOT NULL DEFAULT 'comment',
  comment_parent BIGINT UNSIGNED NOT NULL DEFAULT 0, user_id BIGINT UNSIGNED NOT NULL DEFAULT 0,
  PRIMARY KEY (comment_ID), KEY comment_post_ID (comment_post_ID),
  KEY comment_approved_date_gmt (comment_approved, comment_date_gmt), KEY comment_author_email (comment_author_email(10)));
CREATE TABLE wp_commentmeta (
  meta_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, comment_id BIGINT UNSIGNED NOT NULL DEFAULT 0,
  meta_key VARCHAR(255) DEFAULT NULL, meta_value LONGTEXT,
  PRIMARY KEY (meta_id), KEY comment_id (comment_id), KEY meta_key (meta_key(191)));
CREATE TABLE wp_links (
  link_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, link_url VARCHAR(255) NOT NULL DEFAULT '',
  link_name VARCHAR(255) NOT NULL DEFAULT '', link_image VARCHAR(255) NOT NULL DEFAULT '',
  link_target VARCHAR(25) NOT NULL DEFAULT '', link_description VARCHAR(255) NOT NULL DEFAULT '',
  link_visible VARCHAR(20) NOT NULL DEFAULT 'Y', link_owner BIGINT UNSIGNED NOT NULL DEFAULT 1,
  link_rating INT NOT NULL DEFAULT 0, link_updated DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00',
  link_rel VARCHAR(255) NOT NULL DEFAULT '', link_notes MEDIUMTEXT NOT NULL, link_rss VARCHAR(255) NOT NULL DEFAULT '',
  PRIMARY KEY (link_id), KEY link_visible (link_visible));
CREATE TABLE wp_options (
  option_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, option_name VARCHAR(191) NOT NULL DEFAULT '',
  option_value LONGTEXT NOT NULL, autoload VARCHAR(20) NOT NULL DEFAULT 'yes',
  PRIMARY KEY (option_id), UNIQUE KEY option_name (option_name), KEY autoload (autoload));
CREATE TABLE wp_terms (
  term_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, name VARCHAR(200) NOT NULL DEFAULT '',
  slug VARCHAR(200) NOT NULL DEFAULT '', term_group BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (term_id), KEY slug (slug(191)), KEY name (name(191)));
CREATE TABLE wp_termmeta (
  meta_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, term_id BIGINT UNSIGNED NOT NULL DEFAULT 0,
  meta_key VARCHAR(255) DEFAULT NULL, meta_value LONGTEXT,
  PRIMARY KEY (meta_id), KEY term_id (term_id), KEY meta_key (meta_key(191)));
CREATE TABLE wp_term_taxonomy (
  term_taxonomy_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, term_id BIGINT UNSIGNED NOT NULL DEFAULT 0,
  taxonomy VARCHAR(32) NOT NULL DEFAULT '', description LONGTEXT NOT NULL, parent BIGINT UNSIGNED NOT NULL DEFAULT 0,
  count BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (term_taxonomy_id), UNIQUE KEY term_id_taxonomy (term_id, taxonomy), KEY taxonomy (taxonomy));
CREATE TABLE wp_term_relationships (
  object_id BIGINT UNSIGNED NOT NULL DEFAULT 0, term_taxonomy_id BIGINT UNSIGNED NOT NULL DEFAULT 0,
  term_order INT NOT NULL DEFAULT 0, PRIMARY KEY (object_id, term_taxonomy_id), KEY term_taxonomy_id (term_taxonomy_id));
CREATE TABLE wp_old_statistics (
  visit_id INT UNSIGNED NOT NULL AUTO_INCREMENT, post_id BIGINT UNSIGNED NOT NULL, visited DATETIME NOT NULL,
  visitor_ip VARCHAR(45) CHARACTER SET latin1 NOT NULL DEFAULT '', agent VARCHAR(255) DEFAULT NULL,
  PRIMARY KEY (visit_id), KEY post_id (post_id)) ENGINE=MyISAM;
CREATE TABLE wp_old_log (logged DATETIME NOT NULL, severity TINYINT NOT NULL, message TEXT NOT NULL) ENGINE=MyISAM;
CREATE TABLE wp_old_cache (cache_key CHAR(32) NOT NULL, expires INT UNSIGNED NOT NULL, PRIMARY KEY (cache_key)) ENGINE=MEMORY;
CREATE TABLE wp_old_archive (at DATETIME NOT NULL, what VARCHAR(200) NOT NULL);
