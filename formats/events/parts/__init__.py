"""What several event bodies are made of, or hold inside."""
