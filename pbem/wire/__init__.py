"""The net: letters fetched out of a mailbox, mails handed to a server.  Bytes and ids; no game is known here."""
