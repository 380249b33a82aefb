# how columns of results are called, and where a query's grammar ends
create table t1 (a int, b int)
insert into t1 values (1,2)
prepare s from 'select ?, a, ? + 1, ? as x, concat(?) from t1'
set @a=1
execute s using @a, @a, @a, @a
prepare s from 'select ? from t1 order by ? limit ?'
execute s using @a, @a, @a
select 'hello' 'monty'
select 'a' /* x */ 'b'
select 'a' 'b' as c, "x" 'y' "z"
select a from t1 order by a union select b from t1
select a from t1 limit 1 union select b from t1
select a from t1 for update union select b from t1
(select a from t1 limit 1) union select b from t1
(select a from t1 order by a) union (select b from t1 limit 1) order by 1 desc limit 1
select a from t1 union select b from t1 order by a limit 1
select * from (select a from t1 limit 1 union select 2) x
select t1.* as x from t1
select test.t1.* as x from t1
select * as x from t1
select a, t1.* 'x' from t1
select count(*) as x from t1
select count(*) x, 2 * 3 y from t1
select @@session.system_time_zone
select @@local.version_comment
select count(@@session.version_comment)
select @@global.timestamp
select @@session.autocommit, @@local.sql_safe_updates
alter database test
alter database
drop view v1, v1
drop view if exists v1, v2, v1
drop table t1, t1
