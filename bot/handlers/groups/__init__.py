"""Groups: whom the bot answers there, what it may show, and what their admins decide.

Read `door` first, which lets through what is meant for the bot, then `receive`. `policy` is the
screen of the group's settings, `membership` what happens when the bot comes, goes, or the group
moves, `tags` shows the roles of members.
"""
