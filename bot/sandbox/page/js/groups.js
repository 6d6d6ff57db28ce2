// Groups in the list of chats: whoever opens one takes a seat in it, as a member and in a topic.

import { byId, make } from "./dom.js";
import { say } from "./texts.js";

const PRESENT = ["creator", "administrator", "member"];

export class Groups {
  constructor({ changed, save }) {
    this.changed = changed;
    this.taken = new Map();
    byId("add-group").addEventListener("click", () => byId("group-dialog").showModal());
    byId("group-form").addEventListener("submit", () => {
      const topics = byId("group-topics").value.split(",").map((name) => name.trim()).filter(Boolean);
      save(byId("group-title").value.trim(), topics);
      byId("group-form").reset();
    });
    byId("seat-member").addEventListener("change", () => this.move());
    byId("seat-topic").addEventListener("change", () => this.move());
  }

  // What stands in the list like a user: somebody of the group, who writes there.
  seats(groups, users) {
    return groups.flatMap((group) => {
      const members = group.members.filter((member) => PRESENT.includes(member.status) && users.some((user) => user.id === member.id));
      const first = members.find((each) => each.status === "creator") ?? members[0];
      const { member = first?.id, thread = 0 } = this.taken.get(group.id) ?? {};
      const person = users.find((user) => user.id === member);
      return person ? [{ ...person, name: group.title, last: group.last?.service ? null : group.last, chat: group.id, thread, members, topics: group.topics }] : [];
    });
  }

  show(seat) {
    byId("seat").hidden = !seat.chat;
    byId("whoami").hidden = Boolean(seat.chat);
    if (!seat.chat) return;
    const option = (value, text, chosen) => make("option", { value, selected: value === chosen }, text);
    byId("seat-member").replaceChildren(...seat.members.map(({ id, name }) => option(id, name, seat.id)));
    byId("seat-topic").hidden = seat.topics.length === 0;
    byId("seat-topic").replaceChildren(option(0, say("general"), seat.thread), ...seat.topics.map(({ id, name }) => option(id, name, seat.thread)));
    this.seat = seat;
  }

  move() {
    this.taken.set(this.seat.chat, { member: Number(byId("seat-member").value), thread: Number(byId("seat-topic").value) });
    this.changed(this.seat.chat);
  }

  // Telegram's own news of a group are not shown, nor what is written in another topic.
  static shows(seat, message) {
    return !message.service && (!seat.chat || (message.message_thread_id ?? 0) === seat.thread);
  }
}
