"""What is written at nodes of a tree beside sqlglot's own parts (`Expression.meta`), by key."""

from __future__ import annotations

DONE = "done"  # meta key of a select list that DO evaluates
TITLE = "title"  # meta key of an item of a select list: its text
IN_VIEW = "in_view"  # meta key of calls in a view: its database and its name
DEFINED_BY = "defined_by"  # meta key of calls in a view: the account whose rights it has
NAMED_HERE = "named_here"  # meta key of an item of a view: its column is called as it is written
BIN_COLLATION = "bin_collation"  # meta key of CHAR in a CAST that was written with BINARY behind it
TYPE_OF = "type_of"  # meta key of a call: its type, seen when it was compiled
DECIMAL_HERE = "decimal_here"  # meta key of a negation of an integer that is a DECIMAL, seen when it was compiled
RETURNED = "returned"  # meta key of a call of a stored function: the column of what it returns
DECLARED = "declared"  # meta key of a name of a local variable or parameter, seen when compiled: its column
TEXT_OF = "text_of"  # meta key of a string whose character set was known when it was compiled: characters, collation
OF_PARAMETER = "of_parameter"  # meta key of a Cast of NULL that stands for a parameter: its text is a literal's
# of the literal, or of the sign or CAST that a parameter's value is written with: whether it is unsigned
PARAMETER_ITSELF = "parameter_itself"
PARAMETER = "parameter"  # meta key of a literal that EXECUTE has put there: whether for a new table's columns
TYPED_LITERAL = "typed_literal"  # meta key of a Cast that was written DATE '2024-01-31'
WEIGHT_FORM = "weight_form"  # meta key of WEIGHT_STRING(): CHAR, BINARY or INTERNAL, and its numbers
BEHIND_COMMA = "behind_comma"  # meta key of a join that was written as a comma
LOCKED_TOO = "locked_too"  # in an INSERT through a join view: its other tables, those before its own, those behind
COPY_OF = "copy_of"  # of a table node of a statement led through views: the id of the node that it is a copy of
CALLED_APART = "called_apart"  # meta key of a call whose bracket stands apart from a name that needs it at once
LOOKED_AT = "looked_at"  # meta key of what IS NULL was asked of: whether that evaluates something of it
# of a query in place of a value: asks for the measure of its column, as it was compiled last
MEASURED = "measured"
SIGNED = "signed"  # of a difference: whether it is signed whatever its operands are, as it was compiled last
