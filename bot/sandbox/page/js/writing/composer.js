// Where the user writes: text, replies, other words for what they wrote, the menu of commands.

import { summary } from "../bubble.js";
import { byId, make } from "../dom.js";
import { say } from "../texts.js";

export class Composer {
  constructor({ send, edit, lastEditable, start, botName }) {
    this.send = send;
    this.edit = edit;
    this.lastEditable = lastEditable;
    this.botName = botName;
    this.commands = [];
    this.replyTo = null;
    this.edited = null; // { message, before: what was being written }
    this.chosen = -1;
    this.input = byId("input");
    this.popup = byId("commands");
    byId("form").addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    this.input.addEventListener("input", () => this.changed());
    this.input.addEventListener("keydown", (event) => this.key(event));
    byId("menu").addEventListener("click", () => this.togglePopup());
    byId("start").addEventListener("click", start);
    byId("reply-cancel").addEventListener("click", () => this.leave());
    document.addEventListener("pointerdown", (event) => {
      if (!event.target.closest("#commands, #menu, #input")) this.hidePopup();
    });
  }

  setCommands(commands) {
    this.commands = commands;
    byId("menu").hidden = commands.length === 0;
    if (this.popup.hidden || this.input.value) this.suggest();
    else this.showPopup("");
  }

  setEmpty(empty) {
    byId("start").hidden = !empty;
    byId("form").hidden = empty;
  }

  setReply(message) {
    if (this.edited) this.leave();
    this.replyTo = message;
    this.showBar(message, "reply", message?.from === "user" ? say("you") : this.botName());
  }

  // Take a message of one's own into the input; what was being written there comes back afterwards.
  setEdited(message, text = message.text) {
    const before = this.edited ? this.edited.before : this.input.value;
    this.replyTo = null;
    this.edited = { message, before };
    this.write(text);
    this.showBar(message, "edit", say("editing"));
  }

  showBar(message, kind, title) {
    byId("reply-bar").hidden = !message;
    if (!message) return;
    byId("reply-icon").setAttribute("href", `#i-${kind}`);
    byId("reply-who").textContent = title;
    byId("reply-text").textContent = summary(message);
    this.input.focus();
  }

  // Neither reply nor edit any more.
  leave() {
    const { edited } = this;
    this.edited = null;
    if (edited) this.write(edited.before);
    this.setReply(null);
  }

  gone(id) {
    if (this.edited?.message.message_id === id) this.leave();
  }

  write(text) {
    this.input.value = text;
    this.changed();
  }

  clear() {
    this.edited = null;
    this.setReply(null);
    this.write("");
  }

  takeReply() {
    const id = this.replyTo?.message_id;
    this.setReply(null);
    return id;
  }

  submit() {
    const text = this.input.value.trim();
    if (!text) return;
    if (this.edited) {
      const { message } = this.edited;
      this.leave();
      if (text !== message.text) this.edit(message, text);
      return;
    }
    this.write("");
    this.send(text, this.takeReply());
  }

  changed() {
    const text = this.input.value;
    byId("send").disabled = !text.trim();
    document.body.classList.toggle("typing-now", Boolean(text));
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 240)}px`;
    this.suggest();
  }

  // Offer the commands that begin as what is being written does.
  suggest() {
    const text = this.input.value;
    if (!this.edited && /^\/\w*$/.test(text)) this.showPopup(text.slice(1).toLowerCase());
    else this.hidePopup();
  }

  key(event) {
    if (event.isComposing) return;
    const open = !this.popup.hidden;
    if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.choose(this.chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Escape") {
      if (open) this.hidePopup();
      else this.leave();
    } else if (event.key === "ArrowUp" && !this.input.value && !this.edited) {
      const message = this.lastEditable();
      if (!message) return;
      event.preventDefault();
      this.setEdited(message);
    } else if (event.key === "Enter" && !event.shiftKey && !coarse()) {
      event.preventDefault();
      if (open && this.chosen >= 0) this.popup.children[this.chosen].click();
      else this.submit();
    }
  }

  togglePopup() {
    if (this.popup.hidden) this.showPopup("");
    else this.hidePopup();
  }

  showPopup(prefix) {
    const fitting = this.commands.filter(({ command }) => command.startsWith(prefix));
    this.popup.replaceChildren(...fitting.map(({ command, description }, index) =>
      make("button", { type: "button", class: "command", role: "option", id: `command-${index}`, "aria-selected": "false", onclick: () => this.run(command) },
        make("b", {}, `/${command}`), make("span", {}, description))));
    this.popup.hidden = fitting.length === 0;
    byId("menu").setAttribute("aria-expanded", String(!this.popup.hidden));
    this.choose(prefix && fitting.length ? 0 : -1);
  }

  hidePopup() {
    this.popup.hidden = true;
    this.chosen = -1;
    byId("menu").setAttribute("aria-expanded", "false");
  }

  choose(index) {
    const options = [...this.popup.children];
    this.chosen = options.length ? Math.max(-1, Math.min(index, options.length - 1)) : -1;
    options.forEach((option, at) => option.setAttribute("aria-selected", String(at === this.chosen)));
    options[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  run(command) {
    this.hidePopup();
    if (this.edited) this.leave();
    else this.write("");
    this.send(`/${command}`, this.takeReply());
  }
}

const coarse = () => matchMedia("(pointer: coarse) and (max-width: 760px)").matches;
