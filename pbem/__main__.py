"""`python -m pbem` is `pbem`."""

from __future__ import annotations

from pbem.cli import main

main()
