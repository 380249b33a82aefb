create database x; use x; create table t (a int);
prepare s from ' select_garbage 1  '; prepare s from ' select a from t where   '; prepare s from ' select 1; '; prepare s from 'select * frm t ; ; '; prepare s from '   ';
prepare s from ' ; '; prepare s from 'insert into t values (1)  ;  '; execute s; select * from t; set @q = '  select b from t  '; prepare s from @q; set @q = ' select b frm t  '; prepare s from @q;
create user a, b, c; create role r1, r2, r3; grant r1, r2, r3 to a, b; grant r1 to c;
set default role r1, r2 to a, nobody; select * from mysql.default_roles; set default role r1, r2 to a, c; select * from mysql.default_roles; set default role all to b, nobody; select * from mysql.default_roles;
set default role r1 to a, b, c; select * from mysql.default_roles order by user, default_role_user; alter user a, c default role r2; alter user a, b default role r3; select * from mysql.default_roles order by user, default_role_user; set default role none to a, nobody; select * from mysql.default_roles order by user, default_role_user;
kill (select count(*) from mysql.user); kill (select 1); kill query (select 1);
show global variables like 'autocommit'; show status like 'nothing'; show global status like 'nothing';
drop user a, b, c; drop role r1, r2, r3; drop database x;
