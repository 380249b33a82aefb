create table j(i int, j json)
insert into j values (1,'1'),(2,'"a"'),(3,'null'),(4,null),(5,'true'),(6,'[1,2]'),(7,'{"a":1}'),(8,'1.5'),(9,cast(date'2024-01-01' as json)),(10,cast(x'0102' as json)),(11,'false'),(12,'[1]'),(13,'{}'),(14,'{"a":0}'),(15,'"A"'),(16,cast(1 as json)),(17,cast(time'10:00:00' as json)),(18,'"ä"'),(19,'-5'),(20,'18446744073709551615'),(21,'{"b":0}'),(22,'[]'),(23,'{"aa":1}'),(24,cast(1.5 as json)),(25,cast(timestamp'2024-01-01 01:01:01' as json)),(27,'[2]'),(28,'""')
select i from j order by j,i
select i from j order by j desc,i
select i from j order by json_extract(j,'$'),i
select a.i,b.i,a.j<b.j,a.j=b.j,a.j<=>b.j from j a, j b order by 1,2
select i from j where j = cast('1' as json)
select i from j where j = 1
select i from j where j > 0
select i from j where j = 'a'
select i from j where j = '[1,2]'
select i from j where j < cast('[1,2]' as json) order by i
select i from j where j in (1,'a',true)
select max(j), min(j) from j
select i from j where j=date'2024-01-01'
select i from j where j=true
select count(distinct j) from j
select json_array(1,2) < json_array(1,3), json_object('a',1) = json_object('a',1.0), cast('1' as json)=cast('1.0' as json), cast('"a"' as json) < cast('1' as json)
select i,j from j order by cast(j as char), i
update j set i=i+100 where j = cast('[1]' as json)
update j set i=i+100 order by j limit 2
delete from j where j > cast('[]' as json)
select 1 from j where j = (select max(j) from j x)
