"""Lists of a 9.7.4 that no statement changes: written by `integration/server_lists.py`.

A line is a row, its columns parted by |; \\N is NULL; a line that ends in + goes on in the next one.
"""

ENGINES = """\
ndbcluster|NO|Clustered, fault-tolerant tables|\\N|\\N|\\N
MEMORY|YES|Hash based, stored in memory, useful for temporary tables|NO|NO|NO
InnoDB|DEFAULT|Supports transactions, row-level locking, and foreign keys|YES|YES|YES
PERFORMANCE_SCHEMA|YES|Performance Schema|NO|NO|NO
MyISAM|YES|MyISAM storage engine|NO|NO|NO
FEDERATED|NO|Federated MySQL storage engine|\\N|\\N|\\N
ndbinfo|NO|MySQL Cluster system information storage engine|\\N|\\N|\\N
MRG_MYISAM|YES|Collection of identical MyISAM tables|NO|NO|NO
BLACKHOLE|YES|/dev/null storage engine (anything you write to it disappears)|NO|NO|NO
CSV|YES|CSV storage engine|NO|NO|NO
ARCHIVE|YES|Archive storage engine|NO|NO|NO
"""

PLUGINS = """\
binlog|ACTIVE|STORAGE ENGINE|\\N|GPL
sha256_password|ACTIVE|AUTHENTICATION|\\N|GPL
caching_sha2_password|ACTIVE|AUTHENTICATION|\\N|GPL
daemon_keyring_proxy_plugin|ACTIVE|DAEMON|\\N|GPL
CSV|ACTIVE|STORAGE ENGINE|\\N|GPL
MEMORY|ACTIVE|STORAGE ENGINE|\\N|GPL
InnoDB|ACTIVE|STORAGE ENGINE|\\N|GPL
INNODB_TRX|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_CMP|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_CMP_RESET|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_CMPMEM|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_CMPMEM_RESET|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_CMP_PER_INDEX|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_CMP_PER_INDEX_RESET|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_BUFFER_PAGE|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_BUFFER_PAGE_LRU|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_BUFFER_POOL_STATS|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_TEMP_TABLE_INFO|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_METRICS|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_FT_DEFAULT_STOPWORD|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_FT_DELETED|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_FT_BEING_DELETED|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_FT_CONFIG|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_FT_INDEX_CACHE|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_FT_INDEX_TABLE|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_TABLES|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_TABLESTATS|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_INDEXES|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_TABLESPACES|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_COLUMNS|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_VIRTUAL|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_CACHED_INDEXES|ACTIVE|INFORMATION SCHEMA|\\N|GPL
INNODB_SESSION_TEMP_TABLESPACES|ACTIVE|INFORMATION SCHEMA|\\N|GPL
MyISAM|ACTIVE|STORAGE ENGINE|\\N|GPL
MRG_MYISAM|ACTIVE|STORAGE ENGINE|\\N|GPL
PERFORMANCE_SCHEMA|ACTIVE|STORAGE ENGINE|\\N|GPL
TempTable|ACTIVE|STORAGE ENGINE|\\N|GPL
ARCHIVE|ACTIVE|STORAGE ENGINE|\\N|GPL
BLACKHOLE|ACTIVE|STORAGE ENGINE|\\N|GPL
FEDERATED|DISABLED|STORAGE ENGINE|\\N|GPL
ndbcluster|DISABLED|STORAGE ENGINE|\\N|GPL
ndbinfo|DISABLED|STORAGE ENGINE|\\N|GPL
ndb_transid_mysql_connection_map|DISABLED|INFORMATION SCHEMA|\\N|GPL
ngram|ACTIVE|FTPARSER|\\N|GPL
mysqlx_cache_cleaner|ACTIVE|AUDIT|\\N|GPL
mysqlx|DISABLED|DAEMON|\\N|GPL
"""

PRIVILEGES = """\
Alter|Tables|To alter the table
Alter routine|Functions,Procedures|To alter or drop stored functions/procedures
Create|Databases,Tables,Indexes|To create new databases and tables
Create routine|Databases|To use CREATE FUNCTION/PROCEDURE
Create role|Server Admin|To create new roles
Create temporary tables|Databases|To use CREATE TEMPORARY TABLE
Create view|Tables|To create new views
Create user|Server Admin|To create new users
Delete|Tables|To delete existing rows
Drop|Databases,Tables|To drop databases, tables, and views
Drop role|Server Admin|To drop roles
Event|Server Admin|To create, alter, drop and execute events
Execute|Functions,Procedures|To execute stored routines
File|File access on server|To read and write files on the server
Grant option|Databases,Tables,Functions,Procedures|To give to other users those privileges you possess
Index|Tables|To create or drop indexes
Insert|Tables|To insert data into tables
Lock tables|Databases|To use LOCK TABLES (together with SELECT privilege)
Process|Server Admin|To view the plain text of currently executing queries
Proxy|Server Admin|To make proxy user possible
References|Databases,Tables|To have references on tables
Reload|Server Admin|To reload or refresh tables, logs and privileges
Replication client|Server Admin|To ask where the slave or master servers are
Replication slave|Server Admin|To read binary log events from the master
Select|Tables|To retrieve rows from table
Show databases|Server Admin|To see all databases with SHOW DATABASES
Show view|Tables|To see views with SHOW CREATE VIEW
Shutdown|Server Admin|To shut down the server
Super|Server Admin|To use KILL thread, SET GLOBAL, CHANGE REPLICATION SOURCE, etc.
Trigger|Tables|To use triggers
Create tablespace|Server Admin|To create/alter/drop tablespaces
Update|Tables|To update existing rows
Usage|Server Admin|No privileges - allow connect only
AUDIT_ABORT_EXEMPT|Server Admin|
FIREWALL_EXEMPT|Server Admin|
OPTIMIZE_LOCAL_TABLE|Server Admin|
ALLOW_NONEXISTENT_DEFINER|Server Admin|
SET_ANY_DEFINER|Server Admin|
SENSITIVE_VARIABLES_OBSERVER|Server Admin|
AUTHENTICATION_POLICY_ADMIN|Server Admin|
GROUP_REPLICATION_STREAM|Server Admin|
FLUSH_PRIVILEGES|Server Admin|
FLUSH_TABLES|Server Admin|
XA_RECOVER_ADMIN|Server Admin|
CONNECTION_ADMIN|Server Admin|
CLONE_ADMIN|Server Admin|
ENCRYPTION_KEY_ADMIN|Server Admin|
INNODB_REDO_LOG_ARCHIVE|Server Admin|
MANAGE_DATA_MASKING_POLICY|Server Admin|
SESSION_VARIABLES_ADMIN|Server Admin|
APPLICATION_PASSWORD_ADMIN|Server Admin|
CREATE_SPATIAL_REFERENCE_SYSTEM|Server Admin|
REPLICATION_SLAVE_ADMIN|Server Admin|
BACKUP_ADMIN|Server Admin|
GROUP_REPLICATION_ADMIN|Server Admin|
SYSTEM_VARIABLES_ADMIN|Server Admin|
BINLOG_ADMIN|Server Admin|
PERSIST_RO_VARIABLES_ADMIN|Server Admin|
TRANSACTION_GTID_TAG|Server Admin|
PASSWORDLESS_USER_ADMIN|Server Admin|
ROLE_ADMIN|Server Admin|
INNODB_REDO_LOG_ENABLE|Server Admin|
RESOURCE_GROUP_USER|Server Admin|
BINLOG_ENCRYPTION_ADMIN|Server Admin|
SERVICE_CONNECTION_ADMIN|Server Admin|
SHOW_ROUTINE|Server Admin|
RESOURCE_GROUP_ADMIN|Server Admin|
SYSTEM_USER|Server Admin|
TABLE_ENCRYPTION_ADMIN|Server Admin|
TELEMETRY_LOG_ADMIN|Server Admin|
FLUSH_STATUS|Server Admin|
REPLICATION_APPLIER|Server Admin|
FLUSH_OPTIMIZER_COSTS|Server Admin|
AUDIT_ADMIN|Server Admin|
FLUSH_USER_RESOURCES|Server Admin|
"""

