# databases of the server's own: what may be made, changed and dropped in them
create table t (a int)
create database information_schema
create database if not exists information_schema
alter database information_schema charset utf8mb4
alter database information_schema read only=1
create temporary table information_schema.xt (a int)
drop temporary table information_schema.xt
create table information_schema.xt (a int)
drop table information_schema.xt
drop table if exists information_schema.xt
create view information_schema.vt as select 1
drop view information_schema.vt
drop view if exists information_schema.vt
create procedure information_schema.xp() select 1
drop procedure information_schema.xp
drop procedure if exists information_schema.xp
create function information_schema.xf() returns int deterministic return 1
drop function information_schema.xf
create event information_schema.xe on schedule every 1 day do select 1
drop event information_schema.xe
drop trigger information_schema.xtr
truncate table information_schema.xt
rename table information_schema.xt to information_schema.xu
alter table information_schema.xt add column b int
create index i on information_schema.xt (a)
insert into information_schema.xt values (1)
delete from information_schema.xt
replace into information_schema.xt values(1)
drop database information_schema
create database performance_schema
create database if not exists performance_schema
alter database performance_schema charset utf8mb4
alter database performance_schema read only=1
create temporary table performance_schema.xt (a int)
drop temporary table performance_schema.xt
create table performance_schema.xt (a int)
drop table performance_schema.xt
drop table if exists performance_schema.xt
create view performance_schema.vt as select 1
drop view performance_schema.vt
drop view if exists performance_schema.vt
create procedure performance_schema.xp() select 1
drop procedure performance_schema.xp
drop procedure if exists performance_schema.xp
create function performance_schema.xf() returns int deterministic return 1
drop function performance_schema.xf
create event performance_schema.xe on schedule every 1 day do select 1
drop event performance_schema.xe
drop trigger performance_schema.xtr
truncate table performance_schema.xt
rename table performance_schema.xt to performance_schema.xu
alter table performance_schema.xt add column b int
create index i on performance_schema.xt (a)
insert into performance_schema.xt values (1)
delete from performance_schema.xt
replace into performance_schema.xt values(1)
drop database performance_schema
select 1
create database INFORMATION_SCHEMA
create database if not exists INFORMATION_SCHEMA
alter database INFORMATION_SCHEMA charset utf8mb4
alter database INFORMATION_SCHEMA read only=1
drop database INFORMATION_SCHEMA
create database mysql
create database if not exists mysql
create database sys
create database if not exists sys
drop database mysql
alter database mysql read only=1
select * from information_schema.nothing
lock tables t read
select count(*)>1 from information_schema.tables
select * from information_schema.collations limit 1
select count(*)>1 from performance_schema.threads
unlock tables
show grants for 'u'@'localhost'
create user 'u'@'localhost'
show grants for 'u'@'localhost'
show grants for u@localhost
drop user 'u'@'localhost'
drop table performance_schema.threads
drop table performance_schema.nothing
drop table if exists performance_schema.nothing
create sql security invoker view v as select 1
alter sql security definer view v as select 2
show create view v
