"""Proposals of roles for the columns of a relation, from names, types and counts: a first declaration for a person to correct."""
