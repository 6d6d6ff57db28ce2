"""Everything that speaks to people.

Read `app` first: it is the table of contents of what the bot does. An update comes in through
`updates`, is read by `messages` and handled by `handlers`, which reach the services by `context`.
What runs have to say goes through `reporting`; `views` put it into words, `transport` sends it.
`stack` starts it all, `cli` and `commands` are the terminal, `sandbox` is Telegram for no token.
"""
