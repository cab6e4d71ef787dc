"""Writes sent/: the armoured blocks that every vector carries.  Their base64 is no envelope, only bytes."""

import base64
import hashlib
from pathlib import Path

GERMAN = """\
game: kh7f
exchange: 4
side: german
movement:
  - 26-VG: 1206 1207 1308          # the road by Clerf
  - 2Pz a + 2Pz b: to 1411 by road
combat:
  - {attack: 1708, with: [183/62, 190/62]}
  - attack: 2312
    with: [2/2Pz]
    then: advance 2/2Pz
if-impossible: skip
"""

ALLIED = """\
game: kh7f
exchange: 5
side: allied
movement:
  - 517 pi: at 0122, enter 0222    # déjà vu: bridge at Viré = last one, Müller’s way
  - cca10 + ccb10 + ccr10: at 3711, enter 3611, then on by the road to the crossing north of Bastogne
# > not a quote
From here the line holds.
  note: a line with = and =20 and 100% in it
"""


def block(text: str, name: str, size: int) -> str:
    stream = b"".join(hashlib.sha256(f"{name} {n}".encode()).digest() for n in range(size // 32 + 1))[:size]
    body = base64.b64encode(stream).decode()
    lines = [body[at : at + 64] for at in range(0, len(body), 64)]
    return "\n".join(
        [
            "-----BEGIN PBEM TEXT-----",
            text.rstrip("\n"),
            "-----BEGIN PBEM ENVELOPE-----",
            *lines,
            "-----END PBEM ENVELOPE-----",
            "",
        ]
    )


if __name__ == "__main__":
    sent = Path(__file__).parent.parent / "sent"
    (sent / "german-04.pbem").write_text(block(GERMAN, "german-04", 700), encoding="utf-8")
    (sent / "allied-05.pbem").write_text(block(ALLIED, "allied-05", 533), encoding="utf-8")
