create table t (a int, s varchar(30));
delimiter //
create function fi(x int) returns int deterministic return x//
create function fe(x enum('a','b')) returns varchar(9) deterministic return x//
create function ft(x varchar(3)) returns tinyint deterministic return x//
create function fj(x varchar(10)) returns json deterministic return x//
create function fy(x varchar(10)) returns year deterministic return x//
create function fs(x varchar(10)) returns varchar(2) deterministic return x//
delimiter ;
do fi('abc'); do fi(99999999999); do fe('zz'); do ft('abcd'); do ft('300'); do ft('a'); do fj('a'); do fy('5555'); do fs('abc');
do fi('1') + fi('abc'); do (fi('abc')); do fi(fi('abc'));
select fi('abc'); select fe('zz'); select ft('abcd'); select ft('300'); select ft('300') as x; select ft('300') + 1; select fj('a'); select fj('a') y; select fs('abc') from t; select max(ft('300'));
set @x = fi('abc'); set @x = ft('300'); set @x = fj('a'); set @x = fs('abc'); set @x = ft('300') + 1;
insert into t (a) values (fi('abc')); insert into t (a) values (ft('300')); insert into t (a) select ft('300'); insert into t (a) values (1); update t set a = ft('300'); update t set s = fj('a'); delete from t where a = ft('300'); select a from t where a = ft('300'); select a from t group by ft('300'); 
select * from (select ft('300') as q) z; create table n as select ft('300'); create table n as select ft('300') as q; select if(1, ft('300'), 2); call nosuch(ft('300')); 
set sql_mode='';
do fi('abc'); do ft('300'); select ft('300'); select fi('abc'); set @x = ft('300'); insert into t (a) values (ft('300'));
set sql_mode=default;
insert into t (a) values (convert(x'00414243' using latin1)); insert into t (a) values (x'00414243'); select cast(convert(x'41004243' using utf8mb4) as signed); select cast(x'41004243' as signed); insert into t (a) values ('ab\0c'); select 'a\0b' + 1; select date('a\0b'); select 1 = 'a\0b'; select cast('a\0b' as decimal); insert into t (s) values (concat('x\0', repeat('y', 40))); select cast('q\0b' as date); set @a = convert(x'00FF41' using latin1); insert into t (a) values (@a); insert into t select @a, 1;
