"""The outside world: real servers, other parsers, replay."""
