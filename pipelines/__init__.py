"""Everything that works on knowledge; knows no Telegram."""
