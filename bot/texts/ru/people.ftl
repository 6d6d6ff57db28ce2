## У входа

# Под фразой, которую видят посторонние
button-request-access = Попросить доступ
access-asked = Передал вашу просьбу. Ответ придёт сюда.
# Всплывающие сообщения, не больше 200 знаков
access-asked-before = Вашу просьбу уже передали. Ответ придёт сюда.
access-declined-before = Это личный бот, и в доступе вам отказано. Попросить снова можно через день.
access-too-many = Сейчас слишком много желающих. Попробуйте через час.
access-unreachable = Сейчас некого спросить. Попробуйте позже.
access-declined = В доступе отказано.
# $role — название или none-
access-granted =
    { $role ->
        [none-] Вам открыт доступ.
       *[other] Вам открыт доступ, ваша роль — «{ $role }».
    }
# Администраторам, после имени; $username пуст или кончается своей точкой
access-request =
    просит доступ.
    { $username }id { $id } · { $spoken }
button-approve-role = Впустить: { $role }
button-approve = Впустить без роли
button-decline = Нет
access-settled =
    { $role ->
        [none-] { $name }: доступ открыт. Решение: { $by }.
       *[other] { $name }: доступ открыт, роль «{ $role }». Решение: { $by }.
    }
access-declined-by = { $name }: в доступе отказано. Решение: { $by }.
# Решено раньше; кем, уже не известно
access-is-in = { $name }: доступ уже был открыт. Ничего не изменилось; закрыть его можно в /people

## Что можно не всем; всплывающие сообщения, не больше 200 знаков

admins-only = Это видят только владелец и администраторы.
not-yours-to-do = Этого вы не можете, или этого уже нет.

## Приглашения

invitation-made =
    Приглашение готово: для { $count ->
        [1] одного человека
        [one] { $count } человека
       *[many] { $count } человек
    }{ $role ->
        [none-] {""}
       *[other] {""}, с ролью «{ $role }»
    }. Действует { $days ->
        [one] { $days } день
        [few] { $days } дня
       *[many] { $days } дней
    }. Перешлите ссылку: кто откроет её и нажмёт «Старт», получит доступ.
# За ней стоит команда
invitation-how = Где ссылку не открыть, например в песочнице, то же делает команда, посланная мне:
button-copy-link = Скопировать ссылку
button-revoke = Отозвать
button-revoke-listed = Отозвать { $n }
button-invitations = Открытые приглашения
invitations-heading =
    { $count ->
        [0] Открытых приглашений нет. Новое: /invite
       *[other] Открытые приглашения: { $count }
    }
invitation-line =
    { $n }. { $role ->
        [none-] Без роли
       *[other] С ролью «{ $role }»
    }, мест: { $count }, до { $date }, от: { $name }
invitation-revoked = Приглашение отозвано. По его ссылке больше никто не войдёт.
invitation-gone = Это приглашение уже использовано или отозвано.
invitation-void = Это приглашение не действует. Для вас ничего не изменилось.
invitation-changes-nothing = У вас уже есть доступ — можно спрашивать.
invitation-gives-role = Теперь у вас есть роль «{ $role }».
invite-not-yours = Приглашать вы не можете. Что можно, скажет /roles
# $role — одна из ролей, которые можно дать, $roles — названия всех
invite-usage = Напишите /invite, роль, на сколько человек, на сколько дней, например: /invite { $role } 5 30. Всё это можно пропустить. Вы можете дать роли: { $roles }. Открытые приглашения покажет /invite list
invite-out-of-reach = В приглашении может быть от 1 до { $uses } мест, срок — от 1 до { $days } дней.

## Люди

people-heading =
    Людей: { $count }. Сверху те, кто был недавно.
people-found =
    { $count ->
        [0] «{ $query }»: никого не нашлось.
       *[other] «{ $query }»: найдено: { $count }
    }
# $date — день или never; $state — active или suspended
people-line =
    { $n }. { $name }{ $username }: { $roles ->
        [none-] без роли
       *[other] { $roles }
    }, { $date ->
        [never] визитов не было
       *[other] последний визит { $date }
    }{ $state ->
        [active] {""}
       *[suspended] {""}, доступ приостановлен
    }
button-people-before = ‹ Назад
button-people-after = Ещё ›
button-all-people = Все
button-to-people = К списку
person-unnamed = id { $id }
person-id = { $username }id { $id }
person-roles =
    { $roles ->
        [none-] Без роли
       *[other] Роли: { $roles }
    }
