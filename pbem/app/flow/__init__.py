"""A game by mail, verb by verb.  Nothing here prints; what is to be sent comes back as mails."""
