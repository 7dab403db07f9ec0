"""The game broadside."""
