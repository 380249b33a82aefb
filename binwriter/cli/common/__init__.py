"""What all commands have in common: parsers, defaults of options, exit statuses, names of logs, log lines."""
