"""How the cost grows with the rows, the quasi-identifiers, the classes, the sensitive attributes and the rungs, beside the floor's."""
