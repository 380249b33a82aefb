# UPDATE and DELETE of tables that are derived.
create table s (a int, b int, c varchar(5), key (a));
insert into s values (1,2,'x'),(1,3,'y'),(2,4,'z');
update (select a, b from s) x set x.a = 1;
update (select a, b from s) x set b = 1 where a > 5;
update (select 1 a) x, s set s.b = 1, x.a = 2;
update (select 1 a) x join s on true set s.b = 9 where s.a = 100;
update (values row(1,2)) x set column_0 = 1;
update (select a from s limit 1) x set a = 2;
delete from (select a from s) x;
delete x from (select a, b from s) x;
delete x from s, (select a, b from s) x;
insert into (select a from s) values (1);
with x as (select a from s) update x set a = 1;
with x as (select a from s) delete from x;
