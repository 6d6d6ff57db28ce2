// The list of users, and the dialog that adds or changes one.

import { place } from "./api.js";
import { summary } from "./bubble.js";
import { byId, make } from "./dom.js";
import { listTime, say } from "./texts.js";

const SEEN = "paragraf-sandbox-seen";

export const tone = (id) => Math.abs(id) % 7;
export const initial = (name) => [...name.trim()][0]?.toUpperCase() ?? "?";

export class People {
  constructor({ choose, save }) {
    this.choose = choose;
    this.save = save;
    this.editing = null;
    this.seen = JSON.parse(localStorage.getItem(SEEN) ?? "{}");
    byId("add-user").addEventListener("click", () => this.ask(null));
    byId("user-form").addEventListener("submit", () => {
      const language = new FormData(byId("user-form")).get("language");
      this.save(this.editing, byId("user-name").value.trim(), language);
    });
  }

  markSeen(userId, messageId) {
    this.seen[userId] = messageId;
    localStorage.setItem(SEEN, JSON.stringify(this.seen));
  }

  show(users, current) {
    byId("users").replaceChildren(...users.map((user) => make("li", {}, this.row(user, current))));
  }

  row(user, current) {
    const { last } = user;
    const id = place(user), isCurrent = current && id === place(current);
    const fresh = last?.from === "bot" && !isCurrent && last.message_id > (this.seen[id] ?? 0);
    return make("button", { type: "button", class: "user", "aria-current": isCurrent ? "true" : null, "data-user": id, onclick: () => this.choose(id) },
      make("span", { class: "avatar", "data-tone": tone(id), "aria-hidden": "true" }, initial(user.name)),
      make("span", { class: "who" }, make("b", {}, user.name), make("span", { class: "tag" }, user.chat ? say("group") : user.language_code)),
      last ? make("time", {}, listTime(last.date)) : make("span"),
      last ? make("span", { class: "preview" }, (last.from === "user" ? `${say("you")}: ` : "") + summary(last).slice(0, 90)) : null,
      fresh ? make("span", { class: "dot", role: "img", "aria-label": say("newMessages") }) : make("span"));
  }

  ask(user, language) {
    this.editing = user;
    byId("user-title").textContent = say(user ? "editUser" : "newUser");
    byId("user-name").value = user?.name ?? "";
    const wanted = user?.language_code ?? language ?? document.documentElement.lang;
    for (const option of document.querySelectorAll("#user-form [name=language]"))
      option.checked = option.value === wanted;
    byId("user-dialog").showModal();
    byId("user-name").select();
  }

  showCurrent(user) {
    byId("whoami-name").textContent = user.name;
    byId("whoami-language").textContent = user.language_code;
  }
}
