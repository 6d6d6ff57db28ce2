"""The bot's own web server: Telegram's webhook, and a sign of life."""
