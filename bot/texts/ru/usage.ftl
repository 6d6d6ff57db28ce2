## Расход языковой модели

command-usage = Расход языковой модели
usage-none = Языковой модели здесь нет: я отвечаю цитатами из ваших документов, и это ничего не стоит.
usage-heading = Ваш расход языковой модели
usage-today = Сегодня: { $taken }
usage-month = За месяц: { $taken }
# $price — usage-price-… вместе с разделителем или пусто
usage-taken =
    { $calls ->
        [0] пока ничего
        [one] { $calls } запрос · токенов: { $tokens }{ $price }
        [few] { $calls } запроса · токенов: { $tokens }{ $price }
       *[many] { $calls } запросов · токенов: { $tokens }{ $price }
    }
usage-price = {" "}· примерно { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } { $currency }
usage-price-little = {" "}· меньше { NUMBER(0.01) } { $currency }
usage-limit =
    { $left ->
        [0] Лимит { $limit } токенов в день исчерпан: до полуночи (UTC) отвечаю цитатами.
       *[other] Лимит в день, токенов: { $limit }; до полуночи (UTC) осталось { $left }.
    }
usage-team = Все вместе за месяц: { $taken }
usage-person = { NUMBER($n, useGrouping: 0) }. { $name }: { $taken }
usage-nobody = Сама база и терминал
usage-more =
    { $count ->
        [one] и ещё { $count } человек
        [few] и ещё { $count } человека
       *[many] и ещё { $count } человек
    }