# $by — owner, invitation, approval, group или open
person-admitted =
    { $by ->
        [owner] Доступ: владелец
        [invitation] Доступ: по приглашению
        [approval] Доступ: с разрешения администратора
        [group] Доступ: как участник группы
       *[open] Доступ: бот открыт для всех
    }
person-seen =
    { $date ->
        [never] Визитов ещё не было
       *[other] Последний визит: { $date }
    }
person-documents = Документов: { $count }
person-suspended = Доступ приостановлен: ничего не отвечаю и не показываю.
person-gone = Этого человека здесь уже нет.
person-is-out = Доступ приостановлен
person-is-back = Доступ возвращён
person-removed = { $name }: доступ удалён.
person-remove =
    Удалить человека: { $name }? { $count ->
        [0] Документов нет.
       *[other] Документов: { $count }. Что не открыто ни одной роли, удалится; что открыто, останется.
    } Вернуть будет нельзя. Если доступ открыт всем или человек состоит в группе с ролью, он может войти снова; чтобы он не вошёл, доступ приостанавливают.
button-suspend = Приостановить
button-restore = Вернуть доступ
button-remove = Удалить…
button-remove-yes = Да, удалить
role-by-group = Эту роль даёт группа. Роль уйдёт, когда человек покинет группу или группа лишится роли.

## Роли

roles-heading = Роли. Нажмите, чтобы изменить; команда /roles с названием создаст новую.
roles-own = Ваши роли и что они позволяют:
role-own-line =
    «{ $name }»: { $rights ->
        [none-] читать то, что ей открыто
       *[other] { $rights }
    }
role-line =
    «{ $name }»: людей { $people }, документов { $documents }, { $rights ->
        [none-] без прав
       *[other] { $rights }
    }
role-counts = Людей: { $people }, документов: { $documents }
role-rights =
    { $rights ->
        [none-] Позволяет читать то, что ей открыто, и больше ничего
       *[other] Позволяет ещё: { $rights }
    }
# Сколько ролей не показано
roles-more = Ещё ролей: { $count }. Откроет команда /roles с названием.
right-add = добавлять документы
right-delete = менять и удалять чужие документы
right-invite = приглашать
# Роли, которые есть везде
role-owner = владелец
role-admin = администратор
role-about-everyone = Она есть у всех, кому открыт доступ.
role-about-owner = Владельцу можно всё. Эту роль дают и забирают на сервере: paragraf roles.
role-about-admin = Администраторы отвечают за людей, роли и документы. Эту роль дают только владельцы.
role-made = Роль создана. Выберите, что она позволяет.
role-known = Такая роль уже есть.
role-deleted = Роль «{ $name }» удалена.
role-gone = Этой роли уже нет.
role-name-wrong =
    В названии роли не больше { $limit ->
        [one] { $limit } знака
       *[other] { $limit } знаков
    }: буквы, цифры, пробелы, «_», «.» и «-»; первой и последней — буква или цифра.
role-delete = Удалить роль «{ $name }»? Людей с ней: { $people }, открыто ей документов: { $documents }. Что не открыто больше никому, дальше прочтёт только владелец документа.
button-to-roles = К ролям

## Журнал

# $scope — all или some: $about — имя человека или название документа
audit-heading =
    { $scope ->
        [all] { $count ->
            [0] В журнале пока пусто.
           *[other] Что происходило, сначала новое
        }
       *[some] { $count ->
            [0] О «{ $about }» в журнале ничего нет.
           *[other] Что происходило, «{ $about }», сначала новое
        }
    }
button-audit-newest = « К новым
audit-nothing-called-so = «{ $query }»: ни людей, ни документов не нашлось.
audit-a-document = документ
# Кто действует, когда это никто из Telegram
audit-machine = Администратор сервера
# Ответ по правам группы, когда неизвестно, кто спросил
audit-group = Группа { $id }
audit-role-given = { $actor } даёт роль «{ $role }»: { $person }
audit-role-taken = { $actor } забирает роль «{ $role }»: { $person }
audit-role-made = { $actor } создаёт роль «{ $role }»
audit-role-deleted = { $actor } удаляет роль «{ $role }»
# $state — on или off; $right — что позволяет
audit-rights-changed =
    { $state ->
        [on] { $actor } позволяет роли «{ $role }» { $right }
       *[off] { $actor } больше не позволяет роли «{ $role }» { $right }
    }
