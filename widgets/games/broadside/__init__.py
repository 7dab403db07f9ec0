"""What pages of Broadside show."""
