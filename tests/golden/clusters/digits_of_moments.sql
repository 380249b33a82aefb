# Digits of a second of moments that are made of constants; constant lengths of texts.
create table s (i int, v varchar(20), vb varbinary(9), c char(5) character set latin1, d double, g double(7,2), tm time(2), ts timestamp, t text, dt datetime(3), f float, dec1 decimal(8,3), u varchar(10) collate utf8mb4_bin, lt longtext character set utf8mb3, bl blob, b bit(9), e enum('a','bb'), y year, bu bigint unsigned, da date);
create table w1 as select timediff('', tm) a, timediff('x', tm) b, timediff('10:11:12', tm) c, timediff('10:11:12.5', tm) d, timediff(tm, '1') e, timediff('2020-01-01', tm) f, timediff('10:11:12.50', tm) g, timediff(v, tm) h, timediff(12.5, tm) i from s;
show columns from w1;
create table w2 as select convert_tz('12.5','+00:00','+01:00') a, convert_tz('2020-01-01 10:00:00.5','+00:00','+01:00') b, convert_tz(g,'+00:00','+01:00') c, convert_tz(d,'+00:00','+01:00') d, convert_tz(dec1,'+00:00','+01:00') e, convert_tz('2020-01-01','+00:00','+01:00') f, convert_tz('x','+00:00','+01:00') g, convert_tz(12.5,'+00:00','+01:00') h, convert_tz(v,'+00:00','+01:00') i, convert_tz(20200101.5,'+00:00','+01:00') j from s;
show columns from w2;
create table w3 as select timestamp('x', tm) a, timestamp('2020-01-01', tm) b, timestamp('x') c, timestamp('2020-01-01 00:00:00.123') d, timestamp(v) e, timestamp(12.5) f, timestamp('2020-01-01', '10:11:12.5') g, timestamp('2020-01-01', 'x') h, timestamp(g) i, timestamp(dec1) j from s;
show columns from w3;
create table w4 as select addtime('x', '1:00') a, addtime('10:11:12.5', '1:00') b, addtime('10:11:12', 'x') c, addtime(tm, 'x') d, addtime(dt, '1:00:00.5') e, subtime('2020-01-01 10:00:00', '1') f, addtime(g, 1) g, addtime(v, tm) h from s;
show columns from w4;
create table w5 as select time('x') a, time('10:11:12.5') b, time(12.5) c, time(v) d, time(g) e, time(d) f, sec_to_time('12.5') g, sec_to_time('x') h, sec_to_time(g) i, sec_to_time(v) j, from_unixtime('12.5') k, from_unixtime('x') l, from_unixtime(g) m, from_unixtime(v) n, maketime(1,2,'3.5') o, maketime(1,2,'x') p, maketime(1,2,g) q, maketime(1,2,v) r from s;
show columns from w5;
create table w7 as select left(99999999999, true) a, left('abc', true) b, lpad('abc', true, u) c, rpad(true, '5', 'x') d, right('abc', '2') e, left('abc', 1.5) f, rpad('a', 2.5, 'x') g, repeat('a', true) h, repeat('a', '3') i, space(true) j, space('3') k, substring('abcdef', true, true) l, substring('abcdef', '2', '3') m, insert('abc', true, true, 'xy') n, left('abc', null) o, lpad('abc', null, 'x') p, left(v, '3') q, left(v, date '2020-01-01') r from s;
show columns from w7;
