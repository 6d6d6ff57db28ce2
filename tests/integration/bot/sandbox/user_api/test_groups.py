"""Groups as the real library reads them: members, topics, moves, and what a user edits."""

from typing import Any

import httpx
import pytest
from telegram import Bot, ChatMember, Update
from telegram.error import BadRequest, ChatMigrated, Forbidden


async def made(user: httpx.AsyncClient, **more: Any) -> dict[str, Any]:
    asked = {"title": "Team", "creator": 7, "members": [8], **more}
    reply = await user.post("/sandbox/groups", json=asked)
    assert reply.status_code == 200, reply.text
    return reply.json()


async def say(user: httpx.AsyncClient, chat: int, text: str, **params: int) -> dict[str, Any]:
    path = f"/sandbox/chats/{chat}/messages"
    reply = await user.post(path, params={"user_id": 8, **params}, json={"text": text})
    assert reply.status_code == 200, reply.text
    return reply.json()


async def news(bot: Bot) -> list[Update]:
    updates = await bot.get_updates(allowed_updates=Update.ALL_TYPES)
    if updates:
        await bot.get_updates(offset=updates[-1].update_id + 1, timeout=0)
    return list(updates)


async def test_a_bot_is_told_that_it_was_added_and_who_is_there(
    user: httpx.AsyncClient, bot: Bot
) -> None:
    await bot.get_me()
    group = await made(user, admins=[9])
    [added] = await news(bot)
    assert added.my_chat_member.from_user.id == 7
    assert added.my_chat_member.old_chat_member.status == ChatMember.LEFT
    assert added.my_chat_member.new_chat_member.status == ChatMember.MEMBER
    admins = await bot.get_chat_administrators(group["id"])
    assert {(each.user.id, each.status) for each in admins} == {
        (7, ChatMember.OWNER),
        (9, ChatMember.ADMINISTRATOR),
    }
    assert (await bot.get_chat_member(group["id"], 8)).status == ChatMember.MEMBER
    with pytest.raises(BadRequest, match=r"(?i)participant_id_invalid"):
        await bot.get_chat_member(group["id"], 12345)
    assert (await bot.get_chat(group["id"])).title == "Team"
    listed = (await user.get("/sandbox/groups")).json()["groups"]
    assert [each["title"] for each in listed] == ["Team"]


async def test_a_bot_that_was_thrown_out_may_not_write(user: httpx.AsyncClient, bot: Bot) -> None:
    group = await made(user)
    path = f"/sandbox/groups/{group['id']}/members"
    await user.post(path, json={"user_id": bot.id, "status": "kicked"})
    assert (await news(bot))[-1].my_chat_member.new_chat_member.status == ChatMember.BANNED
    with pytest.raises(Forbidden):
        await bot.send_message(group["id"], "hello?")


async def test_what_is_written_in_a_topic_stays_in_it(user: httpx.AsyncClient, bot: Bot) -> None:
    group = await made(user, topics=["Food"])
    [topic] = group["topics"]
    await say(user, group["id"], "soup?", message_thread_id=topic["id"])
    message = (await news(bot))[-1].message
    assert (message.message_thread_id, message.is_topic_message) == (topic["id"], True)
    assert (message.chat.type, message.chat.is_forum) == ("supergroup", True)
    assert message.reply_to_message.forum_topic_created.name == "Food"
    answer = await bot.send_message(group["id"], "yes", message_thread_id=topic["id"])
    assert answer.message_thread_id == topic["id"]
    with pytest.raises(BadRequest, match=r"(?i)message thread not found"):
        await bot.send_message(group["id"], "yes", message_thread_id=123456)


async def test_a_group_that_becomes_a_supergroup_says_where_it_is(
    user: httpx.AsyncClient, bot: Bot
) -> None:
    group = await made(user)
    moved = (await user.post(f"/sandbox/groups/{group['id']}/supergroup")).json()
    *_, old, new = await news(bot)
    assert old.message.migrate_to_chat_id == new.message.chat.id == moved["id"]
    assert new.message.migrate_from_chat_id == old.message.chat.id == group["id"]
    with pytest.raises(ChatMigrated) as refused:
        await bot.send_message(group["id"], "hello?")
    assert refused.value.new_chat_id == moved["id"]


async def test_a_supergroup_numbers_its_messages_by_itself(
    user: httpx.AsyncClient, bot: Bot
) -> None:
    await say(user, 8, "hello")
    team, other = await made(user), await made(user)
    numbers = [(await say(user, chat, "hi"))["message_id"] for chat in (team["id"], 8, team["id"])]
    assert numbers == [2, 3, 4], "a group goes by the account"
    path = "/sandbox/groups/{}/supergroup"
    great, greater = [
        (await user.post(path.format(each["id"]))).json()["id"] for each in (team, other)
    ]
    ids = [(await bot.send_message(chat, "hi")).message_id for chat in (great, greater, great)]
    assert ids == [2, 2, 3], "the first says that it was moved"
    with pytest.raises(BadRequest, match=r"(?i)message to edit not found"):
        await bot.edit_message_reply_markup(great, 4)


async def test_an_edit_of_a_user_is_told(user: httpx.AsyncClient, bot: Bot) -> None:
    sent = await say(user, 8, "How long?")
    path = f"/sandbox/chats/8/messages/{sent['message_id']}"
    assert (await user.post(path, json={"text": "How wide?"})).json()["edited"]
    edited = (await news(bot))[-1].edited_message
    assert (edited.message_id, edited.text) == (sent["message_id"], "How wide?")
    assert edited.edit_date
    refused = await user.post(path, params={"user_id": 9}, json={"text": "mine"})
    assert refused.status_code == 404
