"""The board of Broadside."""
