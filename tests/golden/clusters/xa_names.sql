create table t1 (a int primary key);
xa start 'a', 'b'; xa end 'a', 'b'; xa prepare 'a', 'b';
xa start 'a', 'b', 7; xa start 0x61, 0x62, 3; xa start 'a'; xa end 'a'; xa rollback 'a';
xa start 'a', 'B'; xa end 'a', 'B'; xa rollback 'a', 'B'; xa start 'ab'; xa end 'ab'; xa rollback 'ab';
xa rollback 'a', 'b', 7; xa commit 'a', 'b'; xa start 'a', 'b', 7; xa end 'a', 'b'; xa end 'a', 'b', 7; xa rollback 'a', 'b', 7;
create user '' password expire; create user '' password expire never; create user ''@localhost account lock; drop user ''@localhost; drop table t1;
