## Вопрос владельцу

# Под ответом «в базе нет», видно тому, кто спросил
button-ask-owner = Спросить владельца
owner-asked = Передал вопрос владельцу. Ответ придёт сюда.
owner-asked-before = Этот вопрос уже передан владельцу.
# Во всплывающем окне, не длиннее 200 знаков
owner-questions-too-many =
    { $limit ->
        [one] Владельцу можно передать { $limit } вопрос в день. Завтра можно будет снова.
        [few] Владельцу можно передать { $limit } вопроса в день. Завтра можно будет снова.
       *[many] Владельцу можно передать { $limit } вопросов в день. Завтра можно будет снова.
    }
owner-unreachable = Написать владельцу сейчас не получается. Попробуйте позже.

# Владельцу; $where — private или group
owner-question =
    { $where ->
        [group] В группе спрашивает { $name }, а в базе ответа нет
       *[private] Спрашивает { $name }, а в базе ответа нет
    }
owner-question-hint =
    { $where ->
        [group] Ответьте на это сообщение текстом или файлом. Ответ увидит вся группа.
       *[private] Ответьте на это сообщение текстом или файлом.
    }
button-answer-question = Ответить
button-decline-question = Отклонить
owner-answer-write = Напишите ответ или пришлите файл. Получит: { $name }.
# $state — answered или declined
owner-question-settled =
    { $state ->
        [declined] Отклонено: { $name }
       *[answered] Отвечено: { $name }
    }
owner-question-over =
    { $state ->
        [declined] Этот вопрос уже отклонён: { $name }.
       *[answered] На этот вопрос уже ответили: { $name }.
    }
owner-question-gone = Этого вопроса больше нет: переписка с ним удалена, или вы больше не владелец.
owner-question-suspended = { $name } больше не может пользоваться ботом, поэтому ответ не передан.
owner-answer-empty = В ответе нет ни слова. Напишите его ещё раз.
owner-answer-too-long =
    { $length ->
        [one] В ответе { $length } знак, а передать могу не больше { $limit }. Сократите его или пришлите файлом.
        [few] В ответе { $length } знака, а передать могу не больше { $limit }. Сократите его или пришлите файлом.
       *[many] В ответе { $length } знаков, а передать могу не больше { $limit }. Сократите его или пришлите файлом.
    }
owner-answer-secret = В ответе есть секреты ({ $kinds }), поэтому я не передал его и не сохранил. Напишите без них.
owner-answer-passed = Передал: { $name }. Добавить этот ответ в базу?
owner-answer-undelivered = { $name } сейчас не принимает сообщений от бота, ответ не доставлен. Добавить его в базу?
owner-files-passed = Передал: { $name }.
owner-files-undelivered = { $name } сейчас не принимает сообщений от бота: о файле не узнает.
owner-declined-done = Отклонено. Спрашивал(а): { $name }.
button-not-to-base = Не добавлять
owner-answer-kept-out = Ответ передан, в базу не добавлен.

# Тому, кто спросил
owner-answered = Отвечает владелец, { $name }:
owner-answered-with-files = Владелец, { $name }, отвечает файлом. Он уже в базе: { $files }
owner-declined = Владелец, { $name }, не может ответить на этот вопрос.

# Документ из вопроса и ответа
owner-answer-title = { $question } ({ $name }, { $date })
owner-answer-untitled = Ответ владельца
owner-answer-document =
    Вопрос: { $question }

    { $answer }
