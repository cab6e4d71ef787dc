"""The verbs: where each lives and what it does in a line.  Imports nothing, so that help comes at once."""

from __future__ import annotations

GAME, PLAYER, REFEREE, LOOKING, TRIALS, AGREEING, TRUST, PAST, LEARNING = (
    f"pbem.cli.{module}"
    for module in ("beginning", "player", "referee", "looking", "trials", "agreeing", "trust", "past", "learning")
)
VERBS = {
    "games": (LOOKING, "systems, scenarios, options and data shares"),
    "rule": (LOOKING, "a rule case and its rulings"),
    "keygen": (GAME, "a signing key"),
    "new": (GAME, "the draft of a charter"),
    "join": (GAME, "enter a game"),
    "start": (GAME, "make the charter, all being in"),
    "status": (GAME, "who owes what by when"),
    "turn": ("pbem.cli.turn", "take in what came, show the report, write the draft"),
    "show": ("pbem.cli.showing", "the page of this game in your browser"),
    "draft": (PLAYER, "the next sheet"),
    "check": (PLAYER, "problems of a sheet, echo of its lines"),
    "forecast": (PLAYER, "chances of a sheet"),
    "sign": (PLAYER, "the envelope of a sheet"),
    "answer": (PLAYER, "the envelope of one answer"),
    "receive": (REFEREE, "take mails in"),
    "adjudicate": (REFEREE, "resolve and publish"),
    "report": (REFEREE, "the report as text, Markdown, BBCode, HTML, PDF, page"),
    "map": (LOOKING, "the map of this game, or of a system"),
    "moves": (PLAYER, "where a unit can go"),
    "odds": (PLAYER, "odds and chances of an attack"),
    "supply": (PLAYER, "a unit's supply"),
    "away": (PLAYER, "be absent for a while"),
    "press": ("pbem.cli.corresponding", "a letter to another player; those that came"),
    "silence": (REFEREE, "say that you wait in vain"),
    "reveal": (AGREEING, "show your link for a close"),
    "undo": (AGREEING, "ask to go on from an earlier record"),
    "rejudge": (AGREEING, "ask to judge an exchange again"),
    "end": (AGREEING, "ask to end the game"),
    "agree": (AGREEING, "sign what is proposed"),
    "rekey": (AGREEING, "new keys for your seat"),
    "open": (AGREEING, "open what was hidden, at the end"),
    "log": (PAST, "what is in the book, or what it says of a unit"),
    "why": (PAST, "how a unit or a place came to what it is"),
    "replay": (PAST, "the whole game in one page, or how things stood"),
    "diff": (PAST, "what changed between two numbers"),
    "dice": (TRUST, "verify the dice, explain one"),
    "audit": (TRUST, "check every byte of a book"),
    "luck": (TRUST, "how lucky each side was"),
    "guide": (LEARNING, "the guides and the protocol"),
    "demo": (LEARNING, "a finished first turn to look at"),
    "tutorial": (LEARNING, "ten steps of a minute"),
    "play": (LEARNING, "a game against the program, one command a turn"),
    "case": (TRIALS, "run written cases"),
    "data": ("pbem.cli.datapacks", "check your own data; write schemas"),
    "atlas": ("pbem.cli.atlas", "make the maps from the shared geography"),
    "ruleset": ("pbem.cli.ruleset", "check an installed ruleset"),
    "selfplay": (TRIALS, "random players or bots against each other"),
    "desk": ("pbem.cli.maildesk", "carry mails for many games, keep their deadlines"),
    "completion": (LOOKING, "completion for bash, zsh, fish"),
}

USAGE = "Usage: pbem [OPTIONS] VERB [ARGS]..."
PURPOSE = "Play board wargames by mail, with signed orders and dice that anybody can check."
OPTIONS = {"--version": "the version", "-h, --help": "this text; pbem VERB --help for a verb, with an example"}
SHORTER = "Any unambiguous beginning of a verb works at a terminal: pbem adj."


def help_text() -> str:
    """What `pbem --help` says."""
    width = max(map(len, (*VERBS, *OPTIONS)))
    options = [f"  {name:{width}}  {words}" for name, words in OPTIONS.items()]
    verbs = [f"  {name:{width}}  {words}" for name, (_, words) in VERBS.items()]
    return "\n".join([USAGE, "", f"  {PURPOSE}", "", "Options:", *options, "", "Verbs:", *verbs, "", f"  {SHORTER}"])
