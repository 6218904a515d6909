"""Drift: what moved between two results files of the same releases."""
