# pseudo_thread_id is what CONNECTION_ID() says.
select @@pseudo_thread_id = connection_id();
select @@session.pseudo_thread_id between 1 and 1000000;
select variable_value = connection_id() from performance_schema.session_variables where variable_name = 'pseudo_thread_id';
set session pseudo_thread_id = 42;
select @@pseudo_thread_id, connection_id();
select variable_value from performance_schema.session_variables where variable_name = 'pseudo_thread_id';
show session variables like 'pseudo_thread_id';
set pseudo_thread_id = default;
select @@pseudo_thread_id;
select connection_id() > 0;
set pseudo_thread_id = 0;
select @@pseudo_thread_id, connection_id() > 0;
set session autocommit = 1;
set session session_track_system_variables = NULL;
set session autocommit = 1;
set global session_track_system_variables = default;
