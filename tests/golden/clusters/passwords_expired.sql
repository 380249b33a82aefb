create user u1@localhost identified by 'x', u2@localhost, u3@localhost;
alter user u1@localhost identified with caching_sha2_password; alter user u2@localhost identified with sha256_password; alter user u3@localhost identified with caching_sha2_password by 'y';
create user u4@localhost identified with sha256_password; create user u5@localhost identified with caching_sha2_password;
select user, password_expired, plugin from mysql.user where user like 'u_' order by user;
show create user u1@localhost; show create user u2@localhost; show create user u4@localhost;
grant backup_admin on *.* to u1@localhost; grant grant option on *.* to u1@localhost; show grants for u1@localhost; grant clone_admin on *.* to u1@localhost; show grants for u1@localhost; grant insert on *.* to u1@localhost with grant option; show grants for u1@localhost; revoke grant option on *.* from u1@localhost; show grants for u1@localhost;
delete from mysql.user where user = 'u5'; create user u5@localhost; create user u5@localhost; show grants for u5@localhost; 
drop user u1@localhost, u2@localhost, u3@localhost, u4@localhost, u5@localhost;
