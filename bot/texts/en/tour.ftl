## The tour: an example, three questions to it, and what comes next

button-tour = Show me an example
button-tour-remove = Remove the example
# The file's name, which says that it is an example
tour-file = Example – handbook of the café Noon.md
tour-ready = I have added an example: the handbook of a café that does not exist. Only you can see it. Press a question, or write your own.
tour-question-1 = When does the café close on Saturday?
tour-question-2 = How much is a large cappuccino?
tour-question-3 = Are dogs welcome?
tour-end = That is all: I answer from your own documents in the same way. Send a file or a link, or forward a post. The example can be removed at any time.
tour-removed = The example is gone. Now send a file or a link of your own, or forward a post, and ask away.
