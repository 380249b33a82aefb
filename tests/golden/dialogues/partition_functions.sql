# what may partition a table: functions and operators, of columns of each type
create table t (a INT) partition by hash (ABS(a))
drop table t
create table t (a TIME) partition by hash (ABS(a))
create table t (a TIMESTAMP) partition by hash (ABS(a))
create table t (a DECIMAL(10,2)) partition by hash (ABS(a))
create table t (a INT) partition by hash (CEILING(a))
drop table t
create table t (a TIME) partition by hash (CEILING(a))
create table t (a TIMESTAMP) partition by hash (CEILING(a))
create table t (a DECIMAL(10,2)) partition by hash (CEILING(a))
drop table t
create table t (a INT) partition by hash (FLOOR(a))
drop table t
create table t (a TIME) partition by hash (FLOOR(a))
create table t (a TIMESTAMP) partition by hash (FLOOR(a))
create table t (a DECIMAL(10,2)) partition by hash (FLOOR(a))
drop table t
create table t (a INT) partition by hash (MOD(a,3))
drop table t
create table t (a TIME) partition by hash (MOD(a,3))
drop table t
create table t (a TIMESTAMP) partition by hash (MOD(a,3))
create table t (a DECIMAL(10,2)) partition by hash (MOD(a,3))
create table t (a INT) partition by hash (a MOD 3)
drop table t
create table t (a TIME) partition by hash (a MOD 3)
drop table t
create table t (a TIMESTAMP) partition by hash (a MOD 3)
create table t (a DECIMAL(10,2)) partition by hash (a MOD 3)
create table t (a INT) partition by hash (a+1)
drop table t
create table t (a TIME) partition by hash (a+1)
drop table t
create table t (a TIMESTAMP) partition by hash (a+1)
create table t (a DECIMAL(10,2)) partition by hash (a+1)
create table t (a INT) partition by hash (a-1)
drop table t
create table t (a TIME) partition by hash (a-1)
drop table t
create table t (a TIMESTAMP) partition by hash (a-1)
create table t (a DECIMAL(10,2)) partition by hash (a-1)
create table t (a INT) partition by hash (a*2)
drop table t
create table t (a TIME) partition by hash (a*2)
drop table t
create table t (a TIMESTAMP) partition by hash (a*2)
create table t (a DECIMAL(10,2)) partition by hash (a*2)
create table t (a INT) partition by hash (a DIV 2)
drop table t
create table t (a TIME) partition by hash (a DIV 2)
drop table t
create table t (a TIMESTAMP) partition by hash (a DIV 2)
create table t (a DECIMAL(10,2)) partition by hash (a DIV 2)
drop table t
create table t (a INT) partition by hash (a/2)
create table t (a DATE) partition by hash (-a)
create table t (a DATETIME) partition by hash (-a)
create table t (a VARCHAR(10)) partition by hash (-a)
create table t (a TEXT) partition by hash (-a)
create table t (a DATE) partition by hash (DAY(a))
drop table t
create table t (a DATETIME) partition by hash (DAY(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (DAY(a))
create table t (a TEXT) partition by hash (DAY(a))
create table t (a DATE) partition by hash (DAYOFMONTH(a))
drop table t
create table t (a DATETIME) partition by hash (DAYOFMONTH(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (DAYOFMONTH(a))
create table t (a TEXT) partition by hash (DAYOFMONTH(a))
create table t (a DATE) partition by hash (DAYOFWEEK(a))
drop table t
create table t (a DATETIME) partition by hash (DAYOFWEEK(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (DAYOFWEEK(a))
create table t (a TEXT) partition by hash (DAYOFWEEK(a))
create table t (a DATE) partition by hash (DAYOFYEAR(a))
drop table t
create table t (a DATETIME) partition by hash (DAYOFYEAR(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (DAYOFYEAR(a))
create table t (a TEXT) partition by hash (DAYOFYEAR(a))
create table t (a DATE) partition by hash (EXTRACT(YEAR FROM a))
drop table t
create table t (a DATETIME) partition by hash (EXTRACT(YEAR FROM a))
drop table t
create table t (a VARCHAR(10)) partition by hash (EXTRACT(YEAR FROM a))
create table t (a TEXT) partition by hash (EXTRACT(YEAR FROM a))
create table t (a DATE) partition by hash (EXTRACT(HOUR FROM a))
create table t (a DATETIME) partition by hash (EXTRACT(HOUR FROM a))
drop table t
create table t (a VARCHAR(10)) partition by hash (EXTRACT(HOUR FROM a))
create table t (a TEXT) partition by hash (EXTRACT(HOUR FROM a))
create table t (a DATE) partition by hash (EXTRACT(MINUTE FROM a))
create table t (a DATETIME) partition by hash (EXTRACT(MINUTE FROM a))
drop table t
create table t (a VARCHAR(10)) partition by hash (EXTRACT(MINUTE FROM a))
create table t (a TEXT) partition by hash (EXTRACT(MINUTE FROM a))
create table t (a DATE) partition by hash (EXTRACT(WEEK FROM a))
create table t (a DATETIME) partition by hash (EXTRACT(WEEK FROM a))
create table t (a VARCHAR(10)) partition by hash (EXTRACT(WEEK FROM a))
create table t (a TEXT) partition by hash (EXTRACT(WEEK FROM a))
create table t (a DATE) partition by hash (EXTRACT(DAY FROM a))
drop table t
create table t (a DATETIME) partition by hash (EXTRACT(DAY FROM a))
drop table t
create table t (a VARCHAR(10)) partition by hash (EXTRACT(DAY FROM a))
create table t (a TEXT) partition by hash (EXTRACT(DAY FROM a))
create table t (a DATE) partition by hash (EXTRACT(DAY_HOUR FROM a))
create table t (a DATETIME) partition by hash (EXTRACT(DAY_HOUR FROM a))
drop table t
create table t (a VARCHAR(10)) partition by hash (EXTRACT(DAY_HOUR FROM a))
create table t (a TEXT) partition by hash (EXTRACT(DAY_HOUR FROM a))
create table t (a DATE) partition by hash (EXTRACT(MICROSECOND FROM a))
create table t (a DATETIME) partition by hash (EXTRACT(MICROSECOND FROM a))
drop table t
create table t (a VARCHAR(10)) partition by hash (EXTRACT(MICROSECOND FROM a))
create table t (a TEXT) partition by hash (EXTRACT(MICROSECOND FROM a))
create table t (a DATE) partition by hash (EXTRACT(HOUR_SECOND FROM a))
create table t (a DATETIME) partition by hash (EXTRACT(HOUR_SECOND FROM a))
drop table t
create table t (a VARCHAR(10)) partition by hash (EXTRACT(HOUR_SECOND FROM a))
create table t (a TEXT) partition by hash (EXTRACT(HOUR_SECOND FROM a))
create table t (a DATE) partition by hash (EXTRACT(MONTH FROM a))
drop table t
create table t (a DATETIME) partition by hash (EXTRACT(MONTH FROM a))
drop table t
create table t (a VARCHAR(10)) partition by hash (EXTRACT(MONTH FROM a))
create table t (a TEXT) partition by hash (EXTRACT(MONTH FROM a))
create table t (a DATE) partition by hash (EXTRACT(QUARTER FROM a))
drop table t
create table t (a DATETIME) partition by hash (EXTRACT(QUARTER FROM a))
drop table t
create table t (a VARCHAR(10)) partition by hash (EXTRACT(QUARTER FROM a))
create table t (a TEXT) partition by hash (EXTRACT(QUARTER FROM a))
create table t (a DATE) partition by hash (EXTRACT(YEAR_MONTH FROM a))
drop table t
create table t (a DATETIME) partition by hash (EXTRACT(YEAR_MONTH FROM a))
drop table t
create table t (a VARCHAR(10)) partition by hash (EXTRACT(YEAR_MONTH FROM a))
create table t (a TEXT) partition by hash (EXTRACT(YEAR_MONTH FROM a))
create table t (a DATE) partition by hash (EXTRACT(DAY_MICROSECOND FROM a))
create table t (a DATETIME) partition by hash (EXTRACT(DAY_MICROSECOND FROM a))
drop table t
create table t (a VARCHAR(10)) partition by hash (EXTRACT(DAY_MICROSECOND FROM a))
create table t (a TEXT) partition by hash (EXTRACT(DAY_MICROSECOND FROM a))
create table t (a DATE) partition by hash (EXTRACT(SECOND_MICROSECOND FROM a))
create table t (a DATETIME) partition by hash (EXTRACT(SECOND_MICROSECOND FROM a))
drop table t
create table t (a VARCHAR(10)) partition by hash (EXTRACT(SECOND_MICROSECOND FROM a))
create table t (a TEXT) partition by hash (EXTRACT(SECOND_MICROSECOND FROM a))
create table t (a DATE) partition by hash (HOUR(a))
create table t (a DATETIME) partition by hash (HOUR(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (HOUR(a))
create table t (a TEXT) partition by hash (HOUR(a))
create table t (a DATE) partition by hash (MICROSECOND(a))
create table t (a DATETIME) partition by hash (MICROSECOND(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (MICROSECOND(a))
create table t (a TEXT) partition by hash (MICROSECOND(a))
create table t (a DATE) partition by hash (MINUTE(a))
create table t (a DATETIME) partition by hash (MINUTE(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (MINUTE(a))
create table t (a TEXT) partition by hash (MINUTE(a))
create table t (a DATE) partition by hash (MONTH(a))
drop table t
create table t (a DATETIME) partition by hash (MONTH(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (MONTH(a))
create table t (a TEXT) partition by hash (MONTH(a))
create table t (a DATE) partition by hash (QUARTER(a))
drop table t
create table t (a DATETIME) partition by hash (QUARTER(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (QUARTER(a))
create table t (a TEXT) partition by hash (QUARTER(a))
create table t (a DATE) partition by hash (SECOND(a))
create table t (a DATETIME) partition by hash (SECOND(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (SECOND(a))
create table t (a TEXT) partition by hash (SECOND(a))
create table t (a DATE) partition by hash (TIME_TO_SEC(a))
create table t (a DATETIME) partition by hash (TIME_TO_SEC(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (TIME_TO_SEC(a))
create table t (a TEXT) partition by hash (TIME_TO_SEC(a))
create table t (a DATE) partition by hash (TO_DAYS(a))
drop table t
create table t (a DATETIME) partition by hash (TO_DAYS(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (TO_DAYS(a))
create table t (a TEXT) partition by hash (TO_DAYS(a))
create table t (a DATE) partition by hash (TO_SECONDS(a))
drop table t
create table t (a DATETIME) partition by hash (TO_SECONDS(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (TO_SECONDS(a))
create table t (a TEXT) partition by hash (TO_SECONDS(a))
create table t (a DATE) partition by hash (UNIX_TIMESTAMP(a))
create table t (a DATETIME) partition by hash (UNIX_TIMESTAMP(a))
create table t (a VARCHAR(10)) partition by hash (UNIX_TIMESTAMP(a))
create table t (a TEXT) partition by hash (UNIX_TIMESTAMP(a))
create table t (a DATE) partition by hash (WEEKDAY(a))
drop table t
create table t (a DATETIME) partition by hash (WEEKDAY(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (WEEKDAY(a))
create table t (a TEXT) partition by hash (WEEKDAY(a))
create table t (a DATE) partition by hash (YEAR(a))
drop table t
create table t (a DATETIME) partition by hash (YEAR(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (YEAR(a))
create table t (a TEXT) partition by hash (YEAR(a))
create table t (a DATE) partition by hash (YEARWEEK(a))
drop table t
create table t (a DATETIME) partition by hash (YEARWEEK(a))
drop table t
create table t (a VARCHAR(10)) partition by hash (YEARWEEK(a))
create table t (a TEXT) partition by hash (YEARWEEK(a))
create table t (a INT) partition by hash (DATEDIFF(a,a))
create table t (a TIME) partition by hash (DATEDIFF(a,a))
create table t (a TIMESTAMP) partition by hash (DATEDIFF(a,a))
create table t (a DECIMAL(10,2)) partition by hash (DATEDIFF(a,a))
create table t (a INT) partition by hash (DATEDIFF(a,"2000-01-01"))
create table t (a TIME) partition by hash (DATEDIFF(a,"2000-01-01"))
create table t (a TIMESTAMP) partition by hash (DATEDIFF(a,"2000-01-01"))
create table t (a DECIMAL(10,2)) partition by hash (DATEDIFF(a,"2000-01-01"))
create table t (a INT) partition by hash (LENGTH(a))
create table t (a INT) partition by hash (ASCII(a))
create table t (a INT) partition by hash (CRC32(a))
create table t (a INT) partition by hash (SIGN(a))
create table t (a INT) partition by hash (SQRT(a))
create table t (a INT) partition by hash (CAST(a AS UNSIGNED))
create table t (a INT) partition by hash (IF(a>1,1,2))
create table t (a INT) partition by hash (COALESCE(a,1))
create table t (a INT) partition by hash (CASE WHEN a THEN 1 ELSE 2 END)
create table t (a INT) partition by hash (a&1)
create table t (a INT) partition by hash (a<<1)
create table t (a INT) partition by hash (~a)
create table t (a INT) partition by hash (GREATEST(a,1))
create table t (a INT) partition by hash (PERIOD_ADD(a,1))
create table t (a INT) partition by hash (INET_ATON(a))
create table t (a INT) partition by hash (INTERVAL(a,1,2))
create table t (a INT) partition by hash (INSTR(a,"a"))
create table t (a INT) partition by hash (TIMESTAMPDIFF(DAY,a,a))
create table t (a DATE) partition by hash (FROM_DAYS(a))
create table t (a DATETIME) partition by hash (FROM_DAYS(a))
create table t (a VARCHAR(10)) partition by hash (FROM_DAYS(a))
create table t (a TEXT) partition by hash (FROM_DAYS(a))
create table t (a INT) partition by hash (ISNULL(a))
create table t (a INT) partition by hash (HEX(a))
create table t (a DATE) partition by hash (1)
create table t (a DATETIME) partition by hash (1)
create table t (a VARCHAR(10)) partition by hash (1)
create table t (a TEXT) partition by hash (1)
create table t (a DATE) partition by hash (1+1)
create table t (a DATETIME) partition by hash (1+1)
create table t (a VARCHAR(10)) partition by hash (1+1)
create table t (a TEXT) partition by hash (1+1)
create table t (a DATE) partition by hash (MOD(5,3)+0*a)
drop table t
create table t (a DATETIME) partition by hash (MOD(5,3)+0*a)
drop table t
create table t (a VARCHAR(10)) partition by hash (MOD(5,3)+0*a)
create table t (a TEXT) partition by hash (MOD(5,3)+0*a)
create table t (a INT) partition by hash (MONTHNAME(a))
create table t (a DATE) partition by hash (TO_DAYS(FROM_DAYS(a)))
create table t (a DATETIME) partition by hash (TO_DAYS(FROM_DAYS(a)))
create table t (a VARCHAR(10)) partition by hash (TO_DAYS(FROM_DAYS(a)))
create table t (a TEXT) partition by hash (TO_DAYS(FROM_DAYS(a)))
create table t (a INT) partition by hash (TO_DAYS(a)+1)
create table t (a TIME) partition by hash (TO_DAYS(a)+1)
create table t (a TIMESTAMP) partition by hash (TO_DAYS(a)+1)
create table t (a DECIMAL(10,2)) partition by hash (TO_DAYS(a)+1)
create table t (a INT) partition by hash (ABS(TO_DAYS(a)))
create table t (a TIME) partition by hash (ABS(TO_DAYS(a)))
create table t (a TIMESTAMP) partition by hash (ABS(TO_DAYS(a)))
create table t (a DECIMAL(10,2)) partition by hash (ABS(TO_DAYS(a)))
create table t (a INT) partition by hash (MOD(DAYOFWEEK(a),2))
create table t (a TIME) partition by hash (MOD(DAYOFWEEK(a),2))
create table t (a TIMESTAMP) partition by hash (MOD(DAYOFWEEK(a),2))
create table t (a DECIMAL(10,2)) partition by hash (MOD(DAYOFWEEK(a),2))
create table t (a INT) partition by hash (LOG2(a))
create table t (a INT) partition by hash (a DIV a)
drop table t
create table t (a TIME) partition by hash (a DIV a)
drop table t
create table t (a TIMESTAMP) partition by hash (a DIV a)
create table t (a DECIMAL(10,2)) partition by hash (a DIV a)
drop table t
create table t (a INT) partition by hash (FLOOR(a/2))
create table t (a DATE) partition by hash (FLOOR(TO_DAYS(a)))
drop table t
create table t (a DATETIME) partition by hash (FLOOR(TO_DAYS(a)))
drop table t
create table t (a VARCHAR(10)) partition by hash (FLOOR(TO_DAYS(a)))
create table t (a TEXT) partition by hash (FLOOR(TO_DAYS(a)))
create table t (a int) partition by range (a) (partition p0 values less than (least(15,30)), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (round(15)), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (instr("i","a,b")), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (week("2002-05-01")), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (bit_length(255)), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (to_days("2000-01-01")), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (to_days(date "2000-01-01")), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (year("2000-01-01")+1), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (5 div 2), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (ceiling(1.5)), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (1.5), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than ("a"), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than ((select 1)), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (json_length("[1]")), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (cast(1 as signed)), partition p1 values less than maxvalue)
drop table if exists t
create table t (a int) partition by range (a) (partition p0 values less than (abs(-3)), partition p1 values less than maxvalue)
drop table if exists t
