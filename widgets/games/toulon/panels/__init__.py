"""Panels of the chapters of Toulon."""
