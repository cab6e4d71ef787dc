"""One seat's office: its game folder, desk and vault, what comes in by mail, what goes out."""
