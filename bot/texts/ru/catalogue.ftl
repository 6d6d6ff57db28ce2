## Каталог: вопросы о самой базе

catalogue-count =
    { $count ->
        [0] { smalltalk-base-empty }
        [one] В базе { $count } документ.
        [few] В базе { $count } документа.
       *[many] В базе { $count } документов.
    }
catalogue-count-listed =
    { $count ->
        [one] В этом списке { $count } документ.
        [few] В этом списке { $count } документа.
       *[many] В этом списке { $count } документов.
    }
catalogue-list-heading =
    { $count ->
        [0] { smalltalk-base-empty }
       *[many] В базе документов: { $count }. Новые сверху:
    }
# $span — day (один день, он же $since) или days
catalogue-recent-heading =
    { $span ->
        [day] Добавлено { $since }: { $count }
       *[days] Добавлено с { $since } по { $until }: { $count }
    }
catalogue-none-in-period =
    { $span ->
        [day] { $since } ничего не добавляли.
       *[days] С { $since } по { $until } ничего не добавляли.
    }
catalogue-newest-heading = Последнее, что добавили:
catalogue-line = { $n }. { $title } — { $date }
catalogue-more =
    { $count ->
        [one] …и ещё { $count } документ: /docs
        [few] …и ещё { $count } документа: /docs
       *[many] …и ещё { $count } документов: /docs
    }
catalogue-has =
    { $count ->
        [one] Да, есть:
       *[many] Да, есть { $count }:
    }
# $whose — reader (сам спросивший), known ($name) или unknown
catalogue-sent-by =
    { $whose ->
        [reader] «{ $title }» прислали вы, { $date }.
        [known] «{ $title }» — от { $name }, { $date }.
       *[unknown] Кто прислал «{ $title }», не записано; документ в базе с { $date }.
    }
catalogue-added-on = «{ $title }» в базе с { $date }, { $time }.
catalogue-pages = «{ $title }»: { document-pages }

# Что делают только кнопки. $count — сколько документов подходит, $title — название первого
catalogue-delete =
    { $count ->
        [0] По одному слову ничего не удаляю. Откройте документ в /docs и нажмите «Удалить»; удалить все свои — /clean.
        [1] По одному слову ничего не удаляю. Откройте «{ $title }» кнопкой ниже и нажмите «Удалить».
       *[other] По одному слову ничего не удаляю. Откройте нужный документ кнопкой ниже и нажмите «Удалить».
    }
catalogue-rename =
    { $count ->
        [0] По одному слову ничего не переименовываю. Откройте документ в /docs и нажмите «Переименовать».
        [1] По одному слову ничего не переименовываю. Откройте «{ $title }» кнопкой ниже и нажмите «Переименовать».
       *[other] По одному слову ничего не переименовываю. Откройте нужный документ кнопкой ниже и нажмите «Переименовать».
    }
catalogue-clean = По одному слову ничего не удаляю. Все свои документы удаляет /clean, переспросив; по одному — /docs. Забыть только разговор — /clear.

# Что делают командами: чем именно
catalogue-undo =
    Отменить можно так:
    • поправку — /rules: откройте её и нажмите «Отменить»;
    • добавленный документ — /docs: откройте его и нажмите «Удалить»;
    • оценку — нажмите её ещё раз.
catalogue-forget = Разговор забывает /clear, переспросив. Документы при этом остаются в базе.
catalogue-settings = Язык, длина ответов и прочее — /settings; только язык — /lang. Отвечаю на языке вопроса.
catalogue-invite = Приглашение — это ссылка, её выдаёт /invite. Кому что открыто, покажет /access.
catalogue-readers = Ваши роли и кому что открыто, покажет /access. Для одного документа: откройте его в /docs и нажмите «Кто может читать» — там же доступ меняют. Ваши вопросы и ответы другим не показываю.
