# ANALYZE, CHECK, OPTIMIZE, REPAIR and keys in caches tell of a database that is not there.
ANALYZE TABLE nodb.t;
CHECK TABLE nodb.t;
OPTIMIZE TABLE nodb.t;
REPAIR TABLE nodb.t;
CHECKSUM TABLE nodb.t;
ANALYZE TABLE mysql.nosuch, nodb.t, nosuch;
OPTIMIZE TABLE performance_schema.nosuch;
REPAIR TABLE sys.nosuch;
ANALYZE TABLE nodb.t UPDATE HISTOGRAM ON a;
ANALYZE TABLE nosuch UPDATE HISTOGRAM ON a;
TRUNCATE performance_schema.nosuch;
TRUNCATE mysql.nosuch;
TRUNCATE sys.nosuch;
CACHE INDEX nodb.t IN DEFAULT;
LOAD INDEX INTO CACHE nodb.t;
FLUSH TABLES nodb.t WITH READ LOCK;
FLUSH TABLES nodb.t;
