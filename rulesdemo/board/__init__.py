"""Hexes, sectors and zones."""
