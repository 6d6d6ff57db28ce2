// A forwarded post, as if it came from a channel of Telegram.

import { byId } from "../dom.js";

const MIDDAY = 12 * 3600;

export class Forward {
  constructor({ send }) {
    this.send = send;
    byId("forward-form").addEventListener("submit", () => this.submit());
  }

  open() {
    byId("forward-date").value ||= new Date().toISOString().slice(0, 10);
    byId("forward-dialog").showModal();
    byId("forward-title").focus();
  }

  submit() {
    const day = Date.parse(`${byId("forward-date").value}T00:00:00Z`) / 1000;
    const username = byId("forward-username").value.trim().replace(/^(https?:\/\/)?(t\.me\/)?@?/, "");
    const origin = {
      type: "channel",
      date: Number.isFinite(day) ? day + MIDDAY : undefined,
      message_id: Math.floor(Math.random() * 900) + 100,
      chat: { title: byId("forward-title").value.trim(), username },
    };
    this.send(byId("forward-text").value.trim(), origin);
    byId("forward-text").value = "";
  }
}
