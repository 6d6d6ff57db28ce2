// "@bot question" in the composer: a list of results above it, one of which is sent with a tap.

import * as api from "../api.js";
import { byId, make, toast } from "../dom.js";
import { say } from "../texts.js";

const PAUSE = 350; // as long as a client waits before it takes what is typed for a query

export class InlineResults {
  constructor({ user, botUsername, onSent, start }) {
    Object.assign(this, { user, botUsername, onSent, start });
    this.input = byId("input");
    this.popup = byId("inline-results");
    this.asked = null;
    this.chosen = -1;
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.key(event), { capture: true });
    document.addEventListener("pointerdown", (event) => {
      if (!event.target.closest("#inline-results, #input")) this.hide();
    });
  }

  get query() {
    const [, name, query] = /^@(\w+)\s(.*)$/su.exec(this.input.value) ?? [];
    return name?.toLowerCase() === this.botUsername()?.toLowerCase() ? query.trim() : null;
  }

  typed() {
    clearTimeout(this.timer);
    this.asked?.abort();
    const query = this.query;
    if (query === null) return this.hide();
    this.timer = setTimeout(() => this.ask(query), PAUSE);
  }

  // What was sent or taken back meanwhile is no query any more.
  async ask(query) {
    if (this.query !== query) return;
    const mine = (this.asked = new AbortController());
    this.popup.setAttribute("aria-busy", "true");
    try {
      const found = await api.askInline(this.user(), query, mine.signal);
      if (this.asked === mine && this.query === query) this.show(found);
    } catch (error) {
      if (error.name !== "AbortError" && this.asked === mine) this.hide();
    } finally {
      if (this.asked === mine) this.popup.removeAttribute("aria-busy");
    }
  }

  show({ inline_query_id: id, results, button }) {
    const above = button && make("button", { type: "button", class: "inline-button", onclick: () => this.open(button) }, button.text);
    this.popup.replaceChildren(...(above ? [above] : []), ...results.map((result, index) =>
      make("button", { type: "button", class: "result", role: "option", id: `result-${index}`, "aria-selected": "false", onclick: () => this.send(id, result.id) },
        make("span", { class: "letter", "aria-hidden": "true" }, [...result.title][0]),
        make("b", {}, result.title), make("span", {}, result.description))));
    this.popup.hidden = this.popup.children.length === 0;
    this.popup.scrollTop = 0;
    this.choose(results.length ? 0 : -1);
  }

  hide() {
    this.asked?.abort();
    this.popup.hidden = true;
    this.chosen = -1;
  }

  choose(index) {
    const options = [...this.popup.querySelectorAll(".result")];
    this.chosen = options.length ? Math.max(0, Math.min(index, options.length - 1)) : -1;
    options.forEach((option, at) => option.setAttribute("aria-selected", String(at === this.chosen)));
    options[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  // Before the composer, which would send what is typed as it stands.
  key(event) {
    if (event.isComposing || this.query === null) return;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key === "Escape") this.hide();
    else if (event.key in steps && !this.popup.hidden) this.choose(this.chosen + steps[event.key]);
    else if (event.key === "Enter" && !event.shiftKey) this.popup.querySelectorAll(".result")[this.chosen]?.click();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  async send(queryId, resultId) {
    this.hide();
    this.empty();
    try {
      this.onSent(await api.sendInline(this.user(), queryId, resultId));
    } catch (error) {
      toast(say("notSent", { reason: error instanceof api.Refused ? error.message : say("offline") }));
    }
  }

  open(button) {
    this.hide();
    this.empty();
    this.start(button.start);
  }

  empty() {
    this.input.value = "";
    this.input.dispatchEvent(new Event("input"));
    this.input.focus();
  }
}
