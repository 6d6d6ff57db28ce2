## Библиотека

library-heading =
    { $count ->
        [0] Документов пока нет. Включите «Базу» (/mode) и пришлите файл или ссылку.
        [one] Документов: { $count }. Выберите, какой открыть:
        [few] Документов: { $count }. Выберите, какой открыть:
       *[many] Документов: { $count }. Выберите, какой открыть:
    }
# $listed — сколько уже есть; 0: это стоит вместо заголовка
library-being-read =
    { $listed ->
        [0] Документов пока нет, но сейчас читаю: { $count }. Как дочитаю, всё будет здесь.
       *[other] Ещё читаю: { $count }.
    }
library-found =
    { $count ->
        [0] Документа с названием «{ $query }» нет.
       *[many] «{ $query }» — найдено: { $count }
    }
library-page = Страница { NUMBER($page, useGrouping: 0) } из { NUMBER($pages, useGrouping: 0) }
library-search = Как называется документ? Хватит части названия или адреса.
library-source = Источник:
library-sheets =
    { $count ->
        [one] Лист: { $sheets }
       *[other] Листы: { $sheets }
    }
library-length = Длительность: { $length }
library-byline = Автор и дата: { $byline }
# $owner — имя или none
library-added =
    { $owner ->
        [none] Добавлен { $date }
       *[other] Добавлен { $date } · { $owner }
    }
# $readers — everyone, owner- или названия групп
library-readers =
    { $readers ->
        [everyone] Могут читать: все
        [owner-] Может читать: только тот, кто добавил
       *[other] Могут читать: { $readers }
    }
library-yours-alone = Могут читать: только вы
library-superseded = Это прежняя версия: { $date } её сменила новая.
library-versions = Версии, новые сверху. Отвечаю по текущей.
library-version-now = { $n }. { $date } — текущая
library-version = { $n }. { $date }
library-new-name = Пришлите новое название для «{ $title }».
library-name-too-long =
    { $limit ->
        [one] В названии должен быть 1 знак. Пришлите другое.
       *[many] В названии должно быть от 1 до { $limit } знаков. Пришлите другое.
    }
library-name-secret = В этом названии есть секрет, поэтому я не стал его сохранять: { $kinds }. Пришлите другое. Если секрет настоящий, замените его на новый.
library-delete = Удалить «{ $title }» ({ $origin }) со всеми версиями? В ответах его больше не будет.
library-deleted = «{ $title }» больше нет в базе.
library-gone = Этого документа больше нет.
library-not-yours = Этот документ добавил другой человек. Изменить его может он сам или владелец бота.
button-search = Найти
button-all-documents = Все документы
button-clean-base = Очистить базу
button-back = Назад
button-to-list = К списку
button-list-before = ‹ Новее
button-list-after = Старее ›
button-text-before = ‹ Назад
button-text-after = Дальше ›
button-to-document = К документу
button-file = 📎 Файл
file-gone = Самого файла уже нет, остался его текст.
button-text = Текст
button-versions = Версии
button-current-version = Текущая версия
button-fetch-again = Скачать заново
button-watch = Следить
button-rename = Переименовать
button-delete = Удалить
command-docs = Документы в базе
command-watch = Следить за страницей
command-clean = Очистить базу

## Очистка базы

# $own — документы читателя; $count — все документы или 0, если их удалять нельзя
clean-question =
    { $own ->
        [0] { $count ->
                [0] Ваших документов в базе нет.
               *[many] Ваших документов в базе нет, всего документов: { $count }. Удалить их все?
            }
       *[many] { $count ->
                [0] Ваших документов в базе: { $own }. Удалить их все?
               *[many] Документов в базе: { $count }, из них ваших: { $own }. Что удалить?
            }
    }
clean-confirm =
    { $count ->
        [one] { $count } документ будет удалён навсегда, со всеми версиями. Для подтверждения пришлите слово { $word }.
        [few] { $count } документа будут удалены навсегда, со всеми версиями. Для подтверждения пришлите слово { $word }.
       *[many] { $count } документов будут удалены навсегда, со всеми версиями. Для подтверждения пришлите слово { $word }.
    }
clean-word = УДАЛИТЬ
clean-not-meant = Это другое слово, поэтому всё остаётся на месте.
clean-done =
    { $count ->
        [0] Удалять было нечего.
        [one] Удалён { $count } документ.
        [few] Удалено { $count } документа.
       *[many] Удалено { $count } документов.
    }
button-clean-own = Удалить мои
button-clean-all = Удалить все
