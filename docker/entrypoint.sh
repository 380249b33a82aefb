#!/bin/sh
# Runs mysqld with the options given; nothing from option files, so that a test says all that matters itself.
# A container's command is fixed when it is made: options for its next start, one a line, come from a file.
options=/var/lib/binwriter/options
if [ -f "$options" ]; then
  set --
  while IFS= read -r option; do set -- "$@" "$option"; done <"$options"
fi
exec mysqld --no-defaults --user=mysql --datadir=/var/lib/binwriter/data --secure-file-priv= "$@"
