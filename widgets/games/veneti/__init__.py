"""What pages of Veneti show."""
