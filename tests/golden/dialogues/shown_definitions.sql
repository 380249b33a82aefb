# SHOW CREATE TABLE: options in the server's order
create table t1 (a int, b int) engine=myisam avg_row_length=10 checksum=1 min_rows=10 max_rows=100 pack_keys=1 delay_key_write=1 row_format=fixed comment='x'
show create table t1
create table t2 (a int) engine=innodb stats_persistent=1 stats_auto_recalc=0 stats_sample_pages=20 row_format=dynamic max_rows=5 auto_increment=7 compression='none'
show create table t2
create table t3 (a int) engine=memory max_rows=5 min_rows=1 comment='c' row_format=dynamic avg_row_length=4
show create table t3
alter table t3 comment='d' max_rows=9
show create table t3
create table t4 like t1
show create table t4
