create user a@localhost;
grant all on test.nosuch to a@localhost; grant all on nosuch.nosuch to a@localhost;
revoke all on test.nosuch from a@localhost; revoke create on test.nosuch from a@localhost;
create view v as select 1; grant all on v to a@localhost; drop view v;
show grants for a@localhost; drop user a@localhost;
show events from ``; show events from `nosuch`; show tables from ``; show triggers from ``; show table status from ``; show open tables from ``; show columns from `` from t; show columns from t from ``; show create database ``; use ``; show events in nosuch like 'x'; show procedure status like 'x';
create procedure café() select 1; create procedure cafe() select 2; create procedure CAFÉ() select 3; call CAFE(); drop procedure cafe;
create procedure ß() select 1; create procedure ss() select 2; drop procedure if exists ß; drop procedure if exists ss;
create function é() returns int return 1; select e(); drop function if exists e;
