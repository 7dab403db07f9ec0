"""Panels of the chapters of Veneti."""
