"""Write all vectors of seals, dice and claims anew: python tests/vectors/make_vectors.py, from the project's folder."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent)]

import make_armour  # noqa: E402
import make_claims  # noqa: E402
import make_dice  # noqa: E402
import make_envelopes  # noqa: E402
import make_keys  # noqa: E402
from vector_form import store, write  # noqa: E402

SEAL = [*make_keys.MAKERS, *make_envelopes.MAKERS, *make_armour.MAKERS]
DICE = make_dice.MAKERS

if __name__ == "__main__":
    write(HERE / "seal", SEAL)
    write(HERE / "dice", DICE)
    store(HERE / "claims", make_claims.CLAIMS)
