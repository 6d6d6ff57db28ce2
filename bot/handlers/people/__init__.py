"""People: who is let in, who may do what, and what was done.

Read `joining` first: strangers at the door, and those who come by a link. `requests` is a stranger
who asks to be let in, and what admins say to it; `invitations` makes and ends links; `people` and
`roles` are what admins look after; `audit` shows what was done. `screen` shows them all. Who may do
any of it is decided in SQL.
"""
