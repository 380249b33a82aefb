-- Two tables for `binwriter generate`: it finds fitting values by name and type.
CREATE TABLE customer (
  id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name VARCHAR(60) NOT NULL,
  email VARCHAR(80) NOT NULL UNIQUE,
  country CHAR(2),
  created_at TIMESTAMP NOT NULL
);
CREATE TABLE purchase (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  customer_id INT UNSIGNED NOT NULL,
  status ENUM('new', 'paid', 'sent') NOT NULL,
  amount DECIMAL(10,2) NOT NULL,
  details JSON,
  updated_at DATETIME(3),
  KEY (customer_id)
);
