"""Questions asked in chats where the bot is no member: inline, and as a guest.

Read `inline` first: `@bot question` lists what the asker may read and send on. `guest` answers a
message that calls the bot, with what everyone may read: everyone there reads the answer.
"""
