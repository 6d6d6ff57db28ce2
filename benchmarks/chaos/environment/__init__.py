"""What outlives the bot, however often it dies.

`house.py` holds all of it: a Postgres, a Bot API server, the site of `site.py` that links lead to,
and the one of `bots.py` who forks a bot after another. `material.py` is what people send to them.
"""
