"""What a check finds besides its limits, a file a subject: each finding has the id of its kind (sqlrisk/finding.py)."""
