"""Which language a text is in: `langdetect`, after a look at the letters."""
