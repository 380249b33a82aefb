create table test.t (a int); create database d; use test;
delimiter ||
create procedure p1() begin select 1; insert into t values (1); end ||
create procedure p2() begin insert into t values (1); select 1; end ||
create procedure p3() begin insert into t values (1), (2); end ||
create procedure p4() begin update t set a = 5; set @x = 1; end ||
create procedure p5() begin declare v int; insert into t values (1); set v = 1; end ||
create procedure p6() begin insert into t values (1); create table z (a int); drop table z; end ||
create procedure p7() begin select 1; select 2; update t set a = 6; end ||
create procedure p8() begin declare continue handler for sqlexception set @x = 1; insert into t values (1); insert into nosuch values (1); end ||
create procedure p9() begin declare c cursor for select a from t; declare v int; open c; fetch c into v; close c; delete from t; end ||
create procedure p10() sql security invoker begin select * from t; insert into test.t values (1); end ||
create procedure p11() begin insert into t values (1); commit; end ||
create procedure p12() begin if 1 then insert into t values (1); end if; end ||
create procedure p13() begin declare v int; insert into t values (1); select count(*) into v from t; end ||
create procedure p14() begin call p1(); end ||
create procedure p15() begin call p1(); select 5; end ||
create procedure p16(out x int) begin insert into t values (1); set x = 5; end ||
create procedure p17() insert into t select a from t ||
create procedure p18() begin replace into t values (1), (2); select row_count(); end ||
create procedure p19() begin prepare s from 'insert into t values (1)'; execute s; deallocate prepare s; end ||
create procedure p20() begin end ||
delimiter ;
call p1(); select row_count();
call p2(); select row_count();
call p3(); select row_count();
call p4(); select row_count();
call p5(); select row_count();
call p6(); select row_count();
call p7(); select row_count();
call p8(); select row_count();
call p9(); select row_count();
call p10(); select row_count();
call p11(); select row_count();
call p12(); select row_count();
call p13(); select row_count();
call p14(); select row_count();
call p15(); select row_count();
call p16(@x); select row_count();
call p17(); select row_count();
call p18(); select row_count();
call p19(); select row_count();
call p20(); select row_count();
insert into t values (1); call p20(); select row_count();
drop database d;
