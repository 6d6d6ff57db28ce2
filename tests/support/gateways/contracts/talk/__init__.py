"""What both gateways promise about talk: chats, questions with their answers, preferences."""