CHARACTER_SETS = """\
armscii8|ARMSCII-8 Armenian|armscii8_general_ci|1
ascii|US ASCII|ascii_general_ci|1
big5|Big5 Traditional Chinese|big5_chinese_ci|2
binary|Binary pseudo charset|binary|1
cp1250|Windows Central European|cp1250_general_ci|1
cp1251|Windows Cyrillic|cp1251_general_ci|1
cp1256|Windows Arabic|cp1256_general_ci|1
cp1257|Windows Baltic|cp1257_general_ci|1
cp850|DOS West European|cp850_general_ci|1
cp852|DOS Central European|cp852_general_ci|1
cp866|DOS Russian|cp866_general_ci|1
cp932|SJIS for Windows Japanese|cp932_japanese_ci|2
dec8|DEC West European|dec8_swedish_ci|1
eucjpms|UJIS for Windows Japanese|eucjpms_japanese_ci|3
euckr|EUC-KR Korean|euckr_korean_ci|2
gb18030|China National Standard GB18030|gb18030_chinese_ci|4
gb2312|GB2312 Simplified Chinese|gb2312_chinese_ci|2
gbk|GBK Simplified Chinese|gbk_chinese_ci|2
geostd8|GEOSTD8 Georgian|geostd8_general_ci|1
greek|ISO 8859-7 Greek|greek_general_ci|1
hebrew|ISO 8859-8 Hebrew|hebrew_general_ci|1
hp8|HP West European|hp8_english_ci|1
keybcs2|DOS Kamenicky Czech-Slovak|keybcs2_general_ci|1
koi8r|KOI8-R Relcom Russian|koi8r_general_ci|1
koi8u|KOI8-U Ukrainian|koi8u_general_ci|1
latin1|cp1252 West European|latin1_swedish_ci|1
latin2|ISO 8859-2 Central European|latin2_general_ci|1
latin5|ISO 8859-9 Turkish|latin5_turkish_ci|1
latin7|ISO 8859-13 Baltic|latin7_general_ci|1
macce|Mac Central European|macce_general_ci|1
macroman|Mac West European|macroman_general_ci|1
sjis|Shift-JIS Japanese|sjis_japanese_ci|2
swe7|7bit Swedish|swe7_swedish_ci|1
tis620|TIS620 Thai|tis620_thai_ci|1
ucs2|UCS-2 Unicode|ucs2_general_ci|2
ujis|EUC-JP Japanese|ujis_japanese_ci|3
utf16|UTF-16 Unicode|utf16_general_ci|4
utf16le|UTF-16LE Unicode|utf16le_general_ci|4
utf32|UTF-32 Unicode|utf32_general_ci|4
utf8mb3|UTF-8 Unicode|utf8mb3_general_ci|3
utf8mb4|UTF-8 Unicode|utf8mb4_0900_ai_ci|4
"""

