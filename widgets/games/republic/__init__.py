"""What pages of Republic show."""
