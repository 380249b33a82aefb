#!/usr/bin/env bash
# The log of a 9.7.4 with binlog_encryption=ON, and its keyring: binlog.000001 to 5, binlog.index, keyring.json.
# Files 1 to 3 and 5 are encrypted by the second master key, 4 is plain. Wants the image that docker/build.sh makes.
set -euo pipefail
cd "$(dirname "$0")"
name=$(docker run -d --rm --entrypoint sleep binwriter-mysql:9.7 1000)
trap 'docker rm -f "$name" >/dev/null' EXIT
docker exec -i "$name" sh -e <<'IN'
echo '{ "components": "file://component_keyring_file" }' >/usr/sbin/mysqld.my
echo '{ "path": "/keyring/data", "read_only": false }' >/usr/lib/mysql/plugin/component_keyring_file.cnf
mkdir /keyring
touch /keyring/data
chown -R mysql:mysql /keyring
mysqld --no-defaults --user=mysql --datadir=/var/lib/binwriter/data --server-id=1 --log-bin=binlog --binlog-encryption=ON \
  >/dev/null 2>&1 &
until mysql -uroot --protocol=TCP -h127.0.0.1 -e 'SELECT 1' >/dev/null 2>&1; do sleep 1; done
mysql -uroot --protocol=TCP -h127.0.0.1 <<'SQL'
create database d;
create table d.t(a int primary key, b varchar(300));
insert into d.t values (1,repeat(0x41,200));
flush binary logs;
alter instance rotate binlog master key;
insert into d.t values (2,2);
set global binlog_encryption=OFF;
insert into d.t values (3,2);
set global binlog_encryption=ON;
SQL
IN
docker exec "$name" tar -C /var/lib/binwriter/data -cf - binlog.index binlog.000001 binlog.000002 binlog.000003 \
  binlog.000004 binlog.000005 | tar -xf -
docker exec "$name" cat /keyring/data >keyring.json
