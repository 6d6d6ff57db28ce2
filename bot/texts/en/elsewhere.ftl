## Questions from other chats: "@bot question", and when the bot is called by its name

# The button over an empty list, which leads to the bot: at most 64 characters
inline-ask = Type a question to search the base
inline-base-empty = The base is empty. Add documents
inline-nothing = The base has no answer. Add a document
inline-no-access = This is a private bot. Open
inline-answer = Answer: { $text }
guest-ask = Write your question beside my name, and I will look in the base.
guest-nothing = The base has no answer to this question.
