"""Messages and questions with answers, as people copy them into a text: what marks their lines."""

import re

# Of a chat: "[17.11.2026, 09:12] Tim: ", "9:12 - Tim: ".
MESSAGE = re.compile(
    r"\[?\d{1,4}[./:-]\d{1,2}[^\n\]]{0,24}?\]?\s*(?:[-–—]\s*)?[^\W\d_][^\n:\]]{0,40}:\s"
)
# Of a list of questions: "Q: ", "Ответ: ".
MARKED = re.compile(
    r"(?:Q|A|В|О|Question|Answer|Вопрос|Ответ|Frage|Antwort|Pregunta|Respuesta)\s?[:：]\s+"
    r"(?=\S)(?![^\n;]*;)"  # no row of a table: "A: 5; B: 7"
)
