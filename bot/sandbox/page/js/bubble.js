// One message as a bubble, with its buttons below.

import { byId, icon, make } from "./dom.js";
import { copy, richText } from "./richtext.js";
import { clock, duration, fileSize, fullDate, say } from "./texts.js";

export function summary(message) {
  if (!message) return say("deletedMessage");
  if (message.sticker) return `${message.sticker} ${say("sticker")}`;
  if (message.photo) return message.text || say("photo");
  if (message.voice) return message.text || say("voice");
  if (message.document) return message.text ? `${message.document.file_name}, ${message.text}` : message.document.file_name;
  return message.text;
}

export function bubble(message, context) {
  const mine = message.from === "user";
  const inside = [];
  if (message.reply_to) inside.push(quoted(message.reply_to, context));
  if (message.forwarded_from) inside.push(make("div", { class: "forwarded" }, say("forwardedFrom"), " ", make("b", {}, message.forwarded_from)));
  if (message.photo) inside.push(photo(message.photo));
  if (message.voice) inside.push(voice(message.voice));
  if (message.document) inside.push(file(message.document));
  const text = make("div", { class: "text" });
  if (message.sticker) text.append(message.sticker);
  else if (message.text) text.append(...richText(message.text, message.entities, context));
  text.append(meta(message));
  inside.push(text, icon("tail", "tail"));
  const stack = make("div", { class: "stack" }, make("div", { class: "bubble", dir: "auto" }, ...inside));
  if (message.buttons.length) stack.append(keys(message, context));
  const kind = message.sticker ? " sticker" : "";
  const keyed = message.buttons.length ? " has-keys" : "";
  const reply = make("button", { type: "button", class: "reply-to", "aria-label": say("reply"), title: say("reply"), onclick: () => context.reply(message) }, icon("reply"));
  stack.append(reply);
  return make("article", { class: `message ${mine ? "out" : "in"}${kind}${keyed}`, "data-id": message.message_id }, stack);
}

function meta(message) {
  const time = make("time", { title: fullDate(message.date), datetime: new Date(message.date * 1000).toISOString() }, clock(message.date));
  const edited = message.edited && message.from === "bot" ? make("span", {}, say("edited")) : null;
  return make("span", { class: "meta" }, edited, time);
}

function quoted(id, context) {
  const message = context.find(id);
  const who = message?.from === "user" ? say("you") : context.botName();
  return make("button", { type: "button", class: "quoted", onclick: () => context.jumpTo(id) },
    make("b", {}, message ? who : "…"), make("span", {}, summary(message)));
}

function photo(picture) {
  const shown = make("img", { src: picture.url, alt: picture.file_name, width: picture.width || null, height: picture.height || null, loading: "lazy" });
  const open = () => {
    byId("photo-full").src = picture.url;
    byId("photo-dialog").showModal();
  };
  return make("button", { type: "button", class: "photo", "aria-label": `${say("photo")} ${picture.file_name}`, onclick: open }, shown);
}

function voice(recording) {
  return make("div", { class: "voice" },
    make("audio", { controls: true, preload: "none", src: recording.url, "aria-label": say("voice") }),
    make("span", { class: "size" }, duration(recording.duration)));
}

export function fileBadge(name) {
  const ending = /\.([\p{L}\p{N}]{1,4})$/u.exec(name)?.[1];
  return make("span", { class: "badge", "aria-hidden": "true" }, ending ?? icon("file"));
}

function file(document) {
  return make("a", { class: "file", href: document.url, download: document.file_name, "aria-label": `${say("file")} ${document.file_name}` },
    fileBadge(document.file_name),
    make("span", {}, make("span", { class: "name" }, document.file_name), make("span", { class: "size" }, fileSize(document.size))));
}

function keys(message, context) {
  return make("div", { class: "keys" }, ...message.buttons.map((row) =>
    make("div", {}, ...row.map((button) => key(message, button, context)))));
}

function key(message, button, context) {
  const shared = { class: "key", "data-style": button.style };
  if (button.url) {
    const url = safeAddress(button.url);
    return make("a", { ...shared, href: url, target: "_blank", rel: "noopener noreferrer" }, button.text, icon("link"));
  }
  if (button.copy_text !== undefined)
    return make("button", { ...shared, type: "button", onclick: () => copy(button.copy_text) }, button.text, icon("copy"));
  const shown = make("button", { ...shared, type: "button", disabled: button.data === null }, button.text);
  shown.addEventListener("click", () => context.press(message, button.data, shown));
  return shown;
}

function safeAddress(address) {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `http://${address}`);
    return /^(https?|tg|ton|mailto|tel):$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
