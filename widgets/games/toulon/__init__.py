"""What pages of Toulon show."""
