create table e1(a char(10), d datetime, dd date, t time); insert into e1 values ('L','2024-03-04 05:06:07','2024-03-04','10:00'),('2001-01-01',null,null,null);
select a <> d from e1;
select a <> dd from e1;
select a < d, a = d, d = a from e1;
select d > 'abc' from e1;
select d > concat('a','b') from e1;
select dd = '2001-01-32' from e1;
update e1 set a = 'x' where d > 'abc';
