"""Long scripts of short mixed-engine sequences, made by a seed, for binwriter and a real server alike."""
