"""Where the files of a job are made."""
