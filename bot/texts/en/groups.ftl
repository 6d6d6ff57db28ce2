## Groups

# $asks is users or members: who is answered
group-greeting =
    Hello! To ask me, write @{ $name } and your question, or reply to a message of mine. { $asks ->
        [members] All members may ask.
       *[users] I answer those who may use me.
    }

    Here I quote only what is readable for everyone in the base. Settings for admins: /group
group-how =
    Write @{ $name } and your question, reply to a message of mine, or send /ask and your question. { $asks ->
        [members] All members may ask.
       *[users] I answer those who may use me.
    }

    { $to ->
        [asker] I answer in private, from what is open to you.
       *[group] { group-ground } Ask about your own documents in a private chat.
    }
# $role is none-, or the name of the group's role
group-ground =
    { $role ->
        [none-] Here I quote only what is readable for everyone in the base.
       *[other] Here I quote only what is readable for everyone in the base, and for the role “{ $role }”.
    }
group-not-allowed = In this group I answer only those who may use me.
# Above the answer to a question that somebody has pressed
group-asked = { $name }: { $question }
# In the menus of groups
command-ask = Ask the base a question
command-group = Settings of this group
command-group-clear = Forget what was said to me here
group-private-only = That works only in a private chat with me.
# $who is nobody, users or members: whose files are added
group-not-added =
    { $who ->
        [nobody] Files, links and notes from this group are not added to the base. An admin can change that: /group
       *[users] Files, links and notes from this group are added to the base only for those who may use me.
    }
group-admins-only = Only admins of the group can change that.
group-not-yours-to-open = That would let people in. It takes somebody with the right to invite.
group-users-only = Only an admin who may use me can change that.
policy-title =
    Settings of this group. Admins may change them.

    Whatever you choose, nobody is shown more than they may read. { group-ground }
policy-answers = Answer
policy-answers-about = Answer in this group when I am mentioned or replied to?
policy-asks = Who asks
policy-asks-about = Who may ask in this group?
policy-adds = Who adds files
policy-adds-about = Whose files and links shall I add to the base when I am mentioned with them?
policy-nobody = nobody
policy-users = those with access
policy-members = all members
