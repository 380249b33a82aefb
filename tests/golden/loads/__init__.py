"""LOAD DATA and LOAD XML drawn by chance, as a 9.7.4 answered, logged and stored them."""
