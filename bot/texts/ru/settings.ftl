## Настройки человека

settings-title = Настройки. Нажмите на то, что хотите изменить.
button-setting = { $title }: { $value }
# $mark – галочка у того, что выбрано сейчас
button-choice = { $mark }{ $value }
button-to-settings = ← Назад
setting-kept = Сохранено
setting-on = да
setting-off = нет
setting-length = Ответы
setting-length-about = Полный ответ показывает и то, что к нему ведёт, в свёрнутом виде. Короткий – только сам ответ с источниками; языковая модель, если она есть, пишет его в одном-двух предложениях.
setting-length-full = полные
setting-length-short = короткие
setting-language = Язык
setting-language-about = На каком языке писать? На вопрос я отвечаю на языке вопроса.
setting-language-auto = как в Telegram
setting-language-ru = русский
setting-language-en = English
setting-stream = Показывать, как пишется ответ
setting-stream-about = Показывать ответ, пока он пишется? Если нет, он придёт сразу целиком.
setting-fold = Сворачивать источники
setting-fold-about = Сворачивать список источников под ответом? Кнопки с номерами останутся.
setting-decide = Решать самому
setting-decide-about =
    Обычно режим решает, что делать с сообщением. Если нажать «да», я решу сам: файлы и ссылки сразу добавлю в базу, на остальное отвечу, какой бы режим ни стоял.

    Добавленное можно удалить кнопкой под отчётом.
