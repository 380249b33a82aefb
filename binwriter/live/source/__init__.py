"""The source of replication: the log is sent to whoever asks for it, and goes on being sent as it grows."""
