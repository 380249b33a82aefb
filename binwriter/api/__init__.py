"""What `import binwriter` offers: the functions and classes behind its top-level names."""
