"""Explanations of exact odds: derivations, trees, closed forms, and the inputs that reach a chance."""
