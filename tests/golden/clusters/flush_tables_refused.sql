create table t (a int);
flush tables for export;
flush tables with export;
flush tables t with export;
flush tables t for export;
unlock tables;
flush tables for;
flush tables with read;
flush tables with lock;
