"""Users, roles, passwords and grants."""
