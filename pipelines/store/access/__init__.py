"""Who uses this copy, and who may read what.

Read `people` first: users by their Telegram ids, and how they come in. `administration` is what
admins look at and look after: roles, invitations, readers of documents, the audit.
"""
