"""The engine: runs the steps of a ruleset on recorded answers and rolls, and keeps the promises of the house."""

JUDGEMENT = "2"
"""What the engine makes of orders, answers and rolls; it rises when that changes, never for words or speed."""
