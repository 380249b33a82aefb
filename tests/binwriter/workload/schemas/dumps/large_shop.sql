SET @MYSQLDUMP_TEMP_LOG_BIN = @@SESSION.SQL_LOG_BIN;
SET @@SESSION.SQL_LOG_BIN= 0;
SET @@GLOBAL.GTID_PURGED=/*!80000 '+'*/ 'd30df170-e66e-11f1-b3e2-830aa626ca82:1-293';

CREATE DATABASE /*!32312 IF NOT EXISTS*/ `large_shop` /*!40100 DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci */ /*!80016 DEFAULT ENCRYPTION='N' */;

USE `large_shop`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_cl` (
  `version_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`version_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_eav_attribute` (
  `attribute_id` smallint unsigned NOT NULL,
  `is_global` smallint unsigned NOT NULL DEFAULT '1',
  `is_searchable` smallint unsigned NOT NULL DEFAULT '0',
  `search_weight` float NOT NULL DEFAULT '1',
  `additional_data` text,
  PRIMARY KEY (`attribute_id`),
  CONSTRAINT `campaign_eav_attribute_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_entity` (
  `attribute_set_id` smallint unsigned NOT NULL DEFAULT '0',
  `is_active` smallint unsigned NOT NULL DEFAULT '1',
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT COMMENT 'Entity ID',
  PRIMARY KEY (`entity_id`),
  KEY `attribute_set_id` (`attribute_set_id`),
  CONSTRAINT `campaign_entity_ibfk_1` FOREIGN KEY (`attribute_set_id`) REFERENCES `eav_attribute_set` (`attribute_set_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_entity_datetime` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` datetime DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `campaign_entity_datetime_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_entity_datetime_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `campaign_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_entity_datetime_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_entity_decimal` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` decimal(20,6) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `campaign_entity_decimal_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_entity_decimal_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `campaign_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_entity_decimal_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_entity_int` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` int DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `campaign_entity_int_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_entity_int_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `campaign_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_entity_int_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_entity_text` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` mediumtext,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `campaign_entity_text_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_entity_text_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `campaign_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_entity_text_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_entity_varchar` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `campaign_entity_varchar_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_entity_varchar_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `campaign_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_entity_varchar_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_index_eav` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` smallint unsigned NOT NULL,
  `store_id` smallint unsigned NOT NULL,
  `value` int unsigned NOT NULL,
  `source_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`entity_id`,`attribute_id`,`store_id`,`value`,`source_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_index_tmp` (
  `entity_id` int unsigned NOT NULL,
  `customer_group_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  `min_price` decimal(20,6) DEFAULT NULL,
  `max_price` decimal(20,6) DEFAULT NULL,
  `spread` decimal(21,6) GENERATED ALWAYS AS ((`max_price` - `min_price`)) VIRTUAL,
  PRIMARY KEY (`entity_id`,`customer_group_id`,`website_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_link` (
  `link_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL,
  `linked_id` int unsigned NOT NULL,
  `link_type_id` tinyint unsigned NOT NULL,
  `position` int NOT NULL DEFAULT '0',
  PRIMARY KEY (`link_id`),
  UNIQUE KEY `links` (`link_type_id`,`entity_id`,`linked_id`),
  KEY `entity_id` (`entity_id`),
  KEY `linked_id` (`linked_id`),
  CONSTRAINT `campaign_link_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `campaign_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_link_ibfk_2` FOREIGN KEY (`linked_id`) REFERENCES `campaign_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_media_gallery` (
  `value_id` int unsigned NOT NULL AUTO_INCREMENT,
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  `media_type` varchar(32) NOT NULL DEFAULT 'image',
  `disabled` smallint unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`value_id`),
  KEY `attribute_id` (`attribute_id`),
  CONSTRAINT `campaign_media_gallery_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_media_to_entity` (
  `value_id` int unsigned NOT NULL,
  `entity_id` int unsigned NOT NULL,
  PRIMARY KEY (`value_id`,`entity_id`),
  KEY `entity_id` (`entity_id`),
  CONSTRAINT `campaign_media_to_entity_ibfk_1` FOREIGN KEY (`value_id`) REFERENCES `campaign_media_gallery` (`value_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_media_to_entity_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `campaign_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `campaign_website` (
  `entity_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  PRIMARY KEY (`entity_id`,`website_id`),
  KEY `website_id` (`website_id`),
  CONSTRAINT `campaign_website_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `campaign_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `campaign_website_ibfk_2` FOREIGN KEY (`website_id`) REFERENCES `store_website` (`website_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_flat_store1` (
  `entity_id` int unsigned NOT NULL,
  `path` varchar(255) NOT NULL DEFAULT '',
  `position` int NOT NULL,
  `level` int NOT NULL DEFAULT '0',
  `children_count` int NOT NULL,
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `name` varchar(255) DEFAULT NULL,
  `description` mediumtext,
  `url_key` varchar(255) DEFAULT NULL,
  `url_hash` binary(16) GENERATED ALWAYS AS (unhex(lpad(hex(crc32(`url_key`)),32,_utf8mb4'0'))) STORED,
  PRIMARY KEY (`entity_id`),
  KEY `url_hash` (`url_hash`),
  CONSTRAINT `catalog_flat_store1_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_flat_store2` (
  `entity_id` int unsigned NOT NULL,
  `path` varchar(255) NOT NULL DEFAULT '',
  `position` int NOT NULL,
  `level` int NOT NULL DEFAULT '0',
  `children_count` int NOT NULL,
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `name` varchar(255) DEFAULT NULL,
  `description` mediumtext,
  `url_key` varchar(255) DEFAULT NULL,
  `url_hash` binary(16) GENERATED ALWAYS AS (unhex(lpad(hex(crc32(`url_key`)),32,_utf8mb4'0'))) STORED,
  PRIMARY KEY (`entity_id`),
  KEY `url_hash` (`url_hash`),
  CONSTRAINT `catalog_flat_store2_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_flat_store3` (
  `entity_id` int unsigned NOT NULL,
  `path` varchar(255) NOT NULL DEFAULT '',
  `position` int NOT NULL,
  `level` int NOT NULL DEFAULT '0',
  `children_count` int NOT NULL,
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `name` varchar(255) DEFAULT NULL,
  `description` mediumtext,
  `url_key` varchar(255) DEFAULT NULL,
  `url_hash` binary(16) GENERATED ALWAYS AS (unhex(lpad(hex(crc32(`url_key`)),32,_utf8mb4'0'))) STORED,
  PRIMARY KEY (`entity_id`),
  KEY `url_hash` (`url_hash`),
  CONSTRAINT `catalog_flat_store3_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_flat_store4` (
  `entity_id` int unsigned NOT NULL,
  `path` varchar(255) NOT NULL DEFAULT '',
  `position` int NOT NULL,
  `level` int NOT NULL DEFAULT '0',
  `children_count` int NOT NULL,
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `name` varchar(255) DEFAULT NULL,
  `description` mediumtext,
  `url_key` varchar(255) DEFAULT NULL,
  `url_hash` binary(16) GENERATED ALWAYS AS (unhex(lpad(hex(crc32(`url_key`)),32,_utf8mb4'0'))) STORED,
  PRIMARY KEY (`entity_id`),
  KEY `url_hash` (`url_hash`),
  CONSTRAINT `catalog_flat_store4_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_flat_store5` (
  `entity_id` int unsigned NOT NULL,
  `path` varchar(255) NOT NULL DEFAULT '',
  `position` int NOT NULL,
  `level` int NOT NULL DEFAULT '0',
  `children_count` int NOT NULL,
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `name` varchar(255) DEFAULT NULL,
  `description` mediumtext,
  `url_key` varchar(255) DEFAULT NULL,
  `url_hash` binary(16) GENERATED ALWAYS AS (unhex(lpad(hex(crc32(`url_key`)),32,_utf8mb4'0'))) STORED,
  PRIMARY KEY (`entity_id`),
  KEY `url_hash` (`url_hash`),
  CONSTRAINT `catalog_flat_store5_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_flat_store6` (
  `entity_id` int unsigned NOT NULL,
  `path` varchar(255) NOT NULL DEFAULT '',
  `position` int NOT NULL,
  `level` int NOT NULL DEFAULT '0',
  `children_count` int NOT NULL,
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `name` varchar(255) DEFAULT NULL,
  `description` mediumtext,
  `url_key` varchar(255) DEFAULT NULL,
  `url_hash` binary(16) GENERATED ALWAYS AS (unhex(lpad(hex(crc32(`url_key`)),32,_utf8mb4'0'))) STORED,
  PRIMARY KEY (`entity_id`),
  KEY `url_hash` (`url_hash`),
  CONSTRAINT `catalog_flat_store6_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_flat_store7` (
  `entity_id` int unsigned NOT NULL,
  `path` varchar(255) NOT NULL DEFAULT '',
  `position` int NOT NULL,
  `level` int NOT NULL DEFAULT '0',
  `children_count` int NOT NULL,
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `name` varchar(255) DEFAULT NULL,
  `description` mediumtext,
  `url_key` varchar(255) DEFAULT NULL,
  `url_hash` binary(16) GENERATED ALWAYS AS (unhex(lpad(hex(crc32(`url_key`)),32,_utf8mb4'0'))) STORED,
  PRIMARY KEY (`entity_id`),
  KEY `url_hash` (`url_hash`),
  CONSTRAINT `catalog_flat_store7_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_flat_store8` (
  `entity_id` int unsigned NOT NULL,
  `path` varchar(255) NOT NULL DEFAULT '',
  `position` int NOT NULL,
  `level` int NOT NULL DEFAULT '0',
  `children_count` int NOT NULL,
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `name` varchar(255) DEFAULT NULL,
  `description` mediumtext,
  `url_key` varchar(255) DEFAULT NULL,
  `url_hash` binary(16) GENERATED ALWAYS AS (unhex(lpad(hex(crc32(`url_key`)),32,_utf8mb4'0'))) STORED,
  PRIMARY KEY (`entity_id`),
  KEY `url_hash` (`url_hash`),
  CONSTRAINT `catalog_flat_store8_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_flat_store9` (
  `entity_id` int unsigned NOT NULL,
  `path` varchar(255) NOT NULL DEFAULT '',
  `position` int NOT NULL,
  `level` int NOT NULL DEFAULT '0',
  `children_count` int NOT NULL,
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `name` varchar(255) DEFAULT NULL,
  `description` mediumtext,
  `url_key` varchar(255) DEFAULT NULL,
  `url_hash` binary(16) GENERATED ALWAYS AS (unhex(lpad(hex(crc32(`url_key`)),32,_utf8mb4'0'))) STORED,
  PRIMARY KEY (`entity_id`),
  KEY `url_hash` (`url_hash`),
  CONSTRAINT `catalog_flat_store9_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_product_index_store1` (
  `category_id` int unsigned NOT NULL DEFAULT '0',
  `product_id` int unsigned NOT NULL DEFAULT '0',
  `position` int DEFAULT NULL,
  `is_parent` smallint unsigned NOT NULL DEFAULT '0',
  `visibility` smallint unsigned NOT NULL,
  PRIMARY KEY (`category_id`,`product_id`),
  CONSTRAINT `catalog_product_index_store1_chk_1` CHECK ((`visibility` between 1 and 4))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_product_index_store2` (
  `category_id` int unsigned NOT NULL DEFAULT '0',
  `product_id` int unsigned NOT NULL DEFAULT '0',
  `position` int DEFAULT NULL,
  `is_parent` smallint unsigned NOT NULL DEFAULT '0',
  `visibility` smallint unsigned NOT NULL,
  PRIMARY KEY (`category_id`,`product_id`),
  CONSTRAINT `catalog_product_index_store2_chk_1` CHECK ((`visibility` between 1 and 4))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_product_index_store3` (
  `category_id` int unsigned NOT NULL DEFAULT '0',
  `product_id` int unsigned NOT NULL DEFAULT '0',
  `position` int DEFAULT NULL,
  `is_parent` smallint unsigned NOT NULL DEFAULT '0',
  `visibility` smallint unsigned NOT NULL,
  PRIMARY KEY (`category_id`,`product_id`),
  CONSTRAINT `catalog_product_index_store3_chk_1` CHECK ((`visibility` between 1 and 4))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_product_index_store4` (
  `category_id` int unsigned NOT NULL DEFAULT '0',
  `product_id` int unsigned NOT NULL DEFAULT '0',
  `position` int DEFAULT NULL,
  `is_parent` smallint unsigned NOT NULL DEFAULT '0',
  `visibility` smallint unsigned NOT NULL,
  PRIMARY KEY (`category_id`,`product_id`),
  CONSTRAINT `catalog_product_index_store4_chk_1` CHECK ((`visibility` between 1 and 4))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_product_index_store5` (
  `category_id` int unsigned NOT NULL DEFAULT '0',
  `product_id` int unsigned NOT NULL DEFAULT '0',
  `position` int DEFAULT NULL,
  `is_parent` smallint unsigned NOT NULL DEFAULT '0',
  `visibility` smallint unsigned NOT NULL,
  PRIMARY KEY (`category_id`,`product_id`),
  CONSTRAINT `catalog_product_index_store5_chk_1` CHECK ((`visibility` between 1 and 4))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_product_index_store6` (
  `category_id` int unsigned NOT NULL DEFAULT '0',
  `product_id` int unsigned NOT NULL DEFAULT '0',
  `position` int DEFAULT NULL,
  `is_parent` smallint unsigned NOT NULL DEFAULT '0',
  `visibility` smallint unsigned NOT NULL,
  PRIMARY KEY (`category_id`,`product_id`),
  CONSTRAINT `catalog_product_index_store6_chk_1` CHECK ((`visibility` between 1 and 4))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_product_index_store7` (
  `category_id` int unsigned NOT NULL DEFAULT '0',
  `product_id` int unsigned NOT NULL DEFAULT '0',
  `position` int DEFAULT NULL,
  `is_parent` smallint unsigned NOT NULL DEFAULT '0',
  `visibility` smallint unsigned NOT NULL,
  PRIMARY KEY (`category_id`,`product_id`),
  CONSTRAINT `catalog_product_index_store7_chk_1` CHECK ((`visibility` between 1 and 4))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_product_index_store8` (
  `category_id` int unsigned NOT NULL DEFAULT '0',
  `product_id` int unsigned NOT NULL DEFAULT '0',
  `position` int DEFAULT NULL,
  `is_parent` smallint unsigned NOT NULL DEFAULT '0',
  `visibility` smallint unsigned NOT NULL,
  PRIMARY KEY (`category_id`,`product_id`),
  CONSTRAINT `catalog_product_index_store8_chk_1` CHECK ((`visibility` between 1 and 4))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalog_product_index_store9` (
  `category_id` int unsigned NOT NULL DEFAULT '0',
  `product_id` int unsigned NOT NULL DEFAULT '0',
  `position` int DEFAULT NULL,
  `is_parent` smallint unsigned NOT NULL DEFAULT '0',
  `visibility` smallint unsigned NOT NULL,
  PRIMARY KEY (`category_id`,`product_id`),
  CONSTRAINT `catalog_product_index_store9_chk_1` CHECK ((`visibility` between 1 and 4))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalogsearch_scope1` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` int unsigned NOT NULL,
  `data_index` longtext NOT NULL,
  PRIMARY KEY (`entity_id`,`attribute_id`),
  FULLTEXT KEY `data_index` (`data_index`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalogsearch_scope2` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` int unsigned NOT NULL,
  `data_index` longtext NOT NULL,
  PRIMARY KEY (`entity_id`,`attribute_id`),
  FULLTEXT KEY `data_index` (`data_index`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalogsearch_scope3` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` int unsigned NOT NULL,
  `data_index` longtext NOT NULL,
  PRIMARY KEY (`entity_id`,`attribute_id`),
  FULLTEXT KEY `data_index` (`data_index`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalogsearch_scope4` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` int unsigned NOT NULL,
  `data_index` longtext NOT NULL,
  PRIMARY KEY (`entity_id`,`attribute_id`),
  FULLTEXT KEY `data_index` (`data_index`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalogsearch_scope5` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` int unsigned NOT NULL,
  `data_index` longtext NOT NULL,
  PRIMARY KEY (`entity_id`,`attribute_id`),
  FULLTEXT KEY `data_index` (`data_index`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalogsearch_scope6` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` int unsigned NOT NULL,
  `data_index` longtext NOT NULL,
  PRIMARY KEY (`entity_id`,`attribute_id`),
  FULLTEXT KEY `data_index` (`data_index`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalogsearch_scope7` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` int unsigned NOT NULL,
  `data_index` longtext NOT NULL,
  PRIMARY KEY (`entity_id`,`attribute_id`),
  FULLTEXT KEY `data_index` (`data_index`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalogsearch_scope8` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` int unsigned NOT NULL,
  `data_index` longtext NOT NULL,
  PRIMARY KEY (`entity_id`,`attribute_id`),
  FULLTEXT KEY `data_index` (`data_index`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `catalogsearch_scope9` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` int unsigned NOT NULL,
  `data_index` longtext NOT NULL,
  PRIMARY KEY (`entity_id`,`attribute_id`),
  FULLTEXT KEY `data_index` (`data_index`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_cl` (
  `version_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`version_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_eav_attribute` (
  `attribute_id` smallint unsigned NOT NULL,
  `is_global` smallint unsigned NOT NULL DEFAULT '1',
  `is_searchable` smallint unsigned NOT NULL DEFAULT '0',
  `search_weight` float NOT NULL DEFAULT '1',
  `additional_data` text,
  PRIMARY KEY (`attribute_id`),
  CONSTRAINT `category_eav_attribute_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_entity` (
  `parent_id` int unsigned DEFAULT NULL,
  `attribute_set_id` smallint unsigned NOT NULL DEFAULT '0',
  `is_active` smallint unsigned NOT NULL DEFAULT '1',
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT COMMENT 'Entity ID',
  PRIMARY KEY (`entity_id`),
  KEY `parent_id` (`parent_id`),
  KEY `attribute_set_id` (`attribute_set_id`),
  CONSTRAINT `category_entity_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE SET NULL,
  CONSTRAINT `category_entity_ibfk_2` FOREIGN KEY (`attribute_set_id`) REFERENCES `eav_attribute_set` (`attribute_set_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_entity_datetime` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` datetime DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `category_entity_datetime_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `category_entity_datetime_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `category_entity_datetime_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_entity_decimal` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` decimal(20,6) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `category_entity_decimal_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `category_entity_decimal_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `category_entity_decimal_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_entity_int` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` int DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `category_entity_int_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `category_entity_int_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `category_entity_int_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_entity_text` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` mediumtext,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `category_entity_text_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `category_entity_text_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `category_entity_text_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_entity_varchar` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `category_entity_varchar_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `category_entity_varchar_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `category_entity_varchar_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_index_eav` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` smallint unsigned NOT NULL,
  `store_id` smallint unsigned NOT NULL,
  `value` int unsigned NOT NULL,
  `source_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`entity_id`,`attribute_id`,`store_id`,`value`,`source_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_index_tmp` (
  `entity_id` int unsigned NOT NULL,
  `customer_group_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  `min_price` decimal(20,6) DEFAULT NULL,
  `max_price` decimal(20,6) DEFAULT NULL,
  `spread` decimal(21,6) GENERATED ALWAYS AS ((`max_price` - `min_price`)) VIRTUAL,
  PRIMARY KEY (`entity_id`,`customer_group_id`,`website_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_link` (
  `link_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL,
  `linked_id` int unsigned NOT NULL,
  `link_type_id` tinyint unsigned NOT NULL,
  `position` int NOT NULL DEFAULT '0',
  PRIMARY KEY (`link_id`),
  UNIQUE KEY `links` (`link_type_id`,`entity_id`,`linked_id`),
  KEY `entity_id` (`entity_id`),
  KEY `linked_id` (`linked_id`),
  CONSTRAINT `category_link_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `category_link_ibfk_2` FOREIGN KEY (`linked_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_media_gallery` (
  `value_id` int unsigned NOT NULL AUTO_INCREMENT,
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  `media_type` varchar(32) NOT NULL DEFAULT 'image',
  `disabled` smallint unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`value_id`),
  KEY `attribute_id` (`attribute_id`),
  CONSTRAINT `category_media_gallery_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_media_to_entity` (
  `value_id` int unsigned NOT NULL,
  `entity_id` int unsigned NOT NULL,
  PRIMARY KEY (`value_id`,`entity_id`),
  KEY `entity_id` (`entity_id`),
  CONSTRAINT `category_media_to_entity_ibfk_1` FOREIGN KEY (`value_id`) REFERENCES `category_media_gallery` (`value_id`) ON DELETE CASCADE,
  CONSTRAINT `category_media_to_entity_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `category_website` (
  `entity_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  PRIMARY KEY (`entity_id`,`website_id`),
  KEY `website_id` (`website_id`),
  CONSTRAINT `category_website_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `category_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `category_website_ibfk_2` FOREIGN KEY (`website_id`) REFERENCES `store_website` (`website_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_cl` (
  `version_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`version_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_eav_attribute` (
  `attribute_id` smallint unsigned NOT NULL,
  `is_global` smallint unsigned NOT NULL DEFAULT '1',
  `is_searchable` smallint unsigned NOT NULL DEFAULT '0',
  `search_weight` float NOT NULL DEFAULT '1',
  `additional_data` text,
  PRIMARY KEY (`attribute_id`),
  CONSTRAINT `contract_eav_attribute_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_entity` (
  `attribute_set_id` smallint unsigned NOT NULL DEFAULT '0',
  `is_active` smallint unsigned NOT NULL DEFAULT '1',
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT COMMENT 'Entity ID',
  PRIMARY KEY (`entity_id`),
  KEY `attribute_set_id` (`attribute_set_id`),
  CONSTRAINT `contract_entity_ibfk_1` FOREIGN KEY (`attribute_set_id`) REFERENCES `eav_attribute_set` (`attribute_set_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_entity_datetime` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` datetime DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `contract_entity_datetime_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_entity_datetime_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `contract_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_entity_datetime_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_entity_decimal` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` decimal(20,6) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `contract_entity_decimal_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_entity_decimal_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `contract_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_entity_decimal_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_entity_int` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` int DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `contract_entity_int_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_entity_int_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `contract_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_entity_int_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_entity_text` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` mediumtext,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `contract_entity_text_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_entity_text_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `contract_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_entity_text_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_entity_varchar` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `contract_entity_varchar_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_entity_varchar_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `contract_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_entity_varchar_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_index_eav` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` smallint unsigned NOT NULL,
  `store_id` smallint unsigned NOT NULL,
  `value` int unsigned NOT NULL,
  `source_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`entity_id`,`attribute_id`,`store_id`,`value`,`source_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_index_tmp` (
  `entity_id` int unsigned NOT NULL,
  `customer_group_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  `min_price` decimal(20,6) DEFAULT NULL,
  `max_price` decimal(20,6) DEFAULT NULL,
  `spread` decimal(21,6) GENERATED ALWAYS AS ((`max_price` - `min_price`)) VIRTUAL,
  PRIMARY KEY (`entity_id`,`customer_group_id`,`website_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_link` (
  `link_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL,
  `linked_id` int unsigned NOT NULL,
  `link_type_id` tinyint unsigned NOT NULL,
  `position` int NOT NULL DEFAULT '0',
  PRIMARY KEY (`link_id`),
  UNIQUE KEY `links` (`link_type_id`,`entity_id`,`linked_id`),
  KEY `entity_id` (`entity_id`),
  KEY `linked_id` (`linked_id`),
  CONSTRAINT `contract_link_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `contract_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_link_ibfk_2` FOREIGN KEY (`linked_id`) REFERENCES `contract_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_media_gallery` (
  `value_id` int unsigned NOT NULL AUTO_INCREMENT,
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  `media_type` varchar(32) NOT NULL DEFAULT 'image',
  `disabled` smallint unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`value_id`),
  KEY `attribute_id` (`attribute_id`),
  CONSTRAINT `contract_media_gallery_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_media_to_entity` (
  `value_id` int unsigned NOT NULL,
  `entity_id` int unsigned NOT NULL,
  PRIMARY KEY (`value_id`,`entity_id`),
  KEY `entity_id` (`entity_id`),
  CONSTRAINT `contract_media_to_entity_ibfk_1` FOREIGN KEY (`value_id`) REFERENCES `contract_media_gallery` (`value_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_media_to_entity_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `contract_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `contract_website` (
  `entity_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  PRIMARY KEY (`entity_id`,`website_id`),
  KEY `website_id` (`website_id`),
  CONSTRAINT `contract_website_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `contract_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `contract_website_ibfk_2` FOREIGN KEY (`website_id`) REFERENCES `store_website` (`website_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `core_flag` (
  `flag_id` int unsigned NOT NULL AUTO_INCREMENT,
  `flag_code` varchar(255) NOT NULL,
  `state` smallint unsigned NOT NULL DEFAULT '0',
  `flag_data` mediumtext,
  PRIMARY KEY (`flag_id`),
  KEY `flag_code` (`flag_code`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `core_session` (
  `session_id` varchar(255) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL,
  `expires` int unsigned NOT NULL,
  `session_data` mediumblob NOT NULL,
  PRIMARY KEY (`session_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_cl` (
  `version_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`version_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_eav_attribute` (
  `attribute_id` smallint unsigned NOT NULL,
  `is_global` smallint unsigned NOT NULL DEFAULT '1',
  `is_searchable` smallint unsigned NOT NULL DEFAULT '0',
  `search_weight` float NOT NULL DEFAULT '1',
  `additional_data` text,
  PRIMARY KEY (`attribute_id`),
  CONSTRAINT `customer_address_eav_attribute_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_entity` (
  `parent_id` int unsigned DEFAULT NULL,
  `attribute_set_id` smallint unsigned NOT NULL DEFAULT '0',
  `is_active` smallint unsigned NOT NULL DEFAULT '1',
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT COMMENT 'Entity ID',
  PRIMARY KEY (`entity_id`),
  KEY `parent_id` (`parent_id`),
  KEY `attribute_set_id` (`attribute_set_id`),
  CONSTRAINT `customer_address_entity_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_entity_ibfk_2` FOREIGN KEY (`attribute_set_id`) REFERENCES `eav_attribute_set` (`attribute_set_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_entity_datetime` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` datetime DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `customer_address_entity_datetime_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_entity_datetime_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `customer_address_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_entity_datetime_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_entity_decimal` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` decimal(20,6) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `customer_address_entity_decimal_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_entity_decimal_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `customer_address_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_entity_decimal_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_entity_int` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` int DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `customer_address_entity_int_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_entity_int_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `customer_address_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_entity_int_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_entity_text` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` mediumtext,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `customer_address_entity_text_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_entity_text_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `customer_address_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_entity_text_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_entity_varchar` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `customer_address_entity_varchar_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_entity_varchar_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `customer_address_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_entity_varchar_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_index_eav` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` smallint unsigned NOT NULL,
  `store_id` smallint unsigned NOT NULL,
  `value` int unsigned NOT NULL,
  `source_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`entity_id`,`attribute_id`,`store_id`,`value`,`source_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_index_tmp` (
  `entity_id` int unsigned NOT NULL,
  `customer_group_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  `min_price` decimal(20,6) DEFAULT NULL,
  `max_price` decimal(20,6) DEFAULT NULL,
  `spread` decimal(21,6) GENERATED ALWAYS AS ((`max_price` - `min_price`)) VIRTUAL,
  PRIMARY KEY (`entity_id`,`customer_group_id`,`website_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_link` (
  `link_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL,
  `linked_id` int unsigned NOT NULL,
  `link_type_id` tinyint unsigned NOT NULL,
  `position` int NOT NULL DEFAULT '0',
  PRIMARY KEY (`link_id`),
  UNIQUE KEY `links` (`link_type_id`,`entity_id`,`linked_id`),
  KEY `entity_id` (`entity_id`),
  KEY `linked_id` (`linked_id`),
  CONSTRAINT `customer_address_link_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `customer_address_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_link_ibfk_2` FOREIGN KEY (`linked_id`) REFERENCES `customer_address_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_media_gallery` (
  `value_id` int unsigned NOT NULL AUTO_INCREMENT,
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  `media_type` varchar(32) NOT NULL DEFAULT 'image',
  `disabled` smallint unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`value_id`),
  KEY `attribute_id` (`attribute_id`),
  CONSTRAINT `customer_address_media_gallery_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_media_to_entity` (
  `value_id` int unsigned NOT NULL,
  `entity_id` int unsigned NOT NULL,
  PRIMARY KEY (`value_id`,`entity_id`),
  KEY `entity_id` (`entity_id`),
  CONSTRAINT `customer_address_media_to_entity_ibfk_1` FOREIGN KEY (`value_id`) REFERENCES `customer_address_media_gallery` (`value_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_media_to_entity_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `customer_address_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_address_website` (
  `entity_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  PRIMARY KEY (`entity_id`,`website_id`),
  KEY `website_id` (`website_id`),
  CONSTRAINT `customer_address_website_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `customer_address_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_address_website_ibfk_2` FOREIGN KEY (`website_id`) REFERENCES `store_website` (`website_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_cl` (
  `version_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`version_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_eav_attribute` (
  `attribute_id` smallint unsigned NOT NULL,
  `is_global` smallint unsigned NOT NULL DEFAULT '1',
  `is_searchable` smallint unsigned NOT NULL DEFAULT '0',
  `search_weight` float NOT NULL DEFAULT '1',
  `additional_data` text,
  PRIMARY KEY (`attribute_id`),
  CONSTRAINT `customer_eav_attribute_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_entity` (
  `attribute_set_id` smallint unsigned NOT NULL DEFAULT '0',
  `is_active` smallint unsigned NOT NULL DEFAULT '1',
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT COMMENT 'Entity ID',
  PRIMARY KEY (`entity_id`),
  KEY `attribute_set_id` (`attribute_set_id`),
  CONSTRAINT `customer_entity_ibfk_1` FOREIGN KEY (`attribute_set_id`) REFERENCES `eav_attribute_set` (`attribute_set_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_entity_datetime` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` datetime DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `customer_entity_datetime_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_entity_datetime_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_entity_datetime_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_entity_decimal` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` decimal(20,6) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `customer_entity_decimal_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_entity_decimal_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_entity_decimal_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_entity_int` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` int DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `customer_entity_int_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_entity_int_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_entity_int_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_entity_text` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` mediumtext,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `customer_entity_text_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_entity_text_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_entity_text_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_entity_varchar` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `customer_entity_varchar_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_entity_varchar_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_entity_varchar_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_group` (
  `customer_group_id` int unsigned NOT NULL AUTO_INCREMENT,
  `customer_group_code` varchar(32) NOT NULL,
  `tax_class_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`customer_group_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_index_eav` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` smallint unsigned NOT NULL,
  `store_id` smallint unsigned NOT NULL,
  `value` int unsigned NOT NULL,
  `source_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`entity_id`,`attribute_id`,`store_id`,`value`,`source_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_index_tmp` (
  `entity_id` int unsigned NOT NULL,
  `customer_group_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  `min_price` decimal(20,6) DEFAULT NULL,
  `max_price` decimal(20,6) DEFAULT NULL,
  `spread` decimal(21,6) GENERATED ALWAYS AS ((`max_price` - `min_price`)) VIRTUAL,
  PRIMARY KEY (`entity_id`,`customer_group_id`,`website_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_link` (
  `link_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL,
  `linked_id` int unsigned NOT NULL,
  `link_type_id` tinyint unsigned NOT NULL,
  `position` int NOT NULL DEFAULT '0',
  PRIMARY KEY (`link_id`),
  UNIQUE KEY `links` (`link_type_id`,`entity_id`,`linked_id`),
  KEY `entity_id` (`entity_id`),
  KEY `linked_id` (`linked_id`),
  CONSTRAINT `customer_link_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_link_ibfk_2` FOREIGN KEY (`linked_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_media_gallery` (
  `value_id` int unsigned NOT NULL AUTO_INCREMENT,
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  `media_type` varchar(32) NOT NULL DEFAULT 'image',
  `disabled` smallint unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`value_id`),
  KEY `attribute_id` (`attribute_id`),
  CONSTRAINT `customer_media_gallery_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_media_to_entity` (
  `value_id` int unsigned NOT NULL,
  `entity_id` int unsigned NOT NULL,
  PRIMARY KEY (`value_id`,`entity_id`),
  KEY `entity_id` (`entity_id`),
  CONSTRAINT `customer_media_to_entity_ibfk_1` FOREIGN KEY (`value_id`) REFERENCES `customer_media_gallery` (`value_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_media_to_entity_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customer_website` (
  `entity_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  PRIMARY KEY (`entity_id`,`website_id`),
  KEY `website_id` (`website_id`),
  CONSTRAINT `customer_website_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `customer_website_ibfk_2` FOREIGN KEY (`website_id`) REFERENCES `store_website` (`website_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `eav_attribute` (
  `attribute_id` smallint unsigned NOT NULL AUTO_INCREMENT,
  `entity_type_id` smallint unsigned NOT NULL DEFAULT '0',
  `attribute_code` varchar(255) NOT NULL,
  `backend_type` varchar(8) NOT NULL DEFAULT 'static',
  `frontend_label` varchar(255) DEFAULT NULL,
  `is_required` smallint unsigned NOT NULL DEFAULT '0',
  `default_value` text,
  `note` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`attribute_id`),
  UNIQUE KEY `entity_type_id` (`entity_type_id`,`attribute_code`),
  CONSTRAINT `eav_attribute_ibfk_1` FOREIGN KEY (`entity_type_id`) REFERENCES `eav_entity_type` (`entity_type_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `eav_attribute_set` (
  `attribute_set_id` smallint unsigned NOT NULL AUTO_INCREMENT,
  `entity_type_id` smallint unsigned NOT NULL DEFAULT '0',
  `attribute_set_name` varchar(255) DEFAULT NULL,
  `sort_order` smallint NOT NULL DEFAULT '0',
  PRIMARY KEY (`attribute_set_id`),
  UNIQUE KEY `entity_type_id` (`entity_type_id`,`attribute_set_name`),
  CONSTRAINT `eav_attribute_set_ibfk_1` FOREIGN KEY (`entity_type_id`) REFERENCES `eav_entity_type` (`entity_type_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `eav_entity_type` (
  `entity_type_id` smallint unsigned NOT NULL AUTO_INCREMENT,
  `entity_type_code` varchar(50) NOT NULL,
  `entity_model` varchar(255) NOT NULL,
  `is_data_sharing` smallint NOT NULL DEFAULT '1',
  PRIMARY KEY (`entity_type_id`),
  KEY `entity_type_code` (`entity_type_code`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `import_history` (
  `history_id` int unsigned NOT NULL AUTO_INCREMENT,
  `started_at` datetime DEFAULT NULL,
  `execution_time` varchar(255) DEFAULT NULL,
  `summary` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`history_id`)
) ENGINE=MyISAM DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_cl` (
  `version_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`version_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_eav_attribute` (
  `attribute_id` smallint unsigned NOT NULL,
  `is_global` smallint unsigned NOT NULL DEFAULT '1',
  `is_searchable` smallint unsigned NOT NULL DEFAULT '0',
  `search_weight` float NOT NULL DEFAULT '1',
  `additional_data` text,
  PRIMARY KEY (`attribute_id`),
  CONSTRAINT `page_eav_attribute_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_entity` (
  `attribute_set_id` smallint unsigned NOT NULL DEFAULT '0',
  `is_active` smallint unsigned NOT NULL DEFAULT '1',
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT COMMENT 'Entity ID',
  PRIMARY KEY (`entity_id`),
  KEY `attribute_set_id` (`attribute_set_id`),
  CONSTRAINT `page_entity_ibfk_1` FOREIGN KEY (`attribute_set_id`) REFERENCES `eav_attribute_set` (`attribute_set_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_entity_datetime` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` datetime DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `page_entity_datetime_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `page_entity_datetime_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `page_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `page_entity_datetime_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_entity_decimal` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` decimal(20,6) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `page_entity_decimal_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `page_entity_decimal_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `page_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `page_entity_decimal_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_entity_int` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` int DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `page_entity_int_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `page_entity_int_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `page_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `page_entity_int_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_entity_text` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` mediumtext,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `page_entity_text_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `page_entity_text_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `page_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `page_entity_text_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_entity_varchar` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `page_entity_varchar_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `page_entity_varchar_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `page_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `page_entity_varchar_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_index_eav` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` smallint unsigned NOT NULL,
  `store_id` smallint unsigned NOT NULL,
  `value` int unsigned NOT NULL,
  `source_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`entity_id`,`attribute_id`,`store_id`,`value`,`source_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_index_tmp` (
  `entity_id` int unsigned NOT NULL,
  `customer_group_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  `min_price` decimal(20,6) DEFAULT NULL,
  `max_price` decimal(20,6) DEFAULT NULL,
  `spread` decimal(21,6) GENERATED ALWAYS AS ((`max_price` - `min_price`)) VIRTUAL,
  PRIMARY KEY (`entity_id`,`customer_group_id`,`website_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_link` (
  `link_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL,
  `linked_id` int unsigned NOT NULL,
  `link_type_id` tinyint unsigned NOT NULL,
  `position` int NOT NULL DEFAULT '0',
  PRIMARY KEY (`link_id`),
  UNIQUE KEY `links` (`link_type_id`,`entity_id`,`linked_id`),
  KEY `entity_id` (`entity_id`),
  KEY `linked_id` (`linked_id`),
  CONSTRAINT `page_link_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `page_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `page_link_ibfk_2` FOREIGN KEY (`linked_id`) REFERENCES `page_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_media_gallery` (
  `value_id` int unsigned NOT NULL AUTO_INCREMENT,
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  `media_type` varchar(32) NOT NULL DEFAULT 'image',
  `disabled` smallint unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`value_id`),
  KEY `attribute_id` (`attribute_id`),
  CONSTRAINT `page_media_gallery_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_media_to_entity` (
  `value_id` int unsigned NOT NULL,
  `entity_id` int unsigned NOT NULL,
  PRIMARY KEY (`value_id`,`entity_id`),
  KEY `entity_id` (`entity_id`),
  CONSTRAINT `page_media_to_entity_ibfk_1` FOREIGN KEY (`value_id`) REFERENCES `page_media_gallery` (`value_id`) ON DELETE CASCADE,
  CONSTRAINT `page_media_to_entity_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `page_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `page_website` (
  `entity_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  PRIMARY KEY (`entity_id`,`website_id`),
  KEY `website_id` (`website_id`),
  CONSTRAINT `page_website_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `page_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `page_website_ibfk_2` FOREIGN KEY (`website_id`) REFERENCES `store_website` (`website_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_cl` (
  `version_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`version_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_eav_attribute` (
  `attribute_id` smallint unsigned NOT NULL,
  `is_global` smallint unsigned NOT NULL DEFAULT '1',
  `is_searchable` smallint unsigned NOT NULL DEFAULT '0',
  `search_weight` float NOT NULL DEFAULT '1',
  `additional_data` text,
  PRIMARY KEY (`attribute_id`),
  CONSTRAINT `product_eav_attribute_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_entity` (
  `sku` varchar(64) DEFAULT NULL,
  `attribute_set_id` smallint unsigned NOT NULL DEFAULT '0',
  `is_active` smallint unsigned NOT NULL DEFAULT '1',
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT COMMENT 'Entity ID',
  PRIMARY KEY (`entity_id`),
  UNIQUE KEY `sku` (`sku`),
  KEY `attribute_set_id` (`attribute_set_id`),
  CONSTRAINT `product_entity_ibfk_1` FOREIGN KEY (`attribute_set_id`) REFERENCES `eav_attribute_set` (`attribute_set_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_entity_datetime` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` datetime DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `product_entity_datetime_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `product_entity_datetime_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `product_entity_datetime_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_entity_decimal` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` decimal(20,6) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `product_entity_decimal_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `product_entity_decimal_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `product_entity_decimal_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_entity_int` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` int DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `product_entity_int_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `product_entity_int_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `product_entity_int_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_entity_text` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` mediumtext,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `product_entity_text_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `product_entity_text_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `product_entity_text_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_entity_varchar` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `product_entity_varchar_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `product_entity_varchar_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `product_entity_varchar_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_index_eav` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` smallint unsigned NOT NULL,
  `store_id` smallint unsigned NOT NULL,
  `value` int unsigned NOT NULL,
  `source_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`entity_id`,`attribute_id`,`store_id`,`value`,`source_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_index_tmp` (
  `entity_id` int unsigned NOT NULL,
  `customer_group_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  `min_price` decimal(20,6) DEFAULT NULL,
  `max_price` decimal(20,6) DEFAULT NULL,
  `spread` decimal(21,6) GENERATED ALWAYS AS ((`max_price` - `min_price`)) VIRTUAL,
  PRIMARY KEY (`entity_id`,`customer_group_id`,`website_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_link` (
  `link_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL,
  `linked_id` int unsigned NOT NULL,
  `link_type_id` tinyint unsigned NOT NULL,
  `position` int NOT NULL DEFAULT '0',
  PRIMARY KEY (`link_id`),
  UNIQUE KEY `links` (`link_type_id`,`entity_id`,`linked_id`),
  KEY `entity_id` (`entity_id`),
  KEY `linked_id` (`linked_id`),
  CONSTRAINT `product_link_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `product_link_ibfk_2` FOREIGN KEY (`linked_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_media_gallery` (
  `value_id` int unsigned NOT NULL AUTO_INCREMENT,
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  `media_type` varchar(32) NOT NULL DEFAULT 'image',
  `disabled` smallint unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`value_id`),
  KEY `attribute_id` (`attribute_id`),
  CONSTRAINT `product_media_gallery_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_media_to_entity` (
  `value_id` int unsigned NOT NULL,
  `entity_id` int unsigned NOT NULL,
  PRIMARY KEY (`value_id`,`entity_id`),
  KEY `entity_id` (`entity_id`),
  CONSTRAINT `product_media_to_entity_ibfk_1` FOREIGN KEY (`value_id`) REFERENCES `product_media_gallery` (`value_id`) ON DELETE CASCADE,
  CONSTRAINT `product_media_to_entity_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `product_website` (
  `entity_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  PRIMARY KEY (`entity_id`,`website_id`),
  KEY `website_id` (`website_id`),
  CONSTRAINT `product_website_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `product_website_ibfk_2` FOREIGN KEY (`website_id`) REFERENCES `store_website` (`website_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `queue_lock` (
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  `message_code` varchar(255) NOT NULL DEFAULT '',
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (`id`),
  UNIQUE KEY `message_code` (`message_code`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `quote` (
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT,
  `store_id` smallint unsigned DEFAULT NULL,
  `customer_id` int unsigned DEFAULT NULL,
  `increment_id` varchar(50) DEFAULT NULL,
  `state` varchar(32) DEFAULT NULL,
  `grand_total` decimal(20,4) DEFAULT NULL,
  `base_grand_total` decimal(20,4) DEFAULT NULL,
  `customer_email` varchar(128) DEFAULT NULL,
  `remote_ip` varchar(45) DEFAULT NULL,
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (`entity_id`),
  UNIQUE KEY `increment_id` (`increment_id`,`store_id`),
  KEY `customer_id` (`customer_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `quote_ibfk_1` FOREIGN KEY (`customer_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE SET NULL,
  CONSTRAINT `quote_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `quote_address` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `address_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `quote_address_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `quote` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `quote_comment` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `comment_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `quote_comment_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `quote` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `quote_grid` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `grid_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `quote_grid_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `quote` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `quote_item` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `item_note` text,
  `product_id` int unsigned DEFAULT NULL,
  `qty` decimal(12,4) NOT NULL,
  `parent_item_id` int unsigned DEFAULT NULL,
  PRIMARY KEY (`item_id`),
  KEY `parent_item_id` (`parent_item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `quote_item_ibfk_1` FOREIGN KEY (`parent_item_id`) REFERENCES `quote_item` (`item_id`) ON DELETE CASCADE,
  CONSTRAINT `quote_item_ibfk_2` FOREIGN KEY (`parent_id`) REFERENCES `quote` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `quote_item_chk_1` CHECK ((`qty` >= 0))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `quote_payment` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `payment_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `quote_payment_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `quote` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `quote_status_history` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `status_history_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `quote_status_history_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `quote` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `quote_tax` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `tax_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `quote_tax_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `quote` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `report_viewed_1` (
  `period` date DEFAULT NULL,
  `store_id` smallint unsigned DEFAULT NULL,
  `product_id` int unsigned DEFAULT NULL,
  `views_num` int NOT NULL DEFAULT '0',
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`id`),
  UNIQUE KEY `period` (`period`,`store_id`,`product_id`),
  KEY `product_id` (`product_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `report_viewed_1_ibfk_1` FOREIGN KEY (`product_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `report_viewed_1_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `report_viewed_2` (
  `period` date DEFAULT NULL,
  `store_id` smallint unsigned DEFAULT NULL,
  `product_id` int unsigned DEFAULT NULL,
  `views_num` int NOT NULL DEFAULT '0',
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`id`),
  UNIQUE KEY `period` (`period`,`store_id`,`product_id`),
  KEY `product_id` (`product_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `report_viewed_2_ibfk_1` FOREIGN KEY (`product_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `report_viewed_2_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `report_viewed_3` (
  `period` date DEFAULT NULL,
  `store_id` smallint unsigned DEFAULT NULL,
  `product_id` int unsigned DEFAULT NULL,
  `views_num` int NOT NULL DEFAULT '0',
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`id`),
  UNIQUE KEY `period` (`period`,`store_id`,`product_id`),
  KEY `product_id` (`product_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `report_viewed_3_ibfk_1` FOREIGN KEY (`product_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `report_viewed_3_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `report_viewed_4` (
  `period` date DEFAULT NULL,
  `store_id` smallint unsigned DEFAULT NULL,
  `product_id` int unsigned DEFAULT NULL,
  `views_num` int NOT NULL DEFAULT '0',
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`id`),
  UNIQUE KEY `period` (`period`,`store_id`,`product_id`),
  KEY `product_id` (`product_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `report_viewed_4_ibfk_1` FOREIGN KEY (`product_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `report_viewed_4_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `report_viewed_5` (
  `period` date DEFAULT NULL,
  `store_id` smallint unsigned DEFAULT NULL,
  `product_id` int unsigned DEFAULT NULL,
  `views_num` int NOT NULL DEFAULT '0',
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`id`),
  UNIQUE KEY `period` (`period`,`store_id`,`product_id`),
  KEY `product_id` (`product_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `report_viewed_5_ibfk_1` FOREIGN KEY (`product_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `report_viewed_5_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `report_viewed_6` (
  `period` date DEFAULT NULL,
  `store_id` smallint unsigned DEFAULT NULL,
  `product_id` int unsigned DEFAULT NULL,
  `views_num` int NOT NULL DEFAULT '0',
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`id`),
  UNIQUE KEY `period` (`period`,`store_id`,`product_id`),
  KEY `product_id` (`product_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `report_viewed_6_ibfk_1` FOREIGN KEY (`product_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `report_viewed_6_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `report_viewed_7` (
  `period` date DEFAULT NULL,
  `store_id` smallint unsigned DEFAULT NULL,
  `product_id` int unsigned DEFAULT NULL,
  `views_num` int NOT NULL DEFAULT '0',
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`id`),
  UNIQUE KEY `period` (`period`,`store_id`,`product_id`),
  KEY `product_id` (`product_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `report_viewed_7_ibfk_1` FOREIGN KEY (`product_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `report_viewed_7_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `report_viewed_8` (
  `period` date DEFAULT NULL,
  `store_id` smallint unsigned DEFAULT NULL,
  `product_id` int unsigned DEFAULT NULL,
  `views_num` int NOT NULL DEFAULT '0',
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`id`),
  UNIQUE KEY `period` (`period`,`store_id`,`product_id`),
  KEY `product_id` (`product_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `report_viewed_8_ibfk_1` FOREIGN KEY (`product_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `report_viewed_8_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `report_viewed_9` (
  `period` date DEFAULT NULL,
  `store_id` smallint unsigned DEFAULT NULL,
  `product_id` int unsigned DEFAULT NULL,
  `views_num` int NOT NULL DEFAULT '0',
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`id`),
  UNIQUE KEY `period` (`period`,`store_id`,`product_id`),
  KEY `product_id` (`product_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `report_viewed_9_ibfk_1` FOREIGN KEY (`product_id`) REFERENCES `product_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `report_viewed_9_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_creditmemo` (
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT,
  `store_id` smallint unsigned DEFAULT NULL,
  `customer_id` int unsigned DEFAULT NULL,
  `increment_id` varchar(50) DEFAULT NULL,
  `state` varchar(32) DEFAULT NULL,
  `grand_total` decimal(20,4) DEFAULT NULL,
  `base_grand_total` decimal(20,4) DEFAULT NULL,
  `customer_email` varchar(128) DEFAULT NULL,
  `remote_ip` varchar(45) DEFAULT NULL,
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (`entity_id`),
  UNIQUE KEY `increment_id` (`increment_id`,`store_id`),
  KEY `customer_id` (`customer_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `sales_creditmemo_ibfk_1` FOREIGN KEY (`customer_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE SET NULL,
  CONSTRAINT `sales_creditmemo_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_creditmemo_address` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `address_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_creditmemo_address_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_creditmemo` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_creditmemo_comment` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `comment_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_creditmemo_comment_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_creditmemo` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_creditmemo_grid` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `grid_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_creditmemo_grid_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_creditmemo` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_creditmemo_item` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `item_note` text,
  `product_id` int unsigned DEFAULT NULL,
  `qty` decimal(12,4) NOT NULL,
  `parent_item_id` int unsigned DEFAULT NULL,
  PRIMARY KEY (`item_id`),
  KEY `parent_item_id` (`parent_item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_creditmemo_item_ibfk_1` FOREIGN KEY (`parent_item_id`) REFERENCES `sales_creditmemo_item` (`item_id`) ON DELETE CASCADE,
  CONSTRAINT `sales_creditmemo_item_ibfk_2` FOREIGN KEY (`parent_id`) REFERENCES `sales_creditmemo` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `sales_creditmemo_item_chk_1` CHECK ((`qty` >= 0))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_creditmemo_payment` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `payment_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_creditmemo_payment_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_creditmemo` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_creditmemo_status_history` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `status_history_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_creditmemo_status_history_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_creditmemo` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_creditmemo_tax` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `tax_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_creditmemo_tax_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_creditmemo` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_invoice` (
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT,
  `store_id` smallint unsigned DEFAULT NULL,
  `customer_id` int unsigned DEFAULT NULL,
  `increment_id` varchar(50) DEFAULT NULL,
  `state` varchar(32) DEFAULT NULL,
  `grand_total` decimal(20,4) DEFAULT NULL,
  `base_grand_total` decimal(20,4) DEFAULT NULL,
  `customer_email` varchar(128) DEFAULT NULL,
  `remote_ip` varchar(45) DEFAULT NULL,
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (`entity_id`),
  UNIQUE KEY `increment_id` (`increment_id`,`store_id`),
  KEY `customer_id` (`customer_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `sales_invoice_ibfk_1` FOREIGN KEY (`customer_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE SET NULL,
  CONSTRAINT `sales_invoice_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_invoice_address` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `address_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_invoice_address_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_invoice` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_invoice_comment` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `comment_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_invoice_comment_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_invoice` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_invoice_grid` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `grid_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_invoice_grid_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_invoice` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_invoice_item` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `item_note` text,
  `product_id` int unsigned DEFAULT NULL,
  `qty` decimal(12,4) NOT NULL,
  `parent_item_id` int unsigned DEFAULT NULL,
  PRIMARY KEY (`item_id`),
  KEY `parent_item_id` (`parent_item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_invoice_item_ibfk_1` FOREIGN KEY (`parent_item_id`) REFERENCES `sales_invoice_item` (`item_id`) ON DELETE CASCADE,
  CONSTRAINT `sales_invoice_item_ibfk_2` FOREIGN KEY (`parent_id`) REFERENCES `sales_invoice` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `sales_invoice_item_chk_1` CHECK ((`qty` >= 0))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_invoice_payment` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `payment_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_invoice_payment_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_invoice` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_invoice_status_history` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `status_history_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_invoice_status_history_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_invoice` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_invoice_tax` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `tax_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_invoice_tax_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_invoice` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_order` (
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT,
  `store_id` smallint unsigned DEFAULT NULL,
  `customer_id` int unsigned DEFAULT NULL,
  `increment_id` varchar(50) DEFAULT NULL,
  `state` varchar(32) DEFAULT NULL,
  `grand_total` decimal(20,4) DEFAULT NULL,
  `base_grand_total` decimal(20,4) DEFAULT NULL,
  `customer_email` varchar(128) DEFAULT NULL,
  `remote_ip` varchar(45) DEFAULT NULL,
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (`entity_id`),
  UNIQUE KEY `increment_id` (`increment_id`,`store_id`),
  KEY `customer_id` (`customer_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `sales_order_ibfk_1` FOREIGN KEY (`customer_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE SET NULL,
  CONSTRAINT `sales_order_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_order_address` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `address_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_order_address_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_order` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_order_comment` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `comment_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_order_comment_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_order` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_order_grid` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `grid_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_order_grid_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_order` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_order_item` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `item_note` text,
  `product_id` int unsigned DEFAULT NULL,
  `qty` decimal(12,4) NOT NULL,
  `parent_item_id` int unsigned DEFAULT NULL,
  PRIMARY KEY (`item_id`),
  KEY `parent_item_id` (`parent_item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_order_item_ibfk_1` FOREIGN KEY (`parent_item_id`) REFERENCES `sales_order_item` (`item_id`) ON DELETE CASCADE,
  CONSTRAINT `sales_order_item_ibfk_2` FOREIGN KEY (`parent_id`) REFERENCES `sales_order` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `sales_order_item_chk_1` CHECK ((`qty` >= 0))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_order_payment` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `payment_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_order_payment_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_order` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_order_status_history` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `status_history_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_order_status_history_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_order` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_order_tax` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `tax_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_order_tax_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_order` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_shipment` (
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT,
  `store_id` smallint unsigned DEFAULT NULL,
  `customer_id` int unsigned DEFAULT NULL,
  `increment_id` varchar(50) DEFAULT NULL,
  `state` varchar(32) DEFAULT NULL,
  `grand_total` decimal(20,4) DEFAULT NULL,
  `base_grand_total` decimal(20,4) DEFAULT NULL,
  `customer_email` varchar(128) DEFAULT NULL,
  `remote_ip` varchar(45) DEFAULT NULL,
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (`entity_id`),
  UNIQUE KEY `increment_id` (`increment_id`,`store_id`),
  KEY `customer_id` (`customer_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `sales_shipment_ibfk_1` FOREIGN KEY (`customer_id`) REFERENCES `customer_entity` (`entity_id`) ON DELETE SET NULL,
  CONSTRAINT `sales_shipment_ibfk_2` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_shipment_address` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `address_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_shipment_address_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_shipment` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_shipment_comment` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `comment_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_shipment_comment_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_shipment` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_shipment_grid` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `grid_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_shipment_grid_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_shipment` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_shipment_item` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `item_note` text,
  `product_id` int unsigned DEFAULT NULL,
  `qty` decimal(12,4) NOT NULL,
  `parent_item_id` int unsigned DEFAULT NULL,
  PRIMARY KEY (`item_id`),
  KEY `parent_item_id` (`parent_item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_shipment_item_ibfk_1` FOREIGN KEY (`parent_item_id`) REFERENCES `sales_shipment_item` (`item_id`) ON DELETE CASCADE,
  CONSTRAINT `sales_shipment_item_ibfk_2` FOREIGN KEY (`parent_id`) REFERENCES `sales_shipment` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `sales_shipment_item_chk_1` CHECK ((`qty` >= 0))
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_shipment_payment` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `payment_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_shipment_payment_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_shipment` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_shipment_status_history` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `status_history_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_shipment_status_history_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_shipment` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sales_shipment_tax` (
  `item_id` int unsigned NOT NULL AUTO_INCREMENT,
  `parent_id` int unsigned NOT NULL,
  `tax_note` text,
  PRIMARY KEY (`item_id`),
  KEY `parent_id` (`parent_id`),
  CONSTRAINT `sales_shipment_tax_ibfk_1` FOREIGN KEY (`parent_id`) REFERENCES `sales_shipment` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sequence_order_1` (
  `sequence_value` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`sequence_value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sequence_order_2` (
  `sequence_value` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`sequence_value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sequence_order_3` (
  `sequence_value` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`sequence_value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sequence_order_4` (
  `sequence_value` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`sequence_value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sequence_order_5` (
  `sequence_value` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`sequence_value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sequence_order_6` (
  `sequence_value` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`sequence_value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sequence_order_7` (
  `sequence_value` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`sequence_value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sequence_order_8` (
  `sequence_value` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`sequence_value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `sequence_order_9` (
  `sequence_value` int unsigned NOT NULL AUTO_INCREMENT,
  PRIMARY KEY (`sequence_value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `store` (
  `store_id` smallint unsigned NOT NULL AUTO_INCREMENT,
  `code` varchar(32) DEFAULT NULL,
  `website_id` smallint unsigned NOT NULL,
  `group_id` smallint unsigned NOT NULL,
  `name` varchar(255) NOT NULL,
  `sort_order` smallint unsigned NOT NULL DEFAULT '0',
  `is_active` smallint unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`store_id`),
  UNIQUE KEY `store_code` (`code`),
  KEY `group_id` (`group_id`),
  KEY `website_id` (`website_id`),
  CONSTRAINT `store_ibfk_1` FOREIGN KEY (`group_id`) REFERENCES `store_group` (`group_id`) ON DELETE CASCADE,
  CONSTRAINT `store_ibfk_2` FOREIGN KEY (`website_id`) REFERENCES `store_website` (`website_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `store_group` (
  `group_id` smallint unsigned NOT NULL AUTO_INCREMENT,
  `website_id` smallint unsigned NOT NULL,
  `name` varchar(255) NOT NULL,
  `default_store_id` smallint unsigned DEFAULT NULL,
  `code` varchar(32) DEFAULT NULL,
  PRIMARY KEY (`group_id`),
  UNIQUE KEY `store_group_code` (`code`),
  KEY `website_id` (`website_id`),
  KEY `default_store_id` (`default_store_id`),
  CONSTRAINT `store_group_ibfk_1` FOREIGN KEY (`website_id`) REFERENCES `store_website` (`website_id`) ON DELETE CASCADE,
  CONSTRAINT `store_group_ibfk_2` FOREIGN KEY (`default_store_id`) REFERENCES `store` (`store_id`) ON DELETE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `store_website` (
  `website_id` smallint unsigned NOT NULL AUTO_INCREMENT,
  `code` varchar(32) DEFAULT NULL,
  `name` varchar(64) DEFAULT NULL,
  `default_group_id` smallint unsigned DEFAULT NULL,
  `is_default` smallint unsigned DEFAULT '0',
  PRIMARY KEY (`website_id`),
  UNIQUE KEY `store_website_code` (`code`),
  KEY `default_group_id` (`default_group_id`),
  CONSTRAINT `store_website_ibfk_1` FOREIGN KEY (`default_group_id`) REFERENCES `store_group` (`group_id`) ON DELETE SET NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_cl` (
  `version_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`version_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_eav_attribute` (
  `attribute_id` smallint unsigned NOT NULL,
  `is_global` smallint unsigned NOT NULL DEFAULT '1',
  `is_searchable` smallint unsigned NOT NULL DEFAULT '0',
  `search_weight` float NOT NULL DEFAULT '1',
  `additional_data` text,
  PRIMARY KEY (`attribute_id`),
  CONSTRAINT `supplier_eav_attribute_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_entity` (
  `attribute_set_id` smallint unsigned NOT NULL DEFAULT '0',
  `is_active` smallint unsigned NOT NULL DEFAULT '1',
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  `entity_id` int unsigned NOT NULL AUTO_INCREMENT COMMENT 'Entity ID',
  PRIMARY KEY (`entity_id`),
  KEY `attribute_set_id` (`attribute_set_id`),
  CONSTRAINT `supplier_entity_ibfk_1` FOREIGN KEY (`attribute_set_id`) REFERENCES `eav_attribute_set` (`attribute_set_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_entity_datetime` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` datetime DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `supplier_entity_datetime_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_entity_datetime_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `supplier_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_entity_datetime_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_entity_decimal` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` decimal(20,6) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `supplier_entity_decimal_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_entity_decimal_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `supplier_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_entity_decimal_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_entity_int` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` int DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `supplier_entity_int_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_entity_int_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `supplier_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_entity_int_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_entity_text` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` mediumtext,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `supplier_entity_text_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_entity_text_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `supplier_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_entity_text_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_entity_varchar` (
  `value_id` int NOT NULL AUTO_INCREMENT COMMENT 'Value ID',
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `store_id` smallint unsigned NOT NULL DEFAULT '0',
  `entity_id` int unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`value_id`),
  UNIQUE KEY `entity_attribute_store` (`entity_id`,`attribute_id`,`store_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`),
  CONSTRAINT `supplier_entity_varchar_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_entity_varchar_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `supplier_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_entity_varchar_ibfk_3` FOREIGN KEY (`store_id`) REFERENCES `store` (`store_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_index_eav` (
  `entity_id` int unsigned NOT NULL,
  `attribute_id` smallint unsigned NOT NULL,
  `store_id` smallint unsigned NOT NULL,
  `value` int unsigned NOT NULL,
  `source_id` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`entity_id`,`attribute_id`,`store_id`,`value`,`source_id`),
  KEY `attribute_id` (`attribute_id`),
  KEY `store_id` (`store_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_index_tmp` (
  `entity_id` int unsigned NOT NULL,
  `customer_group_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  `min_price` decimal(20,6) DEFAULT NULL,
  `max_price` decimal(20,6) DEFAULT NULL,
  `spread` decimal(21,6) GENERATED ALWAYS AS ((`max_price` - `min_price`)) VIRTUAL,
  PRIMARY KEY (`entity_id`,`customer_group_id`,`website_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_link` (
  `link_id` int unsigned NOT NULL AUTO_INCREMENT,
  `entity_id` int unsigned NOT NULL,
  `linked_id` int unsigned NOT NULL,
  `link_type_id` tinyint unsigned NOT NULL,
  `position` int NOT NULL DEFAULT '0',
  PRIMARY KEY (`link_id`),
  UNIQUE KEY `links` (`link_type_id`,`entity_id`,`linked_id`),
  KEY `entity_id` (`entity_id`),
  KEY `linked_id` (`linked_id`),
  CONSTRAINT `supplier_link_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `supplier_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_link_ibfk_2` FOREIGN KEY (`linked_id`) REFERENCES `supplier_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_media_gallery` (
  `value_id` int unsigned NOT NULL AUTO_INCREMENT,
  `attribute_id` smallint unsigned NOT NULL DEFAULT '0',
  `value` varchar(255) DEFAULT NULL,
  `media_type` varchar(32) NOT NULL DEFAULT 'image',
  `disabled` smallint unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`value_id`),
  KEY `attribute_id` (`attribute_id`),
  CONSTRAINT `supplier_media_gallery_ibfk_1` FOREIGN KEY (`attribute_id`) REFERENCES `eav_attribute` (`attribute_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_media_to_entity` (
  `value_id` int unsigned NOT NULL,
  `entity_id` int unsigned NOT NULL,
  PRIMARY KEY (`value_id`,`entity_id`),
  KEY `entity_id` (`entity_id`),
  CONSTRAINT `supplier_media_to_entity_ibfk_1` FOREIGN KEY (`value_id`) REFERENCES `supplier_media_gallery` (`value_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_media_to_entity_ibfk_2` FOREIGN KEY (`entity_id`) REFERENCES `supplier_entity` (`entity_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `supplier_website` (
  `entity_id` int unsigned NOT NULL,
  `website_id` smallint unsigned NOT NULL,
  PRIMARY KEY (`entity_id`,`website_id`),
  KEY `website_id` (`website_id`),
  CONSTRAINT `supplier_website_ibfk_1` FOREIGN KEY (`entity_id`) REFERENCES `supplier_entity` (`entity_id`) ON DELETE CASCADE,
  CONSTRAINT `supplier_website_ibfk_2` FOREIGN KEY (`website_id`) REFERENCES `store_website` (`website_id`) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;
SET @@SESSION.SQL_LOG_BIN = @MYSQLDUMP_TEMP_LOG_BIN;
