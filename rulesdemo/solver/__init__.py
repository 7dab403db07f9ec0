"""Perfect play, exactly: what every order is worth, worked backwards from the end of a set piece over the engine's own odds."""
