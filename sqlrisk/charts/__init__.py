"""Charts as static SVG: plain Vega-Lite specifications, drawn without a browser or a network."""
