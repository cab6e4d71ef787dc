"""A play-by-email adjudicator for board wargames."""

VERSION = "0.1.0"
