"""Armoured blocks out of mail files, mailboxes and forum posts, and the mails written in reply.

Nothing here believes a letter: subject, sender and date are only shown.  What a block means is for others.
"""
