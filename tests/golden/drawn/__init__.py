"""Small scenarios drawn by chance, as a 9.7.4 logged and answered them."""
