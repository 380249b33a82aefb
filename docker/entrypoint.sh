#!/bin/sh
# Runs mysqld with the options given; nothing from option files, so that a test says all that matters itself.
exec mysqld --no-defaults --user=mysql --datadir=/var/lib/binwriter/data --secure-file-priv= "$@"
