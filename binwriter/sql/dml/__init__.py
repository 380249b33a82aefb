"""INSERT, REPLACE, UPDATE and DELETE: from a parsed statement to row changes in the order a server makes them."""
