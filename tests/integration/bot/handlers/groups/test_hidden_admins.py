"""Admins who write in the name of their group: all of Telegram's have one id, which is nobody's."""

import time

from telegram import Update
from telegram.constants import ChatID

from pipelines.models.people import MACHINE
from pipelines.models.preferences import GroupPolicy
from tests.support.bot.bot_harness import House
from tests.support.bot.team_harness import Team, team_in


def from_hidden_admin(house: House, team: Team, text: str) -> Update:
    group = {"id": team.id, "type": "supergroup", "title": "Team"}
    anonymous = {"id": ChatID.ANONYMOUS_ADMIN, "is_bot": True, "first_name": "Group"}
    message = {
        "message_id": 90_001,
        "date": int(time.time()),
        "chat": group,
        "from": anonymous,
        "sender_chat": group,
        "text": text,
        "entities": [{"type": "bot_command", "offset": 0, "length": text.index(" ")}],
    }
    update = Update.de_json({"update_id": 1, "message": message}, house.application.bot)
    assert update is not None
    return update


async def test_what_they_ask_is_asked_by_the_group(house: House) -> None:
    async with team_in(house) as team:
        preferences = house.application.bot_data.preferences
        policy = GroupPolicy(who_asks="members")
        await preferences.change_group(team.id, lambda _: policy, actor=MACHINE)
        await house.application.process_update(from_hidden_admin(house, team, "/ask how wide?"))
        await team.member.reads("how wide? is the question")
        (request,) = [q for q in house.runs.questions.values() if q.user_id == str(team.id)]
        assert (request.asker, request.payer, request.billed_to) == (team.id, None, team.id)
