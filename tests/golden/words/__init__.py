"""Every keyword in every place where a name, a type, a unit or a keyword may stand: what is syntax and what is not."""
