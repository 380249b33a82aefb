"""Sessions that tell a `rules.trace.Trace` what they do. A server without a trace has none of it."""
