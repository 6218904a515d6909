"""What the benchmarks share: the table of people, processes of their own, and how results are kept."""
