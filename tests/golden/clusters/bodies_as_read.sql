# What a server's parser says of the bodies of procedures.
delimiter //
create table s (a int, b int, c varchar(5), key (a))//
create procedure q1() select nosuch from nosuch//
create procedure q2() begin declare a int; declare a int; end//
create procedure q3() begin leave x; end//
create procedure q4() begin return 1; end//
create procedure q5() begin declare c cursor for select 1; declare x int; end//
create procedure q6() begin fetch c into x; end//
create procedure q7() begin select 1 into x; end//
create procedure q8() begin declare exit handler for nosuch begin end; end//
create procedure q9() begin declare exit handler for sqlstate '00000' begin end; end//
create procedure r2() begin lock tables s read; end//
create procedure r3() begin alter view v as select 1; end//
create procedure r4() begin load data infile 'x' into table s; end//
create procedure r5() begin use d; end//
create procedure r6() begin prepare s from ?; end//
create procedure r7() begin select ?; end//
create procedure r8() begin create procedure x() select 1; end//
create procedure r9(a int, a int) select 1//
create procedure t1(a nosuch) select 1//
create procedure t2(a varchar(70000)) select 1//
create procedure t3(a int(300)) select 1//
create procedure t4() begin declare x varchar(70000); end//
create procedure t5() begin declare x decimal(70,2); end//
create procedure t6() begin declare x enum('a','A'); end//
create procedure t7() begin declare x int default nosuch; end//
create procedure t8() begin create table t (a tinyint(300)); end//
create procedure t9() begin create table t (a int, a int); end//
create procedure u1() begin create table t (a varchar(70000) default 'x'); end//
create procedure u2() begin create table t (a int default (nofunc(1))); end//
create procedure u3() begin create table t (a int as (rand())); end//
create procedure u4() begin create table t (a int, check (rand() > 1)); end//
create procedure u5() begin create table t (a year(2)); end//
create procedure u6() begin create table t (a int, primary key (a) invisible); end//
create procedure u7() begin create table t (a int character set nosuch); end//
create procedure u8() begin create table t (a varchar(5) character set latin1 collate utf8mb4_bin); end//
create procedure u9() begin create table t (a int) engine=nosuch; end//
create procedure v1() begin create table t (a int) partition by range (a); end//
create procedure v3() begin alter table s add a decimal(70,2); end//
create procedure v4() begin alter table s algorithm=instant, lock=none; end//
create procedure v5() begin set nosuch = 1; end//
create procedure v6() begin set global nosuch = 1; end//
create procedure v7() begin set @@version = 1; end//
create procedure v8() begin set sql_mode = 'x'; end//
create procedure w2() begin select 'a' collate nosuch; end//
create procedure w3() begin select _nosuch'a'; end//
create procedure w4() begin select sum(sum(1)); end//
create procedure w5() begin select substr(1); end//
create procedure w6() begin select nosuch(1); end//
create procedure w9() begin signal sqlstate '00000'; end//
create procedure x1() begin signal nosuch; end//
create procedure x2() begin resignal; end//
create procedure x3() begin get diagnostics x = number; end//
create procedure x4() begin declare x int; get diagnostics condition 1 x = nosuch; end//
create procedure x5() begin insert into s (a, a) values (1, 2); end//
create procedure x6() begin update s set nosuch = 1; end//
create procedure x7() begin select count(distinct); end//
create procedure y1() begin iterate x; end//
create procedure y2() l: begin iterate l; end//
create procedure y3() l: loop leave m; end loop l//
create procedure y4() l: loop leave l; end loop m//
create procedure y5() begin goto x; end//
create procedure y6() begin declare x condition for 0; end//
create procedure y7() begin declare x condition for sqlstate '123'; end//
create procedure y8() begin open nosuch; end//
create procedure y9() begin close nosuch; end//
create procedure z3() begin case when 1 then select 1; end; end//
create procedure z4() begin drop table s; truncate s; end//
create procedure z5() begin explain select 1; end//
create procedure z6() begin kill 5; shutdown; end//
create procedure z7() begin declare continue handler for sqlwarning, sqlwarning begin end; end//
create procedure z8() begin declare continue handler for 1051, 1051 begin end; end//
create procedure z9() begin declare continue handler for 1051 begin end; declare continue handler for 1051 begin end; end//
