// Where the user writes: text, replies, the menu of commands.

import { summary } from "../bubble.js";
import { byId, make } from "../dom.js";
import { say } from "../texts.js";

export class Composer {
  constructor({ send, start, botName }) {
    this.send = send;
    this.botName = botName;
    this.commands = [];
    this.replyTo = null;
    this.chosen = -1;
    this.input = byId("input");
    this.popup = byId("commands");
    byId("form").addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    this.input.addEventListener("input", () => this.changed());
    this.input.addEventListener("keydown", (event) => this.key(event));
    byId("menu").addEventListener("click", () => this.togglePopup());
    byId("start").addEventListener("click", start);
    byId("reply-cancel").addEventListener("click", () => this.setReply(null));
    document.addEventListener("pointerdown", (event) => {
      if (!event.target.closest("#commands, #menu, #input")) this.hidePopup();
    });
  }

  setCommands(commands) {
    this.commands = commands;
    byId("menu").hidden = commands.length === 0;
    this.hidePopup();
  }

  setEmpty(empty) {
    byId("start").hidden = !empty;
    byId("form").hidden = empty;
  }

  setReply(message) {
    this.replyTo = message;
    byId("reply-bar").hidden = !message;
    if (!message) return;
    byId("reply-who").textContent = message.from === "user" ? say("you") : this.botName();
    byId("reply-text").textContent = summary(message);
    this.input.focus();
  }

  clear() {
    this.input.value = "";
    this.setReply(null);
    this.changed();
  }

  takeReply() {
    const id = this.replyTo?.message_id;
    this.setReply(null);
    return id;
  }

  submit() {
    const text = this.input.value.trim();
    if (!text) return;
    this.input.value = "";
    this.changed();
    this.send(text, this.takeReply());
  }

  changed() {
    const text = this.input.value;
    byId("send").disabled = !text.trim();
    document.body.classList.toggle("typing-now", Boolean(text));
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 240)}px`;
    if (/^\/\w*$/.test(text)) this.showPopup(text.slice(1).toLowerCase());
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
      else this.setReply(null);
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
    this.input.value = "";
    this.changed();
    this.send(`/${command}`, this.takeReply());
  }
}

const coarse = () => matchMedia("(pointer: coarse) and (max-width: 760px)").matches;
