"""System variables: which there are, what they may be, and the scopes that hold them."""
