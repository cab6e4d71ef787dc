"""The mail desk: carries mails between a mailbox and game folders, and calls the verbs that a person would call.

It judges nothing.  Whatever it does could have been done with `pbem receive` and `pbem adjudicate`; it may be switched
off at any time, and game folders stay plain folders.
"""
