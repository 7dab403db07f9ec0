"""Panels of the chapters of Escadres."""
