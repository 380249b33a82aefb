create database d1;
use d1;
create table t (id int primary key); create table n (id int primary key) engine=myisam; 
drop trigger nosuch.r;
drop trigger if exists nosuch.r;
drop trigger r;
drop trigger if exists r;
set sql_mode='ANSI';
delimiter //
create function f(x int) returns int deterministic begin insert into t values (x); return x; end//
delimiter ;
select f(1);
select d1.f(2);
select f(3) as x, 'a' from t where id = 1;
set sql_mode='';
delimiter //
create procedure p1() begin drop table if exists a, a; end//
delimiter ;
delimiter //
create procedure p2() begin drop temporary table if exists a, a; end//
delimiter ;
delimiter //
create procedure p3() begin drop view if exists a, a; end//
delimiter ;
delimiter //
delimiter ;
delimiter //
create procedure p5() begin analyze table a, a; end//
delimiter ;
delimiter //
create procedure p6() begin delete a, a from t a; end//
delimiter ;
delimiter //
create procedure p7() begin select 1 from t a, t a; end//
delimiter ;
delimiter //
create procedure p8() begin drop table if exists a, d1.a; end//
delimiter ;
delimiter //
create procedure p9() begin rename table a to b, a to c; end//
delimiter ;
delimiter //
create procedure p10() begin insert into t values (1,2,3); end//
delimiter ;
delimiter //
create trigger tr before insert on t for each row begin drop temporary table x, x; end//
delimiter ;
create event e on schedule every 1 day do drop table y, y;
delimiter //
create procedure p11() begin flush tables a, a; end//
delimiter ;
delimiter //
create procedure p12() begin truncate a; optimize table a, a; end//
delimiter ;
delimiter //
create procedure p13() begin update t, t set id = 1; end//
delimiter ;
delimiter //
create procedure p14() begin checksum table a, a; end//
delimiter ;
prepare s from 'drop table a, a';
drop table if exists a, d1.a;
checksum table t, t;
analyze table t, t;

drop database d1;