COLLATIONS = """\
armscii8_bin|armscii8|64||Yes|1|PAD SPACE
armscii8_general_ci|armscii8|32|Yes|Yes|1|PAD SPACE
ascii_bin|ascii|65||Yes|1|PAD SPACE
ascii_general_ci|ascii|11|Yes|Yes|1|PAD SPACE
big5_bin|big5|84||Yes|1|PAD SPACE
big5_chinese_ci|big5|1|Yes|Yes|1|PAD SPACE
binary|binary|63|Yes|Yes|1|NO PAD
cp1250_bin|cp1250|66||Yes|1|PAD SPACE
cp1250_croatian_ci|cp1250|44||Yes|1|PAD SPACE
cp1250_czech_cs|cp1250|34||Yes|2|PAD SPACE
cp1250_general_ci|cp1250|26|Yes|Yes|1|PAD SPACE
cp1250_polish_ci|cp1250|99||Yes|1|PAD SPACE
cp1251_bin|cp1251|50||Yes|1|PAD SPACE
cp1251_bulgarian_ci|cp1251|14||Yes|1|PAD SPACE
cp1251_general_ci|cp1251|51|Yes|Yes|1|PAD SPACE
cp1251_general_cs|cp1251|52||Yes|1|PAD SPACE
cp1251_ukrainian_ci|cp1251|23||Yes|1|PAD SPACE
cp1256_bin|cp1256|67||Yes|1|PAD SPACE
cp1256_general_ci|cp1256|57|Yes|Yes|1|PAD SPACE
cp1257_bin|cp1257|58||Yes|1|PAD SPACE
cp1257_general_ci|cp1257|59|Yes|Yes|1|PAD SPACE
cp1257_lithuanian_ci|cp1257|29||Yes|1|PAD SPACE
cp850_bin|cp850|80||Yes|1|PAD SPACE
cp850_general_ci|cp850|4|Yes|Yes|1|PAD SPACE
cp852_bin|cp852|81||Yes|1|PAD SPACE
cp852_general_ci|cp852|40|Yes|Yes|1|PAD SPACE
cp866_bin|cp866|68||Yes|1|PAD SPACE
cp866_general_ci|cp866|36|Yes|Yes|1|PAD SPACE
cp932_bin|cp932|96||Yes|1|PAD SPACE
cp932_japanese_ci|cp932|95|Yes|Yes|1|PAD SPACE
dec8_bin|dec8|69||Yes|1|PAD SPACE
dec8_swedish_ci|dec8|3|Yes|Yes|1|PAD SPACE
eucjpms_bin|eucjpms|98||Yes|1|PAD SPACE
eucjpms_japanese_ci|eucjpms|97|Yes|Yes|1|PAD SPACE
euckr_bin|euckr|85||Yes|1|PAD SPACE
euckr_korean_ci|euckr|19|Yes|Yes|1|PAD SPACE
gb18030_bin|gb18030|249||Yes|1|PAD SPACE
gb18030_chinese_ci|gb18030|248|Yes|Yes|2|PAD SPACE
gb18030_unicode_520_ci|gb18030|250||Yes|8|PAD SPACE
gb2312_bin|gb2312|86||Yes|1|PAD SPACE
gb2312_chinese_ci|gb2312|24|Yes|Yes|1|PAD SPACE
gbk_bin|gbk|87||Yes|1|PAD SPACE
gbk_chinese_ci|gbk|28|Yes|Yes|1|PAD SPACE
geostd8_bin|geostd8|93||Yes|1|PAD SPACE
geostd8_general_ci|geostd8|92|Yes|Yes|1|PAD SPACE
greek_bin|greek|70||Yes|1|PAD SPACE
greek_general_ci|greek|25|Yes|Yes|1|PAD SPACE
hebrew_bin|hebrew|71||Yes|1|PAD SPACE
hebrew_general_ci|hebrew|16|Yes|Yes|1|PAD SPACE
hp8_bin|hp8|72||Yes|1|PAD SPACE
hp8_english_ci|hp8|6|Yes|Yes|1|PAD SPACE
keybcs2_bin|keybcs2|73||Yes|1|PAD SPACE
keybcs2_general_ci|keybcs2|37|Yes|Yes|1|PAD SPACE
koi8r_bin|koi8r|74||Yes|1|PAD SPACE
koi8r_general_ci|koi8r|7|Yes|Yes|1|PAD SPACE
koi8u_bin|koi8u|75||Yes|1|PAD SPACE
koi8u_general_ci|koi8u|22|Yes|Yes|1|PAD SPACE
latin1_bin|latin1|47||Yes|1|PAD SPACE
latin1_danish_ci|latin1|15||Yes|1|PAD SPACE
latin1_general_ci|latin1|48||Yes|1|PAD SPACE
latin1_general_cs|latin1|49||Yes|1|PAD SPACE
latin1_german1_ci|latin1|5||Yes|1|PAD SPACE
latin1_german2_ci|latin1|31||Yes|2|PAD SPACE
latin1_spanish_ci|latin1|94||Yes|1|PAD SPACE
latin1_swedish_ci|latin1|8|Yes|Yes|1|PAD SPACE
latin2_bin|latin2|77||Yes|1|PAD SPACE
latin2_croatian_ci|latin2|27||Yes|1|PAD SPACE
latin2_czech_cs|latin2|2||Yes|4|PAD SPACE
latin2_general_ci|latin2|9|Yes|Yes|1|PAD SPACE
latin2_hungarian_ci|latin2|21||Yes|1|PAD SPACE
latin5_bin|latin5|78||Yes|1|PAD SPACE
latin5_turkish_ci|latin5|30|Yes|Yes|1|PAD SPACE
latin7_bin|latin7|79||Yes|1|PAD SPACE
latin7_estonian_cs|latin7|20||Yes|1|PAD SPACE
latin7_general_ci|latin7|41|Yes|Yes|1|PAD SPACE
latin7_general_cs|latin7|42||Yes|1|PAD SPACE
macce_bin|macce|43||Yes|1|PAD SPACE
macce_general_ci|macce|38|Yes|Yes|1|PAD SPACE
macroman_bin|macroman|53||Yes|1|PAD SPACE
macroman_general_ci|macroman|39|Yes|Yes|1|PAD SPACE
sjis_bin|sjis|88||Yes|1|PAD SPACE
sjis_japanese_ci|sjis|13|Yes|Yes|1|PAD SPACE
swe7_bin|swe7|82||Yes|1|PAD SPACE
swe7_swedish_ci|swe7|10|Yes|Yes|1|PAD SPACE
tis620_bin|tis620|89||Yes|1|PAD SPACE
tis620_thai_ci|tis620|18|Yes|Yes|4|PAD SPACE
ucs2_bin|ucs2|90||Yes|1|PAD SPACE
ucs2_croatian_ci|ucs2|149||Yes|8|PAD SPACE
ucs2_czech_ci|ucs2|138||Yes|8|PAD SPACE
ucs2_danish_ci|ucs2|139||Yes|8|PAD SPACE
ucs2_esperanto_ci|ucs2|145||Yes|8|PAD SPACE
ucs2_estonian_ci|ucs2|134||Yes|8|PAD SPACE
ucs2_general_ci|ucs2|35|Yes|Yes|1|PAD SPACE
ucs2_general_mysql500_ci|ucs2|159||Yes|1|PAD SPACE
ucs2_german2_ci|ucs2|148||Yes|8|PAD SPACE
ucs2_hungarian_ci|ucs2|146||Yes|8|PAD SPACE
ucs2_icelandic_ci|ucs2|129||Yes|8|PAD SPACE
ucs2_latvian_ci|ucs2|130||Yes|8|PAD SPACE
ucs2_lithuanian_ci|ucs2|140||Yes|8|PAD SPACE
ucs2_persian_ci|ucs2|144||Yes|8|PAD SPACE
ucs2_polish_ci|ucs2|133||Yes|8|PAD SPACE
ucs2_romanian_ci|ucs2|131||Yes|8|PAD SPACE
ucs2_roman_ci|ucs2|143||Yes|8|PAD SPACE
ucs2_sinhala_ci|ucs2|147||Yes|8|PAD SPACE
ucs2_slovak_ci|ucs2|141||Yes|8|PAD SPACE
ucs2_slovenian_ci|ucs2|132||Yes|8|PAD SPACE
ucs2_spanish2_ci|ucs2|142||Yes|8|PAD SPACE
ucs2_spanish_ci|ucs2|135||Yes|8|PAD SPACE
ucs2_swedish_ci|ucs2|136||Yes|8|PAD SPACE
ucs2_turkish_ci|ucs2|137||Yes|8|PAD SPACE
ucs2_unicode_520_ci|ucs2|150||Yes|8|PAD SPACE
ucs2_unicode_ci|ucs2|128||Yes|8|PAD SPACE
ucs2_vietnamese_ci|ucs2|151||Yes|8|PAD SPACE
ujis_bin|ujis|91||Yes|1|PAD SPACE
ujis_japanese_ci|ujis|12|Yes|Yes|1|PAD SPACE
utf16le_bin|utf16le|62||Yes|1|PAD SPACE
utf16le_general_ci|utf16le|56|Yes|Yes|1|PAD SPACE
utf16_bin|utf16|55||Yes|1|PAD SPACE
utf16_croatian_ci|utf16|122||Yes|8|PAD SPACE
utf16_czech_ci|utf16|111||Yes|8|PAD SPACE
utf16_danish_ci|utf16|112||Yes|8|PAD SPACE
utf16_esperanto_ci|utf16|118||Yes|8|PAD SPACE
utf16_estonian_ci|utf16|107||Yes|8|PAD SPACE
utf16_general_ci|utf16|54|Yes|Yes|1|PAD SPACE
utf16_german2_ci|utf16|121||Yes|8|PAD SPACE
utf16_hungarian_ci|utf16|119||Yes|8|PAD SPACE
utf16_icelandic_ci|utf16|102||Yes|8|PAD SPACE
utf16_latvian_ci|utf16|103||Yes|8|PAD SPACE
utf16_lithuanian_ci|utf16|113||Yes|8|PAD SPACE
utf16_persian_ci|utf16|117||Yes|8|PAD SPACE
utf16_polish_ci|utf16|106||Yes|8|PAD SPACE
utf16_romanian_ci|utf16|104||Yes|8|PAD SPACE
utf16_roman_ci|utf16|116||Yes|8|PAD SPACE
utf16_sinhala_ci|utf16|120||Yes|8|PAD SPACE
utf16_slovak_ci|utf16|114||Yes|8|PAD SPACE
utf16_slovenian_ci|utf16|105||Yes|8|PAD SPACE
utf16_spanish2_ci|utf16|115||Yes|8|PAD SPACE
utf16_spanish_ci|utf16|108||Yes|8|PAD SPACE
utf16_swedish_ci|utf16|109||Yes|8|PAD SPACE
utf16_turkish_ci|utf16|110||Yes|8|PAD SPACE
utf16_unicode_520_ci|utf16|123||Yes|8|PAD SPACE
utf16_unicode_ci|utf16|101||Yes|8|PAD SPACE
utf16_vietnamese_ci|utf16|124||Yes|8|PAD SPACE
utf32_bin|utf32|61||Yes|1|PAD SPACE
utf32_croatian_ci|utf32|181||Yes|8|PAD SPACE
utf32_czech_ci|utf32|170||Yes|8|PAD SPACE
utf32_danish_ci|utf32|171||Yes|8|PAD SPACE
utf32_esperanto_ci|utf32|177||Yes|8|PAD SPACE
utf32_estonian_ci|utf32|166||Yes|8|PAD SPACE
utf32_general_ci|utf32|60|Yes|Yes|1|PAD SPACE
utf32_german2_ci|utf32|180||Yes|8|PAD SPACE
utf32_hungarian_ci|utf32|178||Yes|8|PAD SPACE
utf32_icelandic_ci|utf32|161||Yes|8|PAD SPACE
utf32_latvian_ci|utf32|162||Yes|8|PAD SPACE
utf32_lithuanian_ci|utf32|172||Yes|8|PAD SPACE
utf32_persian_ci|utf32|176||Yes|8|PAD SPACE
utf32_polish_ci|utf32|165||Yes|8|PAD SPACE
utf32_romanian_ci|utf32|163||Yes|8|PAD SPACE
utf32_roman_ci|utf32|175||Yes|8|PAD SPACE
utf32_sinhala_ci|utf32|179||Yes|8|PAD SPACE
utf32_slovak_ci|utf32|173||Yes|8|PAD SPACE
utf32_slovenian_ci|utf32|164||Yes|8|PAD SPACE
utf32_spanish2_ci|utf32|174||Yes|8|PAD SPACE
utf32_spanish_ci|utf32|167||Yes|8|PAD SPACE
utf32_swedish_ci|utf32|168||Yes|8|PAD SPACE
utf32_turkish_ci|utf32|169||Yes|8|PAD SPACE
utf32_unicode_520_ci|utf32|182||Yes|8|PAD SPACE
utf32_unicode_ci|utf32|160||Yes|8|PAD SPACE
utf32_vietnamese_ci|utf32|183||Yes|8|PAD SPACE
utf8mb3_bin|utf8mb3|83||Yes|1|PAD SPACE
utf8mb3_croatian_ci|utf8mb3|213||Yes|8|PAD SPACE
utf8mb3_czech_ci|utf8mb3|202||Yes|8|PAD SPACE
utf8mb3_danish_ci|utf8mb3|203||Yes|8|PAD SPACE
utf8mb3_esperanto_ci|utf8mb3|209||Yes|8|PAD SPACE
utf8mb3_estonian_ci|utf8mb3|198||Yes|8|PAD SPACE
utf8mb3_general_ci|utf8mb3|33|Yes|Yes|1|PAD SPACE
utf8mb3_general_mysql500_ci|utf8mb3|223||Yes|1|PAD SPACE
utf8mb3_german2_ci|utf8mb3|212||Yes|8|PAD SPACE
utf8mb3_hungarian_ci|utf8mb3|210||Yes|8|PAD SPACE
utf8mb3_icelandic_ci|utf8mb3|193||Yes|8|PAD SPACE
utf8mb3_latvian_ci|utf8mb3|194||Yes|8|PAD SPACE
utf8mb3_lithuanian_ci|utf8mb3|204||Yes|8|PAD SPACE
utf8mb3_persian_ci|utf8mb3|208||Yes|8|PAD SPACE
utf8mb3_polish_ci|utf8mb3|197||Yes|8|PAD SPACE
utf8mb3_romanian_ci|utf8mb3|195||Yes|8|PAD SPACE
utf8mb3_roman_ci|utf8mb3|207||Yes|8|PAD SPACE
utf8mb3_sinhala_ci|utf8mb3|211||Yes|8|PAD SPACE
utf8mb3_slovak_ci|utf8mb3|205||Yes|8|PAD SPACE
utf8mb3_slovenian_ci|utf8mb3|196||Yes|8|PAD SPACE
utf8mb3_spanish2_ci|utf8mb3|206||Yes|8|PAD SPACE
utf8mb3_spanish_ci|utf8mb3|199||Yes|8|PAD SPACE
utf8mb3_swedish_ci|utf8mb3|200||Yes|8|PAD SPACE
utf8mb3_tolower_ci|utf8mb3|76||Yes|1|PAD SPACE
utf8mb3_turkish_ci|utf8mb3|201||Yes|8|PAD SPACE
utf8mb3_unicode_520_ci|utf8mb3|214||Yes|8|PAD SPACE
utf8mb3_unicode_ci|utf8mb3|192||Yes|8|PAD SPACE
utf8mb3_vietnamese_ci|utf8mb3|215||Yes|8|PAD SPACE
utf8mb4_0900_ai_ci|utf8mb4|255|Yes|Yes|0|NO PAD
utf8mb4_0900_as_ci|utf8mb4|305||Yes|0|NO PAD
utf8mb4_0900_as_cs|utf8mb4|278||Yes|0|NO PAD
utf8mb4_0900_bin|utf8mb4|309||Yes|1|NO PAD
utf8mb4_bg_0900_ai_ci|utf8mb4|318||Yes|0|NO PAD
utf8mb4_bg_0900_as_cs|utf8mb4|319||Yes|0|NO PAD
utf8mb4_bin|utf8mb4|46||Yes|1|PAD SPACE
utf8mb4_bs_0900_ai_ci|utf8mb4|316||Yes|0|NO PAD
utf8mb4_bs_0900_as_cs|utf8mb4|317||Yes|0|NO PAD
utf8mb4_croatian_ci|utf8mb4|245||Yes|8|PAD SPACE
utf8mb4_cs_0900_ai_ci|utf8mb4|266||Yes|0|NO PAD
utf8mb4_cs_0900_as_cs|utf8mb4|289||Yes|0|NO PAD
utf8mb4_czech_ci|utf8mb4|234||Yes|8|PAD SPACE
utf8mb4_danish_ci|utf8mb4|235||Yes|8|PAD SPACE
utf8mb4_da_0900_ai_ci|utf8mb4|267||Yes|0|NO PAD
utf8mb4_da_0900_as_cs|utf8mb4|290||Yes|0|NO PAD
utf8mb4_de_pb_0900_ai_ci|utf8mb4|256||Yes|0|NO PAD
utf8mb4_de_pb_0900_as_cs|utf8mb4|279||Yes|0|NO PAD
utf8mb4_eo_0900_ai_ci|utf8mb4|273||Yes|0|NO PAD
utf8mb4_eo_0900_as_cs|utf8mb4|296||Yes|0|NO PAD
utf8mb4_esperanto_ci|utf8mb4|241||Yes|8|PAD SPACE
utf8mb4_estonian_ci|utf8mb4|230||Yes|8|PAD SPACE
utf8mb4_es_0900_ai_ci|utf8mb4|263||Yes|0|NO PAD
utf8mb4_es_0900_as_cs|utf8mb4|286||Yes|0|NO PAD
utf8mb4_es_trad_0900_ai_ci|utf8mb4|270||Yes|0|NO PAD
utf8mb4_es_trad_0900_as_cs|utf8mb4|293||Yes|0|NO PAD
utf8mb4_et_0900_ai_ci|utf8mb4|262||Yes|0|NO PAD
utf8mb4_et_0900_as_cs|utf8mb4|285||Yes|0|NO PAD
utf8mb4_general_ci|utf8mb4|45||Yes|1|PAD SPACE
utf8mb4_german2_ci|utf8mb4|244||Yes|8|PAD SPACE
utf8mb4_gl_0900_ai_ci|utf8mb4|320||Yes|0|NO PAD
utf8mb4_gl_0900_as_cs|utf8mb4|321||Yes|0|NO PAD
utf8mb4_hr_0900_ai_ci|utf8mb4|275||Yes|0|NO PAD
utf8mb4_hr_0900_as_cs|utf8mb4|298||Yes|0|NO PAD
utf8mb4_hungarian_ci|utf8mb4|242||Yes|8|PAD SPACE
utf8mb4_hu_0900_ai_ci|utf8mb4|274||Yes|0|NO PAD
utf8mb4_hu_0900_as_cs|utf8mb4|297||Yes|0|NO PAD
utf8mb4_icelandic_ci|utf8mb4|225||Yes|8|PAD SPACE
utf8mb4_is_0900_ai_ci|utf8mb4|257||Yes|0|NO PAD
utf8mb4_is_0900_as_cs|utf8mb4|280||Yes|0|NO PAD
utf8mb4_ja_0900_as_cs|utf8mb4|303||Yes|0|NO PAD
utf8mb4_ja_0900_as_cs_ks|utf8mb4|304||Yes|24|NO PAD
utf8mb4_latvian_ci|utf8mb4|226||Yes|8|PAD SPACE
utf8mb4_la_0900_ai_ci|utf8mb4|271||Yes|0|NO PAD
utf8mb4_la_0900_as_cs|utf8mb4|294||Yes|0|NO PAD
utf8mb4_lithuanian_ci|utf8mb4|236||Yes|8|PAD SPACE
utf8mb4_lt_0900_ai_ci|utf8mb4|268||Yes|0|NO PAD
utf8mb4_lt_0900_as_cs|utf8mb4|291||Yes|0|NO PAD
utf8mb4_lv_0900_ai_ci|utf8mb4|258||Yes|0|NO PAD
utf8mb4_lv_0900_as_cs|utf8mb4|281||Yes|0|NO PAD
utf8mb4_mn_cyrl_0900_ai_ci|utf8mb4|322||Yes|0|NO PAD
utf8mb4_mn_cyrl_0900_as_cs|utf8mb4|323||Yes|0|NO PAD
utf8mb4_nb_0900_ai_ci|utf8mb4|310||Yes|0|NO PAD
utf8mb4_nb_0900_as_cs|utf8mb4|311||Yes|0|NO PAD
utf8mb4_nn_0900_ai_ci|utf8mb4|312||Yes|0|NO PAD
utf8mb4_nn_0900_as_cs|utf8mb4|313||Yes|0|NO PAD
utf8mb4_persian_ci|utf8mb4|240||Yes|8|PAD SPACE
utf8mb4_pl_0900_ai_ci|utf8mb4|261||Yes|0|NO PAD
utf8mb4_pl_0900_as_cs|utf8mb4|284||Yes|0|NO PAD
utf8mb4_polish_ci|utf8mb4|229||Yes|8|PAD SPACE
utf8mb4_romanian_ci|utf8mb4|227||Yes|8|PAD SPACE
utf8mb4_roman_ci|utf8mb4|239||Yes|8|PAD SPACE
utf8mb4_ro_0900_ai_ci|utf8mb4|259||Yes|0|NO PAD
utf8mb4_ro_0900_as_cs|utf8mb4|282||Yes|0|NO PAD
utf8mb4_ru_0900_ai_ci|utf8mb4|306||Yes|0|NO PAD
utf8mb4_ru_0900_as_cs|utf8mb4|307||Yes|0|NO PAD
utf8mb4_sinhala_ci|utf8mb4|243||Yes|8|PAD SPACE
utf8mb4_sk_0900_ai_ci|utf8mb4|269||Yes|0|NO PAD
utf8mb4_sk_0900_as_cs|utf8mb4|292||Yes|0|NO PAD
utf8mb4_slovak_ci|utf8mb4|237||Yes|8|PAD SPACE
utf8mb4_slovenian_ci|utf8mb4|228||Yes|8|PAD SPACE
utf8mb4_sl_0900_ai_ci|utf8mb4|260||Yes|0|NO PAD
utf8mb4_sl_0900_as_cs|utf8mb4|283||Yes|0|NO PAD
utf8mb4_spanish2_ci|utf8mb4|238||Yes|8|PAD SPACE
utf8mb4_spanish_ci|utf8mb4|231||Yes|8|PAD SPACE
utf8mb4_sr_latn_0900_ai_ci|utf8mb4|314||Yes|0|NO PAD
utf8mb4_sr_latn_0900_as_cs|utf8mb4|315||Yes|0|NO PAD
utf8mb4_sv_0900_ai_ci|utf8mb4|264||Yes|0|NO PAD
utf8mb4_sv_0900_as_cs|utf8mb4|287||Yes|0|NO PAD
utf8mb4_swedish_ci|utf8mb4|232||Yes|8|PAD SPACE
utf8mb4_tr_0900_ai_ci|utf8mb4|265||Yes|0|NO PAD
utf8mb4_tr_0900_as_cs|utf8mb4|288||Yes|0|NO PAD
utf8mb4_turkish_ci|utf8mb4|233||Yes|8|PAD SPACE
utf8mb4_unicode_520_ci|utf8mb4|246||Yes|8|PAD SPACE
utf8mb4_unicode_ci|utf8mb4|224||Yes|8|PAD SPACE
utf8mb4_vietnamese_ci|utf8mb4|247||Yes|8|PAD SPACE
utf8mb4_vi_0900_ai_ci|utf8mb4|277||Yes|0|NO PAD
utf8mb4_vi_0900_as_cs|utf8mb4|300||Yes|0|NO PAD
utf8mb4_zh_0900_as_cs|utf8mb4|308||Yes|0|NO PAD
"""

