"""JSON_TABLE in FROM."""
