"""One function per verb.  Here the rooms of the house are introduced to each other."""
