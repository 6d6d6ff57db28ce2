## Под ответом

# Короткие всплывающие строки
feedback-thanks = Спасибо, рад, что помогло.
feedback-taken-back = Оценка снята.
feedback-why = Жаль. Что не так?
feedback-why-or-write = Жаль. Что не так? Выберите или просто напишите, как правильно.
feedback-noted = Спасибо, записал.
feedback-write-in-group = { $name }, ответьте на это сообщение: как правильно или чего не хватило?
feedback-write = Напишите, как правильно или чего не хватило.
button-reason-wrong = Неверно
button-reason-off-topic = Не о том
button-reason-outdated = Устарело
# После «Устарело», рядом с другими кнопками
button-reason-document-outdated = Устарел весь документ
correction-or-question = Это верный ответ вместо последнего — или новый вопрос?
# На возражение против последнего ответа; $words — как правильно, словами того, кто спросил
correction-in-words = Верный ответ на вопрос «{ $question }» — { $words }?
button-take-correction = Это верный ответ
button-write-correction = Написать своё
button-reason-unreadable = Тяжело читать
button-explain-answer = Почему так?
button-nearest = Что ближе всего
button-show-others = Показать другие
button-close-reasons = Закрыть
answer-forgotten = Этого ответа я уже не помню. Задайте вопрос ещё раз.
answer-nothing-else = Больше ничего об этом в базе не нашлось.
