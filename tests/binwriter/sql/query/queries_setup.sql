drop database if exists q; create database q; use q;
set names utf8mb4, time_zone='+02:00';
create table t (id int primary key, a int, b varchar(10), c decimal(10,3), d double, e enum('x','y','z'), s set('p','q','r'), u bigint unsigned, dt datetime(2), ts timestamp(1) null, da date, ti time, bi binary(3), bt bit(9), ye year, f float, key (a));
insert into t values
(1,5,'b',1.5,0.1,'y','p,r',18446744073709551615,'2024-01-31 10:11:12.13','2024-01-31 10:11:12.5','2024-01-31','10:11:12','ab',257,2024,1.1),
(2,3,'A',2.250,1e20,'x','',0,null,null,null,null,null,null,null,null),
(3,5,'a',null,-1.5,'z','q',7,'2020-02-29 00:00:00','1999-12-31 22:00:00','2020-02-29','-01:00:00','a',1,1999,0.33333334),
(4,null,'ä',-7.125,null,null,'p,q,r',9223372036854775808,'1000-01-01 00:00:00.99',null,'9999-12-31','838:59:59','\0\0',511,1901,123456789),
(5,3,'B ',0,2.5,'x',null,1,null,null,null,null,'abc',0,2155,1e-10);
create table u (k int, v varchar(5), key(k)) engine=myisam;
insert into u values (5,'p'),(3,'q'),(5,'r'),(9,'s'),(null,'t');
set @i=5;
