## Ответы

sources-heading = Источники
source-line = [{ $n }] { $title }
source-page = с. { NUMBER($page, useGrouping: 0) }
source-time = { $time }
source-section = раздел «{ $heading }»
# Лист книги XLSX
source-sheet = лист «{ $heading }»
source-row = строка { NUMBER($row, useGrouping: 0) }
# Несколько строк одной таблицы: «2–15»; «7, 3, 9» в порядке номеров
source-rows = строки { $rows }
# Другое место того же документа, что строкой выше: [2] там же, строка 5
source-ibid = там же
source-untitled = Без названия
# Источник под ответом нажат: дважды подряд; после удаления. Не длиннее 200 знаков
citation-open = Уже открыто ниже.
citation-gone = Источника { $n } больше нет в базе, или доступ к нему закрыт.
citation-unmarked = Отметить место на странице не получилось.
# Вместо картинки страницы показан её текст
original-changed = Файл по этой ссылке с тех пор изменился. Выше — текст, каким он был прочитан.
original-unavailable = Файл сейчас не загрузился, поэтому здесь только текст. Страницу можно открыть чуть позже.
original-unreadable = Страницу не получилось нарисовать, поэтому здесь только текст.
original-gone = Самого файла больше нет, остался только текст.
button-as-text = Текстом
button-page-before = ‹ с. { NUMBER($page, useGrouping: 0) }
button-page-after = с. { NUMBER($page, useGrouping: 0) } ›
button-to-quote = К цитате
answer-partial = Часть ответа модели не подтвердилась источниками и не показана.
answer-replaced = Ответ модели не подтвердился источниками, поэтому здесь их собственные слова.
answer-nearest = Прямого ответа не нашлось; ближе всего в базе:
answer-not-found =
    В базе нет ответа на этот вопрос.
    Если знаете, где он есть, пришлите файл или ссылку — добавлю и отвечу.

## Пока ответ пишется

# Первая строка, пока ответ не готов; $what — что ищется или название того, что читается; $detailed — some или none
draft-searching =
    { $detailed ->
        [some] Ищу: { $what }
       *[none] Ищу…
    }
draft-reading =
    { $detailed ->
        [some] Читаю: { $what }
       *[none] Читаю…
    }
draft-thinking =
    { $detailed ->
        [some] Думаю: { $what }
       *[none] Думаю…
    }
draft-loading = Модель ещё загружается, жду её…
draft-checking = Проверяю ещё раз…
draft-writing =
    { $detailed ->
        [some] Пишу: { $what }
       *[none] Пишу…
    }
# Над предложениями источников, которые видны, пока ответ не начался
draft-quoted = Пока нашлось:
draft-count = ({ $done } из { $total })
draft-stop-hint = /stop — остановить
button-stop-answer = Остановить
# $shown — some, если часть ответа стоит строкой выше; quoted, если там предложения источников; none, если показать ещё было нечего
answer-stopped =
    { $shown ->
        [some] Остановлено: это только часть ответа. Чтобы получить его целиком, спросите ещё раз.
        [quoted] Остановлено: ответ ещё не начался, выше только то, что нашлось. Чтобы получить его, спросите ещё раз.
       *[none] Остановлено. Чтобы получить ответ, спросите ещё раз.
    }
# Нажатия; не длиннее 200 знаков
answer-stopping = Остановлено.
answer-there = Этот ответ уже готов.
answer-not-yours = Остановить ответ может тот, кто спросил.
nothing-to-stop = Сейчас я ничего не пишу.

## О документе

# $kind — web, video или file; $pages равно 0, когда страниц нет
about-facts =
    { $kind ->
        [web] страница из интернета
        [video] видео
       *[file] файл
    }{ $pages ->
        [0] {""}
       *[other] {" "}· { document-pages }
    } · { language-name } · в базе с { $date }
# $columns — названия столбцов таблицы, $count — сколько в ней строк
about-table =
    { $columns } ({ $count ->
        [one] { $count } строка
        [few] { $count } строки
       *[other] { $count } строк
    })
about-sections = Разделы
about-no-section = Раздела «{ $section }» в «{ $title }» нет. Есть: { $there }
about-end = Дальше ничего нет: «{ $title }» здесь кончается.

## Как понял вопрос