STATUS = """\
Aborted_clients
Aborted_connects
Acl_cache_items_count
Binlog_cache_disk_use
Binlog_cache_use
Binlog_stmt_cache_disk_use
Binlog_stmt_cache_use
Bytes_received
Bytes_sent
Caching_sha2_password_rsa_public_key
Com_admin_commands
Com_assign_to_keycache
Com_alter_db
Com_alter_event
Com_alter_function
Com_alter_instance
Com_alter_library
Com_alter_procedure
Com_alter_resource_group
Com_alter_server
Com_alter_table
Com_alter_tablespace
Com_alter_user
Com_alter_user_default_role
Com_analyze
Com_begin
Com_binlog
Com_call_procedure
Com_change_db
Com_change_repl_filter
Com_change_replication_source
Com_check
Com_checksum
Com_clone
Com_commit
Com_create_db
Com_create_event
Com_create_function
Com_create_index
Com_create_library
Com_create_masking_policy
Com_create_procedure
Com_create_role
Com_create_server
Com_create_table
Com_create_resource_group
Com_create_trigger
Com_create_udf
Com_create_user
Com_create_view
Com_create_spatial_reference_system
Com_dealloc_sql
Com_delete
Com_delete_multi
Com_do
Com_drop_db
Com_drop_event
Com_drop_function
Com_drop_index
Com_drop_library
Com_drop_masking_policy
Com_drop_procedure
Com_drop_resource_group
Com_drop_role
Com_drop_server
Com_drop_spatial_reference_system
Com_drop_table
Com_drop_trigger
Com_drop_user
Com_drop_view
Com_empty_query
Com_execute_sql
Com_explain_other
Com_flush
Com_get_diagnostics
Com_grant
Com_grant_roles
Com_ha_close
Com_ha_open
Com_ha_read
Com_help
Com_import
Com_insert
Com_insert_select
Com_install_component
Com_install_plugin
Com_kill
Com_load
Com_lock_instance
Com_lock_tables
Com_optimize
Com_preload_keys
Com_prepare_sql
Com_purge
Com_purge_before_date
Com_release_savepoint
Com_rename_table
Com_rename_user
Com_repair
Com_replace
Com_replace_select
Com_reset
Com_resignal
Com_restart
Com_revoke
Com_revoke_all
Com_revoke_roles
Com_rollback
Com_rollback_to_savepoint
Com_savepoint
Com_select
Com_set_option
Com_set_password
Com_set_resource_group
Com_set_role
Com_signal
Com_show_binlog_events
Com_show_binlogs
Com_show_charsets
Com_show_collations
Com_show_create_db
Com_show_create_event
Com_show_create_func
Com_show_create_library
Com_show_create_masking_policy
Com_show_create_proc
Com_show_create_table
Com_show_create_trigger
Com_show_databases
Com_show_engine_logs
Com_show_engine_mutex
Com_show_engine_status
Com_show_events
Com_show_errors
Com_show_fields
Com_show_function_code
Com_show_function_status
Com_show_grants
Com_show_keys
Com_show_library_status
Com_show_binary_log_status
Com_show_open_tables
Com_show_parse_tree
Com_show_plugins
Com_show_privileges
Com_show_procedure_code
Com_show_procedure_status
Com_show_processlist
Com_show_profile
Com_show_profiles
Com_show_relaylog_events
Com_show_replicas
Com_show_replica_status
Com_show_status
Com_show_storage_engines
Com_show_table_status
Com_show_tables
Com_show_triggers
Com_show_variables
Com_show_warnings
Com_show_create_user
Com_shutdown
Com_replica_start
Com_replica_stop
Com_group_replication_start
Com_group_replication_stop
Com_stmt_execute
Com_stmt_close
Com_stmt_fetch
Com_stmt_prepare
Com_stmt_reset
Com_stmt_send_long_data
Com_truncate
Com_uninstall_component
Com_uninstall_plugin
Com_unlock_instance
Com_unlock_tables
Com_update
Com_update_multi
Com_xa_commit
Com_xa_end
Com_xa_prepare
Com_xa_recover
Com_xa_rollback
Com_xa_start
Com_stmt_reprepare
Compression
Compression_algorithm
Compression_level
Connection_errors_accept
Connection_errors_internal
Connection_errors_max_connections
Connection_errors_peer_address
Connection_errors_select
Connection_errors_tcpwrap
Connections
Count_hit_query_past_connection_memory_status_limit
Count_hit_query_past_global_connection_memory_status_limit
Count_hit_tmp_table_size
Created_tmp_disk_tables
Created_tmp_files
Created_tmp_tables
Current_tls_ca
Current_tls_capath
Current_tls_cert
Current_tls_cipher
Current_tls_ciphersuites
Current_tls_crl
Current_tls_crlpath
Current_tls_key
Current_tls_version
Delayed_errors
Delayed_insert_threads
Delayed_writes
Deprecated_use_fk_on_non_standard_key_count
Deprecated_use_fk_on_non_standard_key_last_timestamp
Deprecated_use_i_s_processlist_count
Deprecated_use_i_s_processlist_last_timestamp
Error_log_buffered_bytes
Error_log_buffered_events
Error_log_expired_events
Error_log_latest_write
Flush_commands
Global_connection_memory
Handler_commit
Handler_delete
Handler_discover
Handler_external_lock
Handler_mrr_init
Handler_prepare
Handler_read_first
Handler_read_key
Handler_read_last
Handler_read_next
Handler_read_prev
Handler_read_rnd
Handler_read_rnd_next
Handler_rollback
Handler_savepoint
Handler_savepoint_rollback
Handler_update
Handler_write
Innodb_buffer_pool_dump_status
Innodb_buffer_pool_load_status
Innodb_buffer_pool_resize_status
Innodb_buffer_pool_resize_status_code
Innodb_buffer_pool_resize_status_progress
Innodb_buffer_pool_pages_data
Innodb_buffer_pool_bytes_data
Innodb_buffer_pool_pages_dirty
Innodb_buffer_pool_bytes_dirty
Innodb_buffer_pool_pages_flushed
Innodb_buffer_pool_pages_free
Innodb_buffer_pool_pages_misc
Innodb_buffer_pool_pages_total
Innodb_buffer_pool_read_ahead_rnd
Innodb_buffer_pool_read_ahead
Innodb_buffer_pool_read_ahead_evicted
Innodb_buffer_pool_read_requests
Innodb_buffer_pool_reads
Innodb_buffer_pool_wait_free
Innodb_buffer_pool_write_requests
Innodb_data_fsyncs
Innodb_data_pending_fsyncs
Innodb_data_pending_reads
Innodb_data_pending_writes
Innodb_data_read
Innodb_data_reads
Innodb_data_writes
Innodb_data_written
Innodb_dblwr_pages_written
Innodb_dblwr_writes
Innodb_redo_log_read_only
Innodb_redo_log_uuid
Innodb_redo_log_checkpoint_lsn
Innodb_redo_log_current_lsn
Innodb_redo_log_flushed_to_disk_lsn
Innodb_redo_log_logical_size
Innodb_redo_log_physical_size
Innodb_redo_log_capacity_resized
Innodb_redo_log_resize_status
Innodb_log_waits
Innodb_log_write_requests
Innodb_log_writes
Innodb_os_log_fsyncs
Innodb_os_log_pending_fsyncs
Innodb_os_log_pending_writes
Innodb_os_log_written
Innodb_page_size
Innodb_pages_created
Innodb_pages_read
Innodb_pages_written
Innodb_redo_log_enabled
Innodb_row_lock_current_waits
Innodb_row_lock_time
Innodb_row_lock_time_avg
Innodb_row_lock_time_max
Innodb_row_lock_waits
Innodb_rows_deleted
Innodb_rows_inserted
Innodb_rows_read
Innodb_rows_updated
Innodb_system_rows_deleted
Innodb_system_rows_inserted
Innodb_system_rows_read
Innodb_system_rows_updated
Innodb_sampled_pages_read
Innodb_sampled_pages_skipped
Innodb_num_open_files
Innodb_truncated_status_writes
Innodb_undo_tablespaces_total
Innodb_undo_tablespaces_implicit
Innodb_undo_tablespaces_explicit
Innodb_undo_tablespaces_active
Key_blocks_not_flushed
Key_blocks_unused
Key_blocks_used
Key_read_requests
Key_reads
Key_write_requests
Key_writes
Last_query_cost
Last_query_partial_plans
Locked_connects
Max_execution_time_exceeded
Max_execution_time_set
Max_execution_time_set_failed
Max_used_connections
Max_used_connections_time
Not_flushed_delayed_rows
Ongoing_anonymous_transaction_count
Open_files
Open_streams
Open_table_definitions
Open_tables
Opened_files
Opened_table_definitions
Opened_tables
Performance_schema_accounts_lost
Performance_schema_cond_classes_lost
Performance_schema_cond_instances_lost
Performance_schema_digest_lost
Performance_schema_file_classes_lost
Performance_schema_file_handles_lost
Performance_schema_file_instances_lost
Performance_schema_hosts_lost
Performance_schema_index_stat_lost
Performance_schema_locker_lost
Performance_schema_logger_lost
Performance_schema_memory_classes_lost
Performance_schema_metadata_lock_lost
Performance_schema_meter_lost
Performance_schema_metric_lost
Performance_schema_mutex_classes_lost
Performance_schema_mutex_instances_lost
Performance_schema_nested_statement_lost
Performance_schema_prepared_statements_lost
Performance_schema_program_lost
Performance_schema_rwlock_classes_lost
Performance_schema_rwlock_instances_lost
Performance_schema_session_connect_attrs_longest_seen
Performance_schema_session_connect_attrs_lost
Performance_schema_socket_classes_lost
Performance_schema_socket_instances_lost
Performance_schema_stage_classes_lost
Performance_schema_statement_classes_lost
Performance_schema_table_handles_lost
Performance_schema_table_instances_lost
Performance_schema_table_lock_stat_lost
Performance_schema_thread_classes_lost
Performance_schema_thread_instances_lost
Performance_schema_users_lost
Prepared_stmt_count
Queries
Questions
Replica_open_temp_tables
Resource_group_supported
Rsa_public_key
Secondary_engine_execution_count
Select_full_join
Select_full_range_join
Select_range
Select_range_check
Select_scan
Slave_open_temp_tables
Slow_launch_threads
Slow_queries
Sort_merge_passes
Sort_range
Sort_rows
Sort_scan
Ssl_accept_renegotiates
Ssl_accepts
Ssl_callback_cache_hits
Ssl_cipher
Ssl_cipher_list
Ssl_client_connects
Ssl_connect_renegotiates
Ssl_ctx_verify_depth
Ssl_ctx_verify_mode
Ssl_default_timeout
Ssl_finished_accepts
Ssl_finished_connects
Ssl_server_not_after
Ssl_server_not_before
Ssl_session_cache_hits
Ssl_session_cache_misses
Ssl_session_cache_mode
Ssl_session_cache_overflows
Ssl_session_cache_size
Ssl_session_cache_timeout
Ssl_session_cache_timeouts
Ssl_sessions_reused
Ssl_used_session_cache_entries
Ssl_verify_depth
Ssl_verify_mode
Ssl_version
Table_locks_immediate
Table_locks_waited
Table_open_cache_hits
Table_open_cache_misses
Table_open_cache_overflows
Table_open_cache_triggers_hits
Table_open_cache_triggers_misses
Table_open_cache_triggers_overflows
Tc_log_max_pages_used
Tc_log_page_size
Tc_log_page_waits
Telemetry_logs_supported
Telemetry_metrics_supported
Telemetry_traces_supported
TempTable_count_hit_max_ram
Threads_cached
Threads_connected
Threads_created
Threads_running
Tls_library_version
Tls_sni_server_name
Uptime
Uptime_since_flush_status
option_tracker_usage:Binary Log
option_tracker_usage:Hypergraph Optimizer
option_tracker_usage:JSON Duality View
option_tracker_usage:Replication Replica
option_tracker_usage:Traditional Optimizer
"""

