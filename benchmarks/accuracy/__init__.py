"""How near the estimators of the unseen population come to truth, on populations that are known whole."""
