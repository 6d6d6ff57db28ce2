// The conversation: keeps messages in order, groups them, and never loses the reader's place.

import { bubble, isEditable, showTicks } from "./bubble.js";
import { byId, make } from "./dom.js";
import { dayName, say } from "./texts.js";

const PAGE = 100;
const NEAR = 90;
const GROUP_SECONDS = 600;

export class Timeline {
  constructor(context) {
    this.context = { ...context, opened: new Set(), find: (id) => this.messages.get(id), jumpTo: (id) => this.jumpTo(id) };
    this.scroller = byId("scroller");
    this.list = byId("messages");
    this.messages = new Map();
    this.shown = PAGE;
    this.unseen = 0;
    this.draft = null;
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    byId("jump").addEventListener("click", () => this.toEnd(true));
    new ResizeObserver(() => { if (this.sticks) this.toEnd(); }).observe(this.scroller);
    new ResizeObserver(() => { if (this.sticks) this.toEnd(); }).observe(this.list);
    this.sticks = true;
    this.lastTop = 0;
  }

  get isEmpty() { return this.messages.size === 0; }
  get lastId() { return Math.max(0, ...this.messages.keys()); }

  get lastEditable() { return this.ordered().findLast((message) => isEditable(message, this.context)); }

  // Take over the state of the server: at the start, on a change of user, after a lost connection.
  reset(messages, { keepPlace = false } = {}) {
    const place = keepPlace && !this.sticks ? this.scroller.scrollTop : null;
    this.messages = new Map(messages.map((message) => [message.message_id, message]));
    if (!keepPlace) this.shown = PAGE;
    this.endDraft();
    this.setUnseen(0);
    this.render();
    if (place === null) this.toEnd();
    else this.scroller.scrollTop = place;
  }

  knows(id) {
    return this.messages.has(id);
  }

  put(message) {
    const known = this.messages.get(message.message_id);
    // The answer to the request that sent it may be older than the news that the bot has taken it.
    const newest = known?.taken ? { ...message, taken: true } : message;
    if (JSON.stringify(known) === JSON.stringify(newest)) return this.tidy();
    this.messages.set(message.message_id, newest);
    // What was growing turns into the message: it appears at once, where the draft was.
    const wasDraft = message.from === "bot" && !known && this.endDraft();
    if (known) this.replace(newest);
    else this.append(newest, { appears: !wasDraft });
  }

  taken(id) {
    const message = this.messages.get(id);
    if (!message) return;
    message.taken = true;
    const node = this.node(id);
    if (node) showTicks(node, this.albumOf(message));
  }

  remove(id) {
    const message = this.messages.get(id), node = this.node(id);
    if (!this.messages.delete(id)) return;
    const left = this.albumOf(message).filter((other) => other !== message);
    if (left.length) node?.replaceWith(bubble(left, this.context));
    else node?.remove();
    this.tidy();
  }

  node(id) { return this.list.querySelector(`[data-ids~="${Number(id)}"]`); }

  render() {
    const shown = this.albums().slice(-this.shown);
    this.list.replaceChildren(...shown.map((album) => bubble(album, this.context)));
    this.tidy();
  }

  ordered() { return [...this.messages.values()].sort((a, b) => a.message_id - b.message_id); }

  // Every message alone, but those of one album together.
  albums() {
    const albums = [], begun = new Map();
    for (const message of this.ordered()) {
      const group = message.media_group_id && `${message.user_id} ${message.media_group_id}`;
      if (group && begun.has(group)) begun.get(group).push(message);
      else {
        const album = [message];
        albums.push(album);
        if (group) begun.set(group, album);
      }
    }
    return albums;
  }

  albumOf(message) {
    if (!message.media_group_id) return [message];
    return this.ordered().filter((other) => other.media_group_id === message.media_group_id && other.user_id === message.user_id);
  }

