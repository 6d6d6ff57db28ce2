## What the language model took

command-usage = What the language model took
usage-none = There is no language model here: I answer with quotes from your documents, and that costs nothing.
usage-heading = The language model, for you
usage-today = Today: { $taken }
usage-month = This month: { $taken }
# $price is usage-price-… with the separator, or empty
usage-taken =
    { $calls ->
        [0] nothing yet
        [one] { $calls } request · { $tokens } tokens{ $price }
       *[other] { $calls } requests · { $tokens } tokens{ $price }
    }
usage-price = {" "}· about { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } { $currency }
usage-price-little = {" "}· less than { NUMBER(0.01) } { $currency }
usage-limit =
    { $left ->
        [0] The limit of { $limit } tokens a day is used up: until midnight (UTC) I answer with quotes.
       *[other] The limit is { $limit } tokens a day; { $left } are left until midnight (UTC).
    }
usage-team = Everybody, this month: { $taken }
usage-person = { NUMBER($n, useGrouping: 0) }. { $name }: { $taken }
usage-nobody = The base itself, and the terminal
usage-more =
    { $count ->
        [one] and { $count } more person
       *[other] and { $count } more people
    }
