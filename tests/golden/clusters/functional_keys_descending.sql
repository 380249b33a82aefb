create table t (id int primary key auto_increment, title varchar(100), n int, key a ((lower(title)) desc), key b ((lower(title)) desc, n desc, (n + 1)), unique c (n, (n + 2) desc));
show create table t;
select index_name, seq_in_index, column_name, collation, expression from information_schema.statistics where table_schema = database() and table_name = 't' order by index_name, seq_in_index;
alter table t add key d ((n + 3) desc), drop key a;
alter table t add column m int;
show create table t;
create table u like t;
show create table u;
drop table t, u;
