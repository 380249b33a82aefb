"""Classes of statements that other people's SQL showed to be answered otherwise: what a 9.7.4 answers over the wire."""
