## At the door

# Under the sentence that strangers get
button-request-access = Ask for access
access-asked = I have passed your request on. The answer will come here.
# In alerts, 200 characters at most
access-asked-before = Your request was passed on already. The answer will come here.
access-declined-before = This is a private bot, and your request for access was declined. You can ask again in a day.
access-too-many = Too many people are asking just now. Try again in an hour.
access-unreachable = Nobody can be asked just now. Try again later.
access-declined = Your request for access was declined.
# $role is a name or none-
access-granted =
    { $role ->
        [none-] You have been let in.
       *[other] You have been let in, with the role “{ $role }”.
    }
# To admins, behind the name; $username is empty, or ends with a dot of its own
access-request =
    asks to be let in.
    { $username }id { $id } · { $spoken }
button-approve-role = Let in: { $role }
button-approve = Let in without a role
button-decline = No
access-settled =
    { $role ->
        [none-] { $name } was let in by { $by }.
       *[other] { $name } was let in by { $by }, with the role “{ $role }”.
    }
access-declined-by = { $name } was not let in. Declined by { $by }.
# Decided before, by whoever is not known any more
access-is-in = { $name } had been let in already. Nothing has changed; to take it back: /people

## What only some may do; in alerts, 200 characters at most

admins-only = Only the owner and admins may look at this.
not-yours-to-do = That is not yours to do, or not there any more.

## Invitations

invitation-made =
    Here is an invitation for { $count ->
        [1] one person
       *[other] { $count } people
    }{ $role ->
        [none-] {""}
       *[other] {""}, with the role “{ $role }”
    }. It is valid for { $days ->
        [one] { $days } day
       *[other] { $days } days
    }. Send the link on: whoever opens it and presses Start is let in.
# Behind it stands the command
invitation-how = Where the link cannot be opened, as in the sandbox, this does the same when it is sent to me:
button-copy-link = Copy the link
button-revoke = Revoke
button-revoke-listed = Revoke { $n }
button-invitations = Open invitations
invitations-heading =
    { $count ->
        [0] No invitation is open. /invite makes one.
        [one] { $count } open invitation
       *[other] { $count } open invitations
    }
invitation-line =
    { $n }. { $role ->
        [none-] Without a role
       *[other] With the role “{ $role }”
    }, { $count ->
        [one] { $count } person
       *[other] { $count } people
    }, until { $date }, by { $name }
invitation-revoked = The invitation is revoked. Its link lets nobody in any more.
invitation-gone = This invitation was used up or revoked before.
invitation-void = This invitation is not valid, or not any more. For you nothing has changed.
invitation-changes-nothing = You already have access, so just ask.
invitation-gives-role = You now hold the role “{ $role }”.
invite-not-yours = You may not invite anybody. /roles says what you may do.
# $role is one of those that may be given, $roles are the names of all of them
invite-usage = Write /invite, a role, for how many people, for how many days, for instance: /invite { $role } 5 30. Each of the three may be left out. Roles that you may give: { $roles }. /invite list shows what is open.
invite-out-of-reach = An invitation is for 1 to { $uses } people and lasts 1 to { $days } days.

## People

people-heading =
    { $count ->
        [one] { $count } person, whoever was here last first
       *[other] { $count } people, whoever was here last first
    }
people-found =
    { $count ->
        [0] Nobody is called “{ $query }”.
       *[other] “{ $query }”: found { $count }
    }
# $date is a day or never; $state is active or suspended
people-line =
    { $n }. { $name }{ $username }: { $roles ->
        [none-] no role
       *[other] { $roles }
    }, { $date ->
        [never] never here
       *[other] here { $date }
    }{ $state ->
        [active] {""}
       *[suspended] {""}, suspended
    }
button-people-before = ‹ Back
button-people-after = More ›
button-all-people = Everybody
button-to-people = To the list
person-unnamed = id { $id }
person-id = { $username }id { $id }
person-roles =
    { $roles ->
        [none-] No role
       *[other] Roles: { $roles }
    }
# $by is owner, invitation, approval, group or open
person-admitted =
    { $by ->
        [owner] In as the owner
        [invitation] In by an invitation
        [approval] Let in by an admin
        [group] In as a member of a group
       *[open] In because access is open to everybody
    }
