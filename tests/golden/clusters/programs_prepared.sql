# Definitions of programs with statements inside, prepared.
create database if not exists q9;
use q9;
create table t (a int);
prepare s from 'create event ev on schedule at ''2037-01-01 00:00:00'' do begin insert into t values (1); insert into t values (2); end';
execute s;
select event_definition from information_schema.events where event_schema='q9';
prepare s from 'alter event ev do begin select 1; end';
execute s;
select event_definition from information_schema.events where event_schema='q9';
prepare s from 'create procedure p() begin select 1; end';
prepare s from 'select 1; select 2';
prepare s from 'select 1;';
execute s;
