"""What the name of a column and how its values are written say of it: the roles that `init` proposes, and the identifiers that `check` recognises."""
