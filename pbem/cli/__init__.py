"""The command line.  Thin: results to stdout, talk to stderr, words in voice.py; code is imported when it runs."""

from __future__ import annotations

from pbem.cli.root import main

__all__ = ["main"]
