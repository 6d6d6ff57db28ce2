"""What the bot does with each kind of update: one file per concern."""
