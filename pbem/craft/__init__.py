"""What rules share above the engine: words of standing orders and conditions, cards, reports, drafts, luck.

Plain functions and small records.  A ruleset takes what suits it and says what is its own; nothing here knows a game.
"""