person-seen =
    { $date ->
        [never] Was never here
       *[other] Was here on { $date }
    }
person-documents = Documents: { $count }
person-suspended = Suspended: nothing is answered or shown to them.
person-gone = This person is not there any more.
person-is-out = Suspended
person-is-back = Let back in
person-removed = { $name } is removed.
person-remove =
    Remove { $name }? { $count ->
        [0] They have no documents.
        [one] They have { $count } document. If they alone may read it, it is deleted; if a role may, it stays.
       *[other] They have { $count } documents. Those that they alone may read are deleted; those that a role may read stay.
    } It cannot be undone. Where access is open, or as a member of a group with a role, they can come in again: to keep somebody out, suspend them.
button-suspend = Suspend
button-restore = Let back in
button-remove = Remove…
button-remove-yes = Yes, remove
role-by-group = The role is held as a member of a group. It goes when they leave the group, or the group loses the role.

## Roles

roles-heading = Roles. Tap one to change it; /roles and a name makes a new one.
roles-own = Your roles, and what they let you do:
role-own-line =
    “{ $name }”: { $rights ->
        [none-] read what is open to it
       *[other] { $rights }
    }
role-line =
    “{ $name }”: { $people ->
        [one] { $people } person
       *[other] { $people } people
    }, { $documents ->
        [one] { $documents } document
       *[other] { $documents } documents
    }, { $rights ->
        [none-] no rights
       *[other] { $rights }
    }
role-counts =
    { $people ->
        [one] { $people } person
       *[other] { $people } people
    }, { $documents ->
        [one] { $documents } document
       *[other] { $documents } documents
    }
role-rights =
    { $rights ->
        [none-] May read what is open to it, and nothing else
       *[other] May also: { $rights }
    }
# How many roles are not shown
roles-more =
    { $count ->
        [one] And { $count } more role: /roles and its name opens it.
       *[other] And { $count } more roles: /roles and a name opens one.
    }
right-add = add documents
right-delete = change and delete others’ documents
right-invite = invite people
# What people read for the roles that every copy has
role-owner = owner
role-admin = admin
role-about-everyone = Everybody who was let in holds it.
role-about-owner = Owners may do everything. The role is given and taken at the machine: paragraf roles.
role-about-admin = Admins look after people, roles and documents. Only owners give this role.
role-made = The role is made. Choose what it may do.
role-known = There is a role of this name.
role-deleted = The role “{ $name }” is deleted.
role-gone = This role is not there any more.
role-name-wrong =
    A role’s name has { $limit ->
        [one] { $limit } character
       *[other] { $limit } characters
    } at most: letters, digits, blanks, “_”, “.” and “-”, with a letter or a digit first and last.
role-delete =
    Delete the role “{ $name }”? It is held by { $people ->
        [one] { $people } person
       *[other] { $people } people
    } and may read { $documents ->
        [one] { $documents } document
       *[other] { $documents } documents
    }. What nobody else may read, its owner alone may read from then on.
button-to-roles = To the roles

## The audit

# $scope is all or some: $about is the name of a person or a document
audit-heading =
    { $scope ->
        [all] { $count ->
            [0] Nothing was written down yet.
           *[other] What was done, newest first
        }
       *[some] { $count ->
            [0] Nothing was written down about “{ $about }”.
           *[other] What was done about “{ $about }”, newest first
        }
    }
button-audit-newest = « Newest
audit-nothing-called-so = Nobody and nothing is called “{ $query }”.
audit-a-document = a document
# Whoever acts, where it is nobody at Telegram
audit-machine = Whoever is at the machine
# Whoever is answered by the rights of a group, where nobody knows who asked
audit-group = The group { $id }
audit-role-given = { $actor } gave { $person } the role “{ $role }”
audit-role-taken = { $actor } took the role “{ $role }” from { $person }
audit-role-made = { $actor } made the role “{ $role }”
audit-role-deleted = { $actor } deleted the role “{ $role }”
# $state is on or off; $right is what it allows
audit-rights-changed =
    { $state ->
        [on] { $actor } let the role “{ $role }” { $right }
       *[off] { $actor } no longer lets the role “{ $role }” { $right }
    }
