"""Panels of the chapters of Republic."""
