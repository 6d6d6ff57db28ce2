"""Agenda: what is on in a stretch of time, asked of whatever the base says with a date."""