audit-person-admitted = { $actor } let { $person } in
audit-person-suspended = { $actor } suspended { $person }
audit-person-restored = { $actor } let { $person } back in
audit-person-removed =
    { $count ->
        [0] { $actor } removed { $person }
        [one] { $actor } removed { $person }, with { $count } document
       *[other] { $actor } removed { $person }, with { $count } documents
    }
audit-invitation-made =
    { $actor } made an invitation for { $count ->
        [one] { $count } person
       *[other] { $count } people
    } and { $days ->
        [one] { $days } day
       *[other] { $days } days
    }{ $role ->
        [none-] {""}
       *[other] {""}, with the role “{ $role }”
    }
audit-invitation-used =
    { $role ->
        [none-] { $person } came in by an invitation of { $actor }
       *[other] { $person } came in by an invitation of { $actor }, with the role “{ $role }”
    }
audit-invitation-revoked = { $actor } revoked an invitation
audit-group-role-set =
    { $role ->
        [none-] { $actor } took the role of the group { $chat }
       *[other] { $actor } gave the group { $chat } the role “{ $role }”
    }
# $asks: users, members; $adds: nobody, users, members
audit-group-policy-set =
    { $actor } set the group { $chat }: { $asks ->
        [members] all members may ask
       *[users] those who may use the bot may ask
    }, { $adds ->
        [nobody] nobody may add
        [members] all members may add
       *[users] those who may use the bot may add
    }
audit-group-joined =
    { $role ->
        [none-] { $person } is in the group { $chat }
       *[other] { $person } is in the group { $chat }, and holds its role “{ $role }”
    }
audit-group-left =
    { $role ->
        [none-] { $person } is not in the group { $chat } any more
       *[other] { $person } is not in the group { $chat } any more, and does not hold its role “{ $role }”
    }
audit-looked-as = { $actor } asked as { $person } would
# $title is none- where whoever looks may not read the document
audit-document-added =
    { $title ->
        [none-] { $actor } added a document
       *[other] { $actor } added “{ $title }”
    }{ $role ->
        [none-] {""}
       *[other] {""}, open to the role “{ $role }”
    }
audit-document-deleted =
    { $title ->
        [none-] { $actor } deleted a document
       *[other] { $actor } deleted “{ $title }”
    }
audit-document-opened =
    { $title ->
        [none-] { $actor } opened a document to the role “{ $role }”
       *[other] { $actor } opened “{ $title }” to the role “{ $role }”
    }
audit-document-closed =
    { $title ->
        [none-] { $actor } closed a document to the role “{ $role }”
       *[other] { $actor } closed “{ $title }” to the role “{ $role }”
    }
# $title is none-, or the names of those that whoever looks may read; $way is answer or itself
audit-documents-read =
    { $actor } read { $count ->
        [one] { $count } document
       *[other] { $count } documents
    }{ $way ->
        [answer] {" "}through an answer
       *[itself] {""}
    }{ $title ->
        [none-] {""}
       *[other] {""}: { $title }
    }
audit-other = { $actor }: { $action }

## Help, for those whom it concerns

help-invite =
    /invite – a link that lets somebody in
    /roles – what your roles let you do
help-usage = /usage – what the language model took
# Below the list of commands
help-buttons = Under an answer: numbers open the passages, 👍 and 👎 rate it (after 👎 you can write what is right), 🔁 answers again from other passages. The ⋯ under a receipt shows the other buttons: delete, who can read it.
help-gaps = Questions that the base has no answer to are seen by the admins, without your name.
help-admins =
    /people – who is in, and what they hold
    /audit – who did what
    /gaps – what the base could not answer
    /as – ask as somebody else: /as @name question

## The terminal

roles-given = { $person } holds the role “{ $role }” now.
roles-taken = { $person } does not hold the role “{ $role }” any more. Whoever OWNER_IDS names is an owner again at the next start.
roles-unknown = There is no role “{ $role }”.
roles-no-person = Nobody here is { $person }. Give a Telegram id or an @username of somebody who was let in; /invite lets others in.
roles-last-owner = { $person } is the last owner. Appoint another one first.
roles-not-given = The role “{ $role }” cannot be given.
owners-besides = Besides OWNER_IDS these are owners, too: { $names }. “paragraf roles take owner ID” ends that.
