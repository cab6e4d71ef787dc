"""The games.  Each package is one ruleset, found by entry point and removable."""
