create table t1 (a int primary key auto_increment, b varchar(5), c enum('x','y'), d datetime(3), e json, f decimal(5,2), g bit(3), h set('p','q'), i year, j blob, k date, key(b));
insert into t1 values (1,'a','x','2020-01-01 01:01:01.5','{"a": 1}',1.5,b'101','p,q',1999,'zz','2021-02-03'), (2,'b',null,null,null,null,null,null,null,null,null);
handler t1 open; handler t1 read first; handler t1 read next limit 3; handler t1 read b = ('b'); handler t1 read `PRIMARY` last; handler t1 close; handler t1 open as x; handler x read first; handler x read `primary` > (1);
handler t1 close; create table h2 (a int, b int, key k (a, b)); insert into h2 values (1,1),(2,2); handler h2 open as y;
handler y read k = (1); handler y read k = (1,1); handler y read k = (1,1,1); handler y read k = (select 1); handler y read k = (nosuch); handler y read k = (a); handler y read k = (1 + 1);
handler y read nosuch first; handler y read nosuch first where nosuch = 1; handler y read k first where nosuch = 1; handler y read first where y.a = 2; handler y read first where h2.a = 2; handler y read k next limit 1, 1;
handler y read k >= (1) where b = 2; handler y close; handler y close; handler y read first;
