"""The game folder: charter, chain of records, and everything about them that can be checked without the rules.

Nothing under `book/` is secret.  What is secret lies in the home folder, which is given as an argument.
"""
