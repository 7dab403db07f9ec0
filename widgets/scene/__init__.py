"""Scenes as plain data, and their painters: SVG, canvas, text."""
