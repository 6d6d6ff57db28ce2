"""What is said in a chat, and what is said of it.

Read `chats` first: modes, histories, the question that waits for a document. `interactions` are
questions to the base with their answers, their ratings, and texts that somebody was asked for;
`owner_questions` those that were passed on to owners; `preferences` how people and groups want it,
`usage` what the language model took.
"""
