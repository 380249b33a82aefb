"""What is known of statements that differ in literals alone."""
