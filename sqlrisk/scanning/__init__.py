"""The scan of a relation's other columns: which of them would single people out if it joined the quasi-identifiers. It judges nothing."""
