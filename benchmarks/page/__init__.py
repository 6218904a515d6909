"""docs/performance.md and its charts, made from the results: no figure of the page is typed."""
