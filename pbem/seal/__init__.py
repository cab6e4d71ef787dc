"""Identities, envelopes, armour and boxes: who said what, for which exchange, and for whose eyes.

Nothing here knows a game or touches a file.  What needs the cryptography library imports it when called,
so a command that seals nothing starts fast.
"""