SESSION_ONLY_STATUS = """\
Compression
Compression_algorithm
Compression_level
Last_query_cost
Last_query_partial_plans
Tls_sni_server_name
"""

PERFORMANCE_SCHEMA_STATUS = """\
performance_schema|events_waits_current.size
performance_schema|events_waits_current.count
performance_schema|events_waits_history.size
performance_schema|events_waits_history.count
performance_schema|events_waits_history.memory
performance_schema|events_waits_history_long.size
performance_schema|events_waits_history_long.count
performance_schema|events_waits_history_long.memory
performance_schema|(pfs_mutex_class).size
performance_schema|(pfs_mutex_class).count
performance_schema|(pfs_mutex_class).memory
performance_schema|(pfs_rwlock_class).size
performance_schema|(pfs_rwlock_class).count
performance_schema|(pfs_rwlock_class).memory
performance_schema|(pfs_cond_class).size
performance_schema|(pfs_cond_class).count
performance_schema|(pfs_cond_class).memory
performance_schema|(pfs_thread_class).size
performance_schema|(pfs_thread_class).count
performance_schema|(pfs_thread_class).memory
performance_schema|(pfs_file_class).size
performance_schema|(pfs_file_class).count
performance_schema|(pfs_file_class).memory
performance_schema|mutex_instances.size
performance_schema|mutex_instances.count
performance_schema|mutex_instances.memory
performance_schema|rwlock_instances.size
performance_schema|rwlock_instances.count
performance_schema|rwlock_instances.memory
performance_schema|cond_instances.size
performance_schema|cond_instances.count
performance_schema|cond_instances.memory
performance_schema|threads.size
performance_schema|threads.count
performance_schema|threads.memory
performance_schema|file_instances.size
performance_schema|file_instances.count
performance_schema|file_instances.memory
performance_schema|(pfs_file_handle).size
performance_schema|(pfs_file_handle).count
performance_schema|(pfs_file_handle).memory
performance_schema|events_waits_summary_by_thread_by_event_name.size
performance_schema|events_waits_summary_by_thread_by_event_name.count
performance_schema|events_waits_summary_by_thread_by_event_name.memory
performance_schema|(pfs_table_share).size
performance_schema|(pfs_table_share).count
performance_schema|(pfs_table_share).memory
performance_schema|(pfs_table).size
performance_schema|(pfs_table).count
performance_schema|(pfs_table).memory
performance_schema|setup_actors.size
performance_schema|setup_actors.count
performance_schema|setup_actors.memory
performance_schema|setup_objects.size
performance_schema|setup_objects.count
performance_schema|setup_objects.memory
performance_schema|(pfs_account).size
performance_schema|(pfs_account).count
performance_schema|(pfs_account).memory
performance_schema|events_waits_summary_by_account_by_event_name.size
performance_schema|events_waits_summary_by_account_by_event_name.count
performance_schema|events_waits_summary_by_account_by_event_name.memory
performance_schema|events_waits_summary_by_user_by_event_name.size
performance_schema|events_waits_summary_by_user_by_event_name.count
performance_schema|events_waits_summary_by_user_by_event_name.memory
performance_schema|events_waits_summary_by_host_by_event_name.size
performance_schema|events_waits_summary_by_host_by_event_name.count
performance_schema|events_waits_summary_by_host_by_event_name.memory
performance_schema|(pfs_user).size
performance_schema|(pfs_user).count
performance_schema|(pfs_user).memory
performance_schema|(pfs_host).size
performance_schema|(pfs_host).count
performance_schema|(pfs_host).memory
performance_schema|(pfs_stage_class).size
performance_schema|(pfs_stage_class).count
performance_schema|(pfs_stage_class).memory
performance_schema|events_stages_history.size
performance_schema|events_stages_history.count
performance_schema|events_stages_history.memory
performance_schema|events_stages_history_long.size
performance_schema|events_stages_history_long.count
performance_schema|events_stages_history_long.memory
performance_schema|events_stages_summary_by_thread_by_event_name.size
performance_schema|events_stages_summary_by_thread_by_event_name.count
performance_schema|events_stages_summary_by_thread_by_event_name.memory
performance_schema|events_stages_summary_global_by_event_name.size
performance_schema|events_stages_summary_global_by_event_name.count
performance_schema|events_stages_summary_global_by_event_name.memory
performance_schema|events_stages_summary_by_account_by_event_name.size
performance_schema|events_stages_summary_by_account_by_event_name.count
performance_schema|events_stages_summary_by_account_by_event_name.memory
performance_schema|events_stages_summary_by_user_by_event_name.size
performance_schema|events_stages_summary_by_user_by_event_name.count
performance_schema|events_stages_summary_by_user_by_event_name.memory
performance_schema|events_stages_summary_by_host_by_event_name.size
performance_schema|events_stages_summary_by_host_by_event_name.count
performance_schema|events_stages_summary_by_host_by_event_name.memory
performance_schema|(pfs_statement_class).size
performance_schema|(pfs_statement_class).count
performance_schema|(pfs_statement_class).memory
performance_schema|events_statements_history.size
performance_schema|events_statements_history.count
performance_schema|events_statements_history.memory
performance_schema|events_statements_history_long.size
performance_schema|events_statements_history_long.count
performance_schema|events_statements_history_long.memory
performance_schema|events_statements_summary_by_thread_by_event_name.size
performance_schema|events_statements_summary_by_thread_by_event_name.count
performance_schema|events_statements_summary_by_thread_by_event_name.memory
performance_schema|events_statements_summary_global_by_event_name.size
performance_schema|events_statements_summary_global_by_event_name.count
performance_schema|events_statements_summary_global_by_event_name.memory
performance_schema|events_statements_summary_by_account_by_event_name.size
performance_schema|events_statements_summary_by_account_by_event_name.count
performance_schema|events_statements_summary_by_account_by_event_name.memory
performance_schema|events_statements_summary_by_user_by_event_name.size
performance_schema|events_statements_summary_by_user_by_event_name.count
performance_schema|events_statements_summary_by_user_by_event_name.memory
performance_schema|events_statements_summary_by_host_by_event_name.size
performance_schema|events_statements_summary_by_host_by_event_name.count
performance_schema|events_statements_summary_by_host_by_event_name.memory
performance_schema|events_statements_current.size
performance_schema|events_statements_current.count
performance_schema|events_statements_current.memory
performance_schema|(pfs_socket_class).size
performance_schema|(pfs_socket_class).count
performance_schema|(pfs_socket_class).memory
performance_schema|socket_instances.size
performance_schema|socket_instances.count
performance_schema|socket_instances.memory
performance_schema|events_statements_summary_by_digest.size
performance_schema|events_statements_summary_by_digest.count
performance_schema|events_statements_summary_by_digest.memory
performance_schema|events_statements_summary_by_program.size
performance_schema|events_statements_summary_by_program.count
performance_schema|events_statements_summary_by_program.memory
performance_schema|session_connect_attrs.size
performance_schema|session_connect_attrs.count
performance_schema|session_connect_attrs.memory
performance_schema|prepared_statements_instances.size
performance_schema|prepared_statements_instances.count
performance_schema|prepared_statements_instances.memory
performance_schema|(account_hash).count
performance_schema|(account_hash).size
performance_schema|(digest_hash).count
performance_schema|(digest_hash).size
performance_schema|(filename_hash).count
performance_schema|(filename_hash).size
performance_schema|(host_hash).count
performance_schema|(host_hash).size
performance_schema|(setup_actor_hash).count
performance_schema|(setup_actor_hash).size
performance_schema|(setup_object_hash).count
performance_schema|(setup_object_hash).size
performance_schema|(table_share_hash).count
performance_schema|(table_share_hash).size
performance_schema|(user_hash).count
performance_schema|(user_hash).size
performance_schema|(program_hash).count
performance_schema|(program_hash).size
performance_schema|host_cache.size
performance_schema|(pfs_memory_class).row_size
performance_schema|(pfs_memory_class).row_count
performance_schema|(pfs_memory_class).memory
performance_schema|memory_summary_by_thread_by_event_name.row_size
performance_schema|memory_summary_by_thread_by_event_name.row_count
performance_schema|memory_summary_by_thread_by_event_name.memory
performance_schema|memory_summary_global_by_event_name.row_size
performance_schema|memory_summary_global_by_event_name.row_count
performance_schema|memory_summary_global_by_event_name.memory
performance_schema|memory_summary_by_account_by_event_name.row_size
performance_schema|memory_summary_by_account_by_event_name.row_count
performance_schema|memory_summary_by_account_by_event_name.memory
performance_schema|memory_summary_by_user_by_event_name.row_size
performance_schema|memory_summary_by_user_by_event_name.row_count
performance_schema|memory_summary_by_user_by_event_name.memory
performance_schema|memory_summary_by_host_by_event_name.row_size
performance_schema|memory_summary_by_host_by_event_name.row_count
performance_schema|memory_summary_by_host_by_event_name.memory
performance_schema|metadata_locks.row_size
performance_schema|metadata_locks.row_count
performance_schema|metadata_locks.memory
performance_schema|events_transactions_history.size
performance_schema|events_transactions_history.count
performance_schema|events_transactions_history.memory
performance_schema|events_transactions_history_long.size
performance_schema|events_transactions_history_long.count
performance_schema|events_transactions_history_long.memory
performance_schema|events_transactions_summary_by_thread_by_event_name.size
performance_schema|events_transactions_summary_by_thread_by_event_name.count
performance_schema|events_transactions_summary_by_thread_by_event_name.memory
performance_schema|events_transactions_summary_by_account_by_event_name.size
performance_schema|events_transactions_summary_by_account_by_event_name.count
performance_schema|events_transactions_summary_by_account_by_event_name.memory
performance_schema|events_transactions_summary_by_user_by_event_name.size
performance_schema|events_transactions_summary_by_user_by_event_name.count
performance_schema|events_transactions_summary_by_user_by_event_name.memory
performance_schema|events_transactions_summary_by_host_by_event_name.size
performance_schema|events_transactions_summary_by_host_by_event_name.count
performance_schema|events_transactions_summary_by_host_by_event_name.memory
performance_schema|table_lock_waits_summary_by_table.size
performance_schema|table_lock_waits_summary_by_table.count
performance_schema|table_lock_waits_summary_by_table.memory
performance_schema|table_io_waits_summary_by_index_usage.size
performance_schema|table_io_waits_summary_by_index_usage.count
performance_schema|table_io_waits_summary_by_index_usage.memory
performance_schema|(history_long_statements_digest_token_array).count
performance_schema|(history_long_statements_digest_token_array).size
performance_schema|(history_long_statements_digest_token_array).memory
performance_schema|(history_statements_digest_token_array).count
performance_schema|(history_statements_digest_token_array).size
performance_schema|(history_statements_digest_token_array).memory
performance_schema|(current_statements_digest_token_array).count
performance_schema|(current_statements_digest_token_array).size
performance_schema|(current_statements_digest_token_array).memory
performance_schema|(history_long_statements_text_array).count
performance_schema|(history_long_statements_text_array).size
performance_schema|(history_long_statements_text_array).memory
performance_schema|(history_statements_text_array).count
performance_schema|(history_statements_text_array).size
performance_schema|(history_statements_text_array).memory
performance_schema|(current_statements_text_array).count
performance_schema|(current_statements_text_array).size
performance_schema|(current_statements_text_array).memory
performance_schema|(statements_digest_token_array).count
performance_schema|(statements_digest_token_array).size
performance_schema|(statements_digest_token_array).memory
performance_schema|events_errors_summary_by_thread_by_error.size
performance_schema|events_errors_summary_by_thread_by_error.count
performance_schema|events_errors_summary_by_thread_by_error.memory
performance_schema|events_errors_summary_by_account_by_error.size
performance_schema|events_errors_summary_by_account_by_error.count
performance_schema|events_errors_summary_by_account_by_error.memory
performance_schema|events_errors_summary_by_user_by_error.size
performance_schema|events_errors_summary_by_user_by_error.count
performance_schema|events_errors_summary_by_user_by_error.memory
performance_schema|events_errors_summary_by_host_by_error.size
performance_schema|events_errors_summary_by_host_by_error.count
performance_schema|events_errors_summary_by_host_by_error.memory
performance_schema|events_errors_summary_global_by_error.size
performance_schema|events_errors_summary_global_by_error.count
performance_schema|events_errors_summary_global_by_error.memory
performance_schema|(pfs_buffer_scalable_container).count
performance_schema|(pfs_buffer_scalable_container).memory
performance_schema|(max_global_server_errors).count
performance_schema|(max_session_server_errors).count
performance_schema|(pfs_meter_class).size
performance_schema|(pfs_meter_class).count
performance_schema|(pfs_meter_class).memory
performance_schema|(pfs_metric_class).size
performance_schema|(pfs_metric_class).count
performance_schema|(pfs_metric_class).memory
performance_schema|(pfs_logger_class).size
performance_schema|(pfs_logger_class).count
performance_schema|(pfs_logger_class).memory
performance_schema|performance_schema.memory
"""

