"""The engine: runs the steps of a ruleset on recorded answers and rolls, and keeps the promises of the house."""
