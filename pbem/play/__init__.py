"""Playing without people: test dice, random players, whole games, statistics."""
