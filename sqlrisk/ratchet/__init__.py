"""The baseline: what is broken today and excused until a day, so that a check fails only what is worse."""