  append(message, { appears = true } = {}) {
    const stay = this.sticks || message.from === "user";
    const album = this.albumOf(message);
    const node = bubble(album, this.context);
    const begun = album.map(({ message_id: id }) => this.node(id)).find(Boolean);
    if (begun) begun.replaceWith(node);
    else {
      if (appears) node.classList.add("fresh");
      const later = [...this.list.querySelectorAll("[data-id]")].find((other) => Number(other.dataset.id) > message.message_id);
      this.list.insertBefore(node, later ?? this.list.querySelector(".draft, .upload"));
    }
    this.tidy();
    if (stay) this.toEnd();
    else this.setUnseen(this.unseen + 1);
  }

  replace(message) {
    const node = this.node(message.message_id);
    if (!node) return;
    const focused = node.contains(document.activeElement);
    const fresh = bubble(this.albumOf(message), this.context);
    node.replaceWith(fresh);
    if (focused) fresh.querySelector(".key")?.focus();
    this.tidy();
    if (this.sticks) this.toEnd();
  }

  // Days between the bubbles; the first and the last of a group have other corners.
  tidy() {
    for (const day of this.list.querySelectorAll(".day")) day.remove();
    let before = null, last = null;
    for (const node of this.list.querySelectorAll(".message")) {
      const message = this.messages.get(Number(node.dataset.id)) ?? { from: node.dataset.from, date: Date.now() / 1000 };
      const newDay = !before || dayName(before.date) !== dayName(message.date);
      if (newDay) node.before(make("div", { class: "day" }, dayName(message.date)));
      const starts = newDay || before.from !== message.from || message.date - before.date > GROUP_SECONDS;
      node.classList.toggle("first", starts);
      last?.classList.toggle("last", starts);
      before = message;
      last = node;
    }
    last?.classList.add("last");
    byId("intro").hidden = Boolean(last);
  }

  // The next state of a draft takes the place of the last within its bubble, which only grows.
  showDraft(draft, node) {
    clearTimeout(this.draft?.timer);
    const timer = setTimeout(() => this.endDraft(), 30000);
    if (this.draft?.id === draft.draft_id) {
      const { node: shown } = this.draft;
      if (shown.querySelector(".stop:focus")) queueMicrotask(() => shown.querySelector(".stop")?.focus());
      shown.replaceChildren(...node.childNodes);
      this.draft.timer = timer;
    } else {
      this.draft?.node.remove();
      node.classList.add("draft", "fresh");
      this.draft = { id: draft.draft_id, node, timer };
      this.list.append(node);
    }
    this.tidy();
    if (this.sticks) this.toEnd();
  }

  endDraft() {
    if (!this.draft) return false;
    clearTimeout(this.draft.timer);
    this.draft.node.remove();
    this.draft = null;
    this.tidy();
    return true;
  }

  addPending(node) {
    this.list.append(node);
    this.tidy();
    this.toEnd();
  }

  toEnd(smooth = false) {
    this.scroller.scrollTo({ top: this.scroller.scrollHeight, behavior: smooth ? "smooth" : "instant" });
    this.sticks = true;
    this.setUnseen(0);
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    // Only who scrolls up leaves the end: when a photo or a quote grows, the end moves away.
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.sticks = true;
    else if (scrollTop < this.lastTop) this.sticks = false;
    this.lastTop = scrollTop;
    byId("jump").hidden = this.sticks;
    if (this.sticks) this.setUnseen(0);
    if (scrollTop < 60 && this.shown < this.albums().length) {
      this.shown += PAGE;
      this.render();
      this.scroller.scrollTop = scrollTop + this.scroller.scrollHeight - scrollHeight;
    }
  }

  setUnseen(count) {
    this.unseen = count;
    const mark = byId("jump-count");
    mark.hidden = count === 0;
    mark.textContent = String(count);
    mark.setAttribute("aria-label", `${say("newMessages")}: ${count}`);
    if (count) byId("jump").hidden = false;
    else if (this.sticks) byId("jump").hidden = true;
  }

  jumpTo(id) {
    const node = this.node(id);
    if (!node) return;
    node.scrollIntoView({ block: "center", behavior: "smooth" });
    node.classList.add("flash");
    setTimeout(() => node.classList.remove("flash"), 1300);
  }
}