understood-as = { $text }:
understood-after = К вопросу «{ $text }»:
button-as-written = Нет, искать как написано
nothing-about = По запросу «{ $what }» в базе ничего нет; есть: { $there }.
answer-not-named = «{ $what }» в базе не упоминается. Ближе всего:
part-nearest = На вопрос «{ $question }» прямого ответа не нашлось; ближе всего в базе:
part-not-found = На вопрос «{ $question }» ответа в базе нет.
nothing-about-alone = По запросу «{ $what }» в базе ничего нет. Если знаете, где это есть, пришлите — добавлю.
agenda-nothing = На { $when } в базе ничего нет. Ближайшее:
# What whoever asks wrote against an earlier answer; older: when the document above was added
answer-own-words =
    { $older ->
        [none] Так сказали вы { $date }, админ это ещё не подтвердил: { $words }
       *[other] Так сказали вы { $date }, админ это ещё не подтвердил (документ выше добавлен { $older }): { $words }
    }
conflict-heading = Документы говорят об этом по-разному:
conflict-within = Позже это изменили:
conflict-newer = новее, от { $date }
conflict-older = старше, от { $date }
# $cell — как называется строка, и столбец, в котором у неё ничего нет
cell-empty = { $cell }: в таблице здесь пусто.
computed-from =
    { $count ->
        [one] Посчитано по { $count } строке.
       *[other] Посчитано по { $count } строкам.
    }
computed-without =
    { $count ->
        [one] { $count } строка без числа не вошла.
        [few] { $count } строки без числа не вошли.
       *[other] { $count } строк без числа не вошли.
    }
# $column — название столбца таблицы, $value — что дают его числа
computed-sum =
    { $column }, сумма по { $count ->
        [one] { $count } строке
       *[other] { $count } строкам
    }: { $value }
computed-average =
    { $column }, среднее по { $count ->
        [one] { $count } строке
       *[other] { $count } строкам
    }: { $value }
# $column — имя строки, $count — сколько её ячеек вошло
computed-sum-across =
    { $column }, сумма по { $count ->
        [one] { $count } столбцу
       *[other] { $count } столбцам
    }: { $value }
computed-average-across =
    { $column }, среднее по { $count ->
        [one] { $count } столбцу
       *[other] { $count } столбцам
    }: { $value }
computed-more =
    { $count ->
        [one] …и ещё { $count } строка
        [few] …и ещё { $count } строки
       *[other] …и ещё { $count } строк
    }
computed-count = Всего: { $value }
# $value — у скольких строк число в столбце такое, о каком спрошено
computed-fulfilled =
    { $column }: { $value } из { $count ->
        [one] { $count } строки
       *[other] { $count } строк
    }

## Вопрос не принят

question-too-long =
    { $length ->
        [one] Вопрос слишком длинный: { $length } знак, а помещается { $limit }.
        [few] Вопрос слишком длинный: { $length } знака, а помещается { $limit }.
       *[many] Вопрос слишком длинный: { $length } знаков, а помещается { $limit }.
    } Сократите его или пришлите текст файлом в режиме «База».
question-empty = Не вижу здесь вопроса. Напишите его словами.
message-unsupported =
    { $kind ->
        [sticker] Стикер хорош, но прочитать его не могу. Напишите словами.
        [gif] Анимации не читаю. Пришлите текст, файл, фото или ссылку.
        [poll] Опросы не читаю. Если нужен его текст, скопируйте вопрос и ответы в сообщение.
        [contact] Контакты в базу не добавляю. Если он нужен, пришлите имя и телефон текстом.
        [location] Места на карте не читаю. Если нужен адрес, напишите его словами.
        [dice] Бросок засчитан, но добавить тут нечего. Пришлите текст, файл или ссылку.
        [game] Игры не читаю. Пришлите текст, файл или ссылку.
        [story] Истории бот открыть не может. Сохраните её и пришлите картинкой или файлом.
        [paid_media] Платные публикации открыть не могу. Пришлите файл или текст сами.
       *[other] Такие сообщения читать не умею. Пришлите текст, файл, { $hears ->
            [yes] фото, голосовое
           *[no] фото
        } или ссылку.
    }
unknown-command = Не знаю команды { $command }. Все команды — в /help.
button-outdated = Эта кнопка устарела. Отправьте /start, и появятся новые.
offer-outdated = Это предложение слишком старое. Пришлите файлы ещё раз.
button-not-yours = Эта кнопка не для вас.
message-edited-source = Вы изменили сообщение. Добавить новый вариант в базу?
message-edited = Вопрос изменён. Ответить заново?
button-answer-again = Ответить заново
