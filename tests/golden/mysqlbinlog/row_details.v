### INSERT INTO `test`.`t`
### SET
###   @1=1
###   @2='one'
###   @3='text'
### INSERT INTO `test`.`t`
### SET
###   @1=2
###   @2=NULL
###   @3=NULL
### UPDATE `test`.`t`
### WHERE
###   @1=2
###   @2=NULL
###   @3=NULL
### SET
###   @1=2
###   @2='two'
###   @3=NULL
### Extra row info for partitioning: partition: 0
### INSERT INTO `test`.`p`
### SET
###   @1=1
###   @2=1
### Extra row info for partitioning: partition: 1
### INSERT INTO `test`.`p`
### SET
###   @1=11
###   @2=1
### INSERT INTO `test`.`p`
### SET
###   @1=12
###   @2=2
### Extra row info for partitioning: partition: 2
### INSERT INTO `test`.`p`
### SET
###   @1=99
###   @2=3
### Extra row info for partitioning: source_partition: 0 target_partition: 0
### UPDATE `test`.`p`
### WHERE
###   @1=1
###   @2=1
### SET
###   @1=1
###   @2=2
### Extra row info for partitioning: source_partition: 1 target_partition: 1
### UPDATE `test`.`p`
### WHERE
###   @1=11
###   @2=1
### SET
###   @1=11
###   @2=2
### Extra row info for partitioning: source_partition: 0 target_partition: 2
### UPDATE `test`.`p`
### WHERE
###   @1=1
###   @2=2
### SET
###   @1=21
###   @2=2
### Extra row info for partitioning: source_partition: 1 target_partition: 2
### UPDATE `test`.`p`
### WHERE
###   @1=12
###   @2=2
### SET
###   @1=32
###   @2=2
### Extra row info for partitioning: partition: 2
### DELETE FROM `test`.`p`
### WHERE
###   @1=99
###   @2=3
### INSERT INTO `test`.`parent`
### SET
###   @1=1
### INSERT INTO `test`.`parent`
### SET
###   @1=2
### INSERT INTO `test`.`child`
### SET
###   @1=1
###   @2=1
### INSERT INTO `test`.`child`
### SET
###   @1=2
###   @2=2
### INSERT INTO `test`.`child`
### SET
###   @1=3
###   @2=7
### INSERT INTO `test`.`g`
### SET
###   @1=1
###   @2=5
### INSERT INTO `test`.`g`
### SET
###   @1=2
###   @2=6
### DELETE FROM `test`.`g`
### WHERE
###   @1=1
###   @2=5
### INSERT INTO `test`.`t`
### SET
###   @1=3
### UPDATE `test`.`t`
### WHERE
###   @1=1
### SET
###   @2='x'
### DELETE FROM `test`.`t`
### WHERE
###   @1=2
### INSERT INTO `test`.`t`
### SET
###   @1=4
###   @2='four'
###   @3='blob'
### UPDATE `test`.`t`
### WHERE
###   @1=1
###   @2='x'
### SET
###   @1=1
###   @2='y'
### UPDATE `test`.`t`
### WHERE
###   @1=1
###   @2='y'
### SET
###   @1=1
###   @2='y'
###   @3='z'
### INSERT INTO `test`.`t`
### SET
###   @1=5
###   @2='five'
###   @3='full'
### INSERT INTO `test`.`g`
### SET
###   @1=3
###   @2=8
### Extra row info for partitioning: source_partition: 1 target_partition: 1
### UPDATE `test`.`p`
### WHERE
###   @1=11
###   @2=2
### SET
###   @1=11
###   @2=0
### INSERT INTO `test`.`t`
### SET
###   @1=7
###   @2='logged'
###   @3=NULL