SYSTEM_PROCEDURES = """\
create_synonym_db
execute_prepared_stmt
diagnostics
ps_statement_avg_latency_histogram
ps_trace_statement_digest
ps_trace_thread
ps_setup_disable_background_threads
ps_setup_disable_consumer
ps_setup_disable_instrument
ps_setup_disable_thread
ps_setup_enable_background_threads
ps_setup_enable_consumer
ps_setup_enable_instrument
ps_setup_enable_thread
ps_setup_reload_saved
ps_setup_reset_to_default
ps_setup_save
ps_setup_show_disabled
ps_setup_show_disabled_consumers
ps_setup_show_disabled_instruments
ps_setup_show_enabled
ps_setup_show_enabled_consumers
ps_setup_show_enabled_instruments
ps_truncate_all_tables
revoke_schema_privileges_from_all_accounts_except
statement_performance_analyzer
table_exists
"""

SYSTEM_FUNCTIONS = """\
extract_schema_from_file_name
extract_table_from_file_name
format_bytes
format_path
format_statement
format_time
list_add
list_drop
ps_is_account_enabled
ps_is_consumer_enabled
ps_is_instrument_default_enabled
ps_is_instrument_default_timed
ps_is_thread_instrumented
ps_thread_id
ps_thread_account
ps_thread_stack
ps_thread_trx_info
quote_identifier
sys_get_config
version_major
version_minor
version_patch
"""

HELP_CONTENTS = """\
Contents|Account Management|Y
Contents|Administration|Y
Contents|Components|Y
Contents|Compound Statements|Y
Contents|Contents|Y
Contents|Data Definition|Y
Contents|Data Manipulation|Y
Contents|Data Types|Y
Contents|Functions|Y
Contents|Geographic Features|Y
Contents|Help Metadata|Y
Contents|Language Structure|Y
Contents|Loadable Functions|Y
Contents|Plugins|Y
Contents|Prepared Statements|Y
Contents|Replication Statements|Y
Contents|Storage Engines|Y
Contents|Table Maintenance|Y
Contents|Transactions|Y
Contents|Utility|Y
"""
