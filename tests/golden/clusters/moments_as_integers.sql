# A moment with a fraction as a whole number: rounded, with what is carried.
select cast(timestamp'2024-01-01 00:00:59.5' as signed), cast(timestamp'2024-12-31 23:59:59.5' as signed), cast(timestamp'2024-12-31 23:59:59.499999' as unsigned);
select cast(time'00:00:59.5' as signed), cast(time'-00:59:59.5' as signed), cast(time'838:59:58.5' as signed), cast(time'-00:00:00.4' as signed);
select cast(timestamp'9999-12-31 23:59:59.5' as signed);
create table t (a datetime(3), b time(6), c timestamp(1), d bigint, e int unsigned);
insert into t (a, b, c) values ('2024-02-28 23:59:59.500', '23:59:59.500000', '2024-02-29 12:59:59.5'), ('2024-02-28 23:59:59.499', '-23:59:59.500000', '2024-02-29 12:59:59.4');
update t set d = a;
select d from t;
update t set d = b;
select d from t;
update t set d = c;
select d from t;
select a div 1, b div 1, c div 1, a | 0, b | 0, cast(a as signed), cast(b as unsigned), cast(c as decimal(20)) from t;
insert into t (e) values (timestamp'2024-01-01 00:00:59.5'), (time'00:00:59.5');
set sql_mode = '';
insert into t (e) values (timestamp'2024-01-01 00:00:59.5'), (time'00:00:59.5');
show warnings;
select e from t;
