## Who can read what

command-access = Who can read what
answer-withdrawn = I had found an answer, but what it rested on is no longer open to you. I can no longer show it.
# $readers is everyone, owner-, or names of roles
receipt-readers =
    { $readers ->
        [everyone] Readable by: everyone
        [owner-] Readable by: only whoever added it
       *[other] Readable by: { $readers }
    }
receipt-readers-differ = Readable by: not the same for each document
# A bibliographic reference, on the card of a document
library-citation = Reference: { $citation }
button-readers = Who can read it
access-everyone = everyone
access-its-owner = it is their own
access-yours = it is yours
# What the reader reads a document by
access-you = You read it by: { $through }
access-people =
    { $count ->
        [one] One person can read it:
       *[other] { $count } people can read it:
    }
access-person = • { $name } ({ $through })
access-more-people = … and { $count } more
# $where is all or some
access-groups =
    { $where ->
        [all] It may be quoted in every group that I answer in, to everybody there.
       *[some] { $count ->
            [one] It may be quoted in { $count } group with one of these roles, to everybody there.
           *[other] It may be quoted in { $count } groups with one of these roles, to everybody there.
        }
    }
access-toggles = ✓ marks who may read. Tap to open or to close.
access-changed = Changed
access-in-private = See our private chat.
access-start-first = I show that in private, and I cannot write to you yet. Open our chat, press Start, then press here again.
access-batch =
    { $count ->
        [one] Who can read “{ $title }”?
       *[other] Who can read these { $count } documents? A tap counts for all of them.
    }
access-roles = You read by these roles: { $roles }
access-right-add = add documents
access-right-delete = delete and change what your roles may read
access-right-invite = invite others
# $rights is none, or a list of the above
access-rights =
    { $rights ->
        [none] You may not add anything.
       *[other] You may: { $rights }
    }
access-documents =
    { $count ->
        [0] There is nothing yet that you may read.
        [one] One document is open to you.
       *[other] { $count } documents are open to you.
    }
access-usage = Who can read a document: /access and its name, or /access as a reply to an answer, a receipt or a card.
access-nothing =
    Among what is open to you nothing is called “{ $query }”.

    You read by these roles: { $roles }. If something is missing that you expect here, ask whoever has it to open it to one of them, or an owner of this bot to give you a role.
access-which = Documents of that name: { $count }. Which one?

## Asked as somebody else

as-usage = Write whom I am to answer, and a question: /as @name How long is the notice?
as-admins-only = Only admins of this bot can ask as somebody else.
as-unknown = I know nobody of that name, or several.
as-shut-out = { $name } is not let in now, and is answered nothing: no document is open to them. /people says more.
# $own is none or left-out
as-heading =
    As { $name } would be answered{ $own ->
        [none] {""}
       *[left-out] {" "}(without what is { $name }’s own)
    }
as-withheld = Withheld from { $name }, of what fits the question best:
as-withheld-document =
    { $readers ->
        [everyone] • { $title } – readable by: everyone
        [owner-] • { $title } – readable by: only whoever added it
       *[other] • { $title } – readable by: { $readers }
    }
as-left-out =
    Left out here: { $count ->
        [one] { $count } document that is { $name }’s own. What somebody alone may read is shown to no admin; { $name } may be answered from it.
       *[other] { $count } documents that are { $name }’s own. What somebody alone may read is shown to no admin; { $name } may be answered from them.
    }
as-nothing-withheld = Of what fits the question best, nothing that you may read is withheld from { $name }.

## New documents

setting-new = New documents for
setting-new-about = Who may read the documents that you add? “Default” is what the owner of the bot has set. Each receipt says who may read it, and has a button to change that.
setting-new-default =
    { $opens ->
        [yes] everyone (default)
       *[no] only me (default)
    }
setting-new-private = only me
setting-new-everyone = everyone

## Groups

policy-answers-to = Answers go to
policy-answers-to-about = Where shall I answer? In the group I answer from what the group may read; in private from what the asker may read, and only those who may use me, whoever may ask.
policy-to-group = the group
policy-to-asker = the asker alone
group-role = Role of the group
group-role-none = none
group-role-about = Which role shall this group have? I answer here from what everyone and this role may read, and its members hold the role for as long as they are in the group.
policy-tags = Role beside the name
policy-tags-about = Shall I put the role of a member beside their name, as a tag? Everybody in the group sees it. Admins of the group have titles, and get none.
group-tags-not-yours = Only an admin of this bot can have roles shown.
group-tags-no-role = Give the group a role first: only of such groups do I keep who is in them.
group-tags-not-mine = I may not set tags here. Make me an admin of the group with the right to manage tags, and press again.
group-role-not-yours = Only an admin of this bot can give a group a role, and only one that they may give.
group-answered-in-private = I answer you in private.
group-private-needs-access = Answers of this group come in a private chat, which takes access to me. Ask the owner of the bot for it, or an admin of the group to have answers given in the group.
group-start-first = Here answers go to the asker alone, and I cannot write to you yet. Open our chat and press Start, then ask again.
group-asker-hidden = Here answers go to the asker alone, and I do not see who asks in the name of the group.
group-asked-in = Asked in “{ $group }”:
button-start-bot = Open the chat