audit-person-admitted = { $actor } открывает доступ: { $person }
audit-person-suspended = { $actor } приостанавливает доступ: { $person }
audit-person-restored = { $actor } возвращает доступ: { $person }
audit-person-removed =
    { $count ->
        [0] { $actor } удаляет человека: { $person }
       *[other] { $actor } удаляет человека: { $person }; документов удалено: { $count }
    }
audit-invitation-made =
    { $actor } приглашает, мест: { $count }, дней: { $days }{ $role ->
        [none-] {""}
       *[other] {""}, роль «{ $role }»
    }
audit-invitation-used =
    { $role ->
        [none-] { $person } входит по приглашению. Приглашение: { $actor }
       *[other] { $person } входит по приглашению с ролью «{ $role }». Приглашение: { $actor }
    }
audit-invitation-revoked = { $actor } отзывает приглашение
audit-group-role-set =
    { $role ->
        [none-] { $actor } забирает роль у группы { $chat }
       *[other] { $actor } даёт группе { $chat } роль «{ $role }»
    }
# $asks: users, members; $adds: nobody, users, members
audit-group-policy-set =
    { $actor } настраивает группу { $chat }: { $asks ->
        [members] спрашивать могут все участники
       *[users] спрашивать могут те, кому открыт доступ к боту
    }, { $adds ->
        [nobody] добавлять не может никто
        [members] добавлять могут все участники
       *[users] добавлять могут те, кому открыт доступ к боту
    }
audit-group-joined =
    { $role ->
        [none-] { $person } состоит в группе { $chat }
       *[other] { $person } состоит в группе { $chat } и получает её роль «{ $role }»
    }
audit-group-left =
    { $role ->
        [none-] { $person } больше не состоит в группе { $chat }
       *[other] { $person } больше не состоит в группе { $chat } и теряет её роль «{ $role }»
    }
audit-looked-as = { $actor } спрашивает от имени: { $person }
# $title — none-, если документ тому, кто смотрит, не открыт
audit-document-added =
    { $title ->
        [none-] { $actor } добавляет документ
       *[other] { $actor } добавляет «{ $title }»
    }{ $role ->
        [none-] {""}
       *[other] {""}, открыт роли «{ $role }»
    }
audit-document-deleted =
    { $title ->
        [none-] { $actor } удаляет документ
       *[other] { $actor } удаляет «{ $title }»
    }
audit-document-opened =
    { $title ->
        [none-] { $actor } открывает документ роли «{ $role }»
       *[other] { $actor } открывает «{ $title }» роли «{ $role }»
    }
audit-document-closed =
    { $title ->
        [none-] { $actor } закрывает документ для роли «{ $role }»
       *[other] { $actor } закрывает «{ $title }» для роли «{ $role }»
    }
# $title — none- или названия того, что может читать смотрящий; $way — answer или itself
audit-documents-read =
    { $way ->
        [answer] { $actor } получает ответ, документов в нём: { $count }
       *[itself] { $actor } читает документы: { $count }
    }{ $title ->
        [none-] {""}
       *[other] {" "}({ $title })
    }
audit-other = { $actor }: { $action }

## Подсказка для тех, кого это касается

help-invite =
    /invite — ссылка, по которой можно войти
    /roles — что позволяют ваши роли
help-usage = /usage — расход языковой модели
# Под списком команд
help-buttons = Под ответом: номера открывают отрывки, 👍 и 👎 — оценка (после 👎 можно написать, как правильно), 🔁 — ответить ещё раз, по другим отрывкам. Кнопка «⋯» под отчётом о добавленном показывает остальные: удалить, кто может читать.
help-gaps = Вопросы, на которые в базе нет ответа, видят администраторы — без вашего имени.
help-admins =
    /people — у кого есть доступ и какие роли
    /audit — кто что сделал
    /gaps — на что в базе нет ответа
    /as — спросить как кто-то другой: /as @имя вопрос

## Терминал

roles-given = { $person }: роль «{ $role }» теперь есть.
roles-taken = { $person }: роли «{ $role }» больше нет. Кого называет OWNER_IDS, тот при следующем запуске снова владелец.
roles-unknown = Роли «{ $role }» нет.
roles-no-person = { $person }: здесь такого человека нет. Назовите id в Telegram или @имя того, кому открыт доступ; остальных впускает /invite.
roles-last-owner = { $person }: это последний владелец. Сначала назначьте другого.
roles-not-given = Роль «{ $role }» дать нельзя.
owners-besides = Кроме OWNER_IDS владельцами считаются: { $names }. Это прекратит команда «paragraf roles take owner ID».
