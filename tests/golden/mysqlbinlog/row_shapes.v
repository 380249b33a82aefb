### Extra row ndb info: data_format: 0, len: 3, data: 0x616263
### INSERT INTO `db`.`t`
### SET
###   @1=1
### INSERT INTO `db`.`t`
### SET
###   @1=1
### Extra row ndb info: data_format: 64, len: 0, data: ""
### INSERT INTO `db`.`t`
### SET
###   @1=1
### Extra row info for partitioning: partition: 7
### INSERT INTO `db`.`t`
### SET
###   @1=1
### Extra row info for partitioning: source_partition: 2 target_partition: 7
### UPDATE `db`.`t`
### WHERE
###   @1=1
### SET
###   @1=1
### UPDATE `db`.`t`
### WHERE
###   @1=1
### SET
###   @1=1
### Extra row ndb info: data_format: 255, len: 3, data: 0x616263
### Extra row info for partitioning: partition: 7
### DELETE FROM `db`.`t`
### WHERE
###   @1=1
### INSERT INTO `db`.`t` VALUES ()
### DELETE FROM `a``b`.`é```
### WHERE
###   @1=1
### Row event for unknown table #77
