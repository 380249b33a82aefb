"""What statements ask of the rights of whoever sends them. The kinds' own needs: `sql.command_table`, field needs."""
