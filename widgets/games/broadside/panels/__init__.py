"""Panels of the chapters of Broadside."""
