create table s (c set('a','b','c','d','e','f'), k varchar(5));
insert into s values ('a,b,f','f'),('c','x'),('','a');
select find_in_set('f', c), find_in_set(k, c), find_in_set('f', concat(c)), find_in_set('z', c), find_in_set('', c), find_in_set(null,c), find_in_set('F', c), find_in_set(concat('f',''), c), find_in_set('a,b', c) from s;
set @x='f';
select find_in_set(@x, c) from s where find_in_set('b', c);
create table e (c enum('a','b','c','d'), k set('x','y','z') character set latin1);
insert into e values ('c','y,z'),('b','x'),('d','');
select find_in_set('c', c), find_in_set('b', c), find_in_set('z', k), find_in_set(_latin1'y', k), find_in_set('y', coalesce(k,'')), find_in_set('y', if(1,k,k)) from e;
