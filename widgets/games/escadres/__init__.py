"""What pages of Escadres show."""
