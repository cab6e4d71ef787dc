"""The court: what comes of an exchange, and whether a page follows from the rules.

Pure but for the book: same book, same judgement.  Nothing here sees a clock, chance, a mail, a vault or the terminal.
"""
