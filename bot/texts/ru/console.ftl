## Запуск, для консоли

migrations-none = База данных в порядке, обновлять нечего.
migrations-missing = Не применены миграции: { $versions }. Примените их командой paragraf migrate.
migrations-applied = Применены миграции: { $versions }.
reembed-started = Пересчитываю эмбеддинги моделью { $model }. База отвечает по-прежнему; Ctrl-C остановит, следующий запуск продолжит.
reembed-bar = Пересчитано
reembed-progress = { $done } из { $total }.
reembed-switching = Переключаю базу. На большой базе это занимает минуты.
reembed-more = За это время что-то добавили: считаю и это.
reembed-done = База переведена на модель { $model }. Теперь запустите бота с этой EMBEDDING_MODEL; бот, который ещё работает с прежней, не ответит.
reembed-needless = База и так на модели { $model }: делать нечего.
reembedding-replaced = Другой запуск paragraf reembed занял место этого или уже закончил.
pipeline-unknown = Конвейера { $name } нет. Есть: { $names }.
run-unranked = { $count ->
    [one] Реранкеру не хватило времени на { $count } отрывок
    [few] Реранкеру не хватило времени на { $count } отрывка
   *[many] Реранкеру не хватило времени на { $count } отрывков
 }; их место решили близость и слова. Больше времени даёт RERANK_BUDGET_SECONDS.
run-still-going = Запуск { $id } ещё идёт.
run-of-a-command = Этот запуск начала команда paragraf, а не бот. Повторите саму команду.
run-nothing-failed = В этом запуске всё удалось, повторять нечего.
run-retried = Повтор записан как запуск { $id }; его выполнит бот.
run-cancelled = Запуск { $id } отменён.
run-over = Запуск { $id } уже закончился, отменять нечего.
run-unknown = Запуска { $id } нет.
source-no-such-file = Файла { $name } нет, или его нельзя прочитать.
demo-passed = Демонстрация пройдена: вопросов — { $questions }, все ссылки на источники верны.
demo-failed = Демонстрация не пройдена: вопросов — { $questions }, ошибок — { $faults }.
demo-times = Ответ занимал { $median } с (медиана), вся демонстрация — { $seconds } с.
starting = Запускаюсь…
stopped = Остановлено. При следующем запуске всё продолжится с того же места.
sandbox-started = Токена Telegram нет, поэтому бот работает в песочнице. Откройте { $url }
bot-started = Бот @{ $name } запущен. Остановить: Ctrl-C.
owner-code = У бота ещё нет владельца. Чтобы стать им, отправьте боту код: { $code }
