"""Panels and the components that they are made of."""
