## Ход добавления

progress-heading =
    { $total ->
        [1] Добавляю в базу…
       *[other] Добавляю в базу: готово { $done } из { $total }
    }
# Всё прочитано
progress-ending = Почти готово: проверяю и сохраняю…
# Все источники ещё ждут своей очереди
progress-queued =
    { $total ->
        [1] Принял, скоро начну…
       *[other] Принял, скоро начну. Всего: { $total }
    }
# Много сразу: сколько источников в каком состоянии
progress-counts = ✓ { $stored }{ $known ->
        [0] {""}
       *[other] {" "}· уже было { $known }
    }{ $failed ->
        [0] {""}
       *[other] {" "}· ✗ { $failed }
    } · в работе { $running } · ждут { $waiting }
# $state — состояние источника, $node — узел конвейера, который сейчас работает
progress-item =
    { $state ->
        [waiting] ◦ { $label } — в очереди
        [stored] ✓ { $label }
        [known] ✓ { $label } — уже в базе
        [refused] ✗ { $label } — не получилось
        [failed] ✗ { $label } — не получилось
       *[running] … { $label } — { progress-node }{ progress-part }
    }
# Сколько сделано из скольких и сколько минут осталось; -1 — пока не видно
progress-part =
    { $total ->
        [0] {""}
       *[other] : { $part } из { $total }{ $node ->
            [ocr] {" "}страниц
            [embed] {" "}отрывков
           *[other] {""}
        }{ progress-left }
    }
progress-left =
    { $minutes ->
        [-1] {""}
        [0] , осталось меньше минуты
       *[other] , осталось около { $minutes } мин
    }
progress-node =
    { $node ->
        [fetch] скачиваю
        [extract] читаю
        [ocr] распознаю текст на картинках
        [unpack] распаковываю
        [transcribe] записываю, что говорят
        [clean] убираю лишнее
        [scan] смотрю, нет ли паролей
        [plan] размечаю
        [embed] готовлю к поиску
       *[other] работаю
    }

## Итог добавления

# Один источник. $pages равно 0, когда страниц нет; $language_code — двухбуквенный код
document-stored =
    Готово, «{ $title }» в базе.
    { document-size }{ language-name } · { duration }
document-known = «{ $title }» уже есть в базе. Второй раз добавлять не стал.
document-size =
    { $pages ->
        [0] {""}
       *[other] { document-pages } ·{" "}
    }
document-pages =
    { $pages ->
        [one] { $pages } страница
        [few] { $pages } страницы
       *[many] { $pages } страниц
    }
duration = { $seconds } с
# Несколько источников: заголовок и по строке на каждый
batch-summary =
    Готово за { duration }. { batch-stored }{ $known ->
        [0] {""}
       *[other] , уже было: { $known }
    }{ $failed ->
        [0] .
       *[other] , не получилось: { $failed }.
    }
batch-stored =
    { $stored ->
        [0] Ничего не добавлено
       *[other] Добавлено: { $stored }
    }
batch-item-stored = ✓ { $title } — { document-size }{ language-name }
batch-item-known = ✓ { $title } — уже в базе
batch-item-failed =
    ✗ { $label }
    { $reason }
nothing-to-add = Здесь нечего добавить. Пришлите файл, фото, ссылку, пост или заметку.
note-name = Заметка от { $date }
# Текст под файлом или альбомом: $more — сколько в альбоме ещё
caption-name =
    { $more ->
        [0] Подпись: { $name }
       *[other] Подпись: { $name } и ещё { $more }
    }
# Имя для фото и записей, у которых его нет
sent-file-name =
    { $kind ->
        [photo] Фото
        [voice] Голосовое
        [round] Кружок
        [audio] Аудио
        [video] Видео
       *[document] Файл
    } от { $date } (№ { NUMBER($number, useGrouping: 0) })

# Подробности одного документа; каждая строка — только если есть о чём сказать
receipt-new-version = Он заменил прежнюю версию; старые ответы по-прежнему открывают её.
receipt-ocr =
    { $count ->
        [one] Текст { $count } страницы прочитан с картинки ({ $share }% страниц).
       *[many] Текст { $count } страниц прочитан с картинок ({ $share }% страниц).
    }
receipt-pages-without-text =
    { $count ->
        [one] { $count } страница без текста.
        [few] { $count } страницы без текста.
       *[many] { $count } страниц без текста.
    }
receipt-secrets = Похоже на пароли и ключи, в базу не попало: { $count }.
receipt-missed =
    { $count ->
        [one] ⚠ Я проверил себя: на { $count } вопрос по этому документу его не нашёл.
        [few] ⚠ Я проверил себя: на { $count } вопроса по этому документу его не нашёл.
       *[many] ⚠ Я проверил себя: на { $count } вопросов по этому документу его не нашёл.
    }
receipt-untested =
    { $count ->
        [one] Не успел проверить, хорошо ли находится { $count } документ.
        [few] Не успел проверить, хорошо ли находятся { $count } документа.
       *[many] Не успел проверить, хорошо ли находятся { $count } документов.
    }
receipt-more =
    { $count ->
        [one] …и ещё { $count } документ
        [few] …и ещё { $count } документа
       *[many] …и ещё { $count } документов
    }

## Отмена, повтор и удаление добавленного

button-cancel-batch = Отменить
button-retry = Повторить
button-add-masked = Добавить без них
button-delete-added = Удалить добавленное
button-open = Открыть
button-open-several = Документы
button-more = ⋯
button-less = Свернуть
button-delete-yes = Да, удалить
button-open-document = Открыть «{ $title }»
batch-cancelled = Отменено. Ничего из присланного не добавлено.
may-not-add = Вам больше нельзя ничего добавлять в базу. Ничего из присланного не добавлено.
batch-too-late = Отменить уже нельзя: всё добавлено. Удалить можно кнопкой «⋯» под итогом.
batch-documents =
    { $count ->
        [one] Здесь { $count } документ. Выберите, какой открыть:
        [few] Здесь { $count } документа. Выберите, какой открыть:
       *[many] Здесь { $count } документов. Выберите, какой открыть:
    }
batch-unknown = Об этом уже ничего не известно, или это добавил другой: отменить, повторить и удалить может он или владелец бота. Если это ваше, пришлите материалы ещё раз.
batch-still-going = Это ещё обрабатывается.
batch-nothing-to-retry = Повторять нечего: файлов под рукой уже нет, либо всё удалось. Если чего-то не хватает, пришлите это ещё раз.
batch-delete-confirm = Удалить из базы всё, что здесь добавлено? Вернуть это можно будет, только прислав заново.
# Над отчётом, который перестал быть верным
receipt-deleted = Удалено из базы
batch-deleted =
    { $count ->
        [0] Удалять нечего: этих документов в базе уже нет.
        [one] Удалён { $count } документ.
        [few] Удалено { $count } документа.
       *[many] Удалено { $count } документов.
    }
