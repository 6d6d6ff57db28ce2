"""People, roles, invitations and the audit in words and buttons.

Read `people` first: the list and the card of somebody. `roles` and `invitations` are alike;
`requests` is what admins see of a stranger who asks to be let in; `audit` writes a sentence for
each thing that was done, also for the terminal.
"""
