"""What `inspect` is made of: the files that it is given, its options, and its views."""
