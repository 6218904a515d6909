"""Statistics of the unseen population: counts in, numbers out. No random numbers."""
