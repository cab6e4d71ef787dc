"""Records only: what the parts of the program say to each other.  Imports nothing else of ours."""
