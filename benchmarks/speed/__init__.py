"""What sqlrisk costs beside the bare group-by: kernels, a whole check, ladders and lattices, tables that do not fit, and start-up."""
