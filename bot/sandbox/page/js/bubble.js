// One message, or the messages of one album, as a bubble with its buttons below.

import { byId, icon, make } from "./dom.js";
import { mosaic } from "./mosaic.js";
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

// What somebody wrote here themselves, in words alone.
export function isEditable(message, context) {
  const isPlain = ["sticker", "photo", "voice", "document", "forwarded_from", "via_bot", "service"].every((kind) => !message[kind]);
  return message.from === "user" && isPlain && Boolean(message.text) && !context.writer?.(message);
}

export function bubble(album, context) {
  const [first] = album;
  const body = make("div", { class: "bubble", dir: "auto" }, ...head(first, context), ...content(album, context), icon("tail", "tail"));
  const stack = make("div", { class: "stack" }, body);
  if (first.buttons.length) stack.append(keys(first, context));
  stack.append(make("button", { type: "button", class: "reply-to", "aria-label": say("reply"), title: say("reply"), onclick: () => context.reply(first) }, icon("reply")));
  if (isEditable(first, context)) stack.append(make("button", { type: "button", class: "edit", "aria-label": say("edit"), title: say("edit"), onclick: () => context.edit(first) }, icon("edit")));
  const kinds = ["message", first.from === "user" && !context.writer?.(first) ? "out" : "in"];
  if (first.sticker) kinds.push("sticker");
  if (album.some((message) => message.photo)) kinds.push("has-photos");
  if (first.buttons.length) kinds.push("has-keys");
  const ids = album.map((message) => message.message_id);
  return make("article", { class: kinds.join(" "), "data-id": ids[0], "data-ids": ids.join(" "), "data-album": first.media_group_id }, stack);
}

function head(message, context) {
  const shown = [];
  const writer = message.from === "user" ? context.writer?.(message) : null;
  if (writer) shown.push(make("div", { class: "forwarded" }, make("b", {}, writer.name)));
  if (message.reply_to) shown.push(quoted(message.reply_to, context));
  if (message.forwarded_from) shown.push(make("div", { class: "forwarded" }, say("forwardedFrom"), " ", make("b", {}, message.forwarded_from)));
  if (message.via_bot) shown.push(make("div", { class: "via" }, say("via"), " ", make("b", {}, `@${message.via_bot}`)));
  return shown;
}

// Photos together, then their captions; files and recordings each above its own. The time stands
// in the last words, or where there are none on the photos or in the corner.
function content(album, context) {
  const pictures = album.filter((message) => message.photo);
  const shown = [];
  if (pictures.length) shown.push(photos(pictures.map((message) => message.photo)));
  const others = album.filter((message) => !message.photo);
  for (const message of [...pictures, ...others]) {
    if (message.voice) shown.push(voice(message.voice));
    if (message.document) shown.push(file(message.document));
    const text = words(message, context);
    if (text) shown.push(text);
  }
  const time = meta(album);
  const last = shown.at(-1);
  const reactions = album.flatMap((message) => message.reactions ?? []);
  if (reactions.length && last.classList.contains("text")) {
    last.append(make("div", { class: "reactions", role: "list", "aria-label": say("reactions") },
      ...reactions.map(({ emoji }) => make("span", { class: "reaction", role: "listitem" }, emoji))));
  }
  if (last.classList.contains("text")) last.append(time);
  else {
    time.classList.add(last.classList.contains("photos") ? "over" : "corner");
    last.classList.add("timed");
    shown.push(time);
  }
  return shown;
}

// Their places are known before they have loaded, so that nothing moves when they have.
function photos(pictures) {
  const { width, height, tiles } = mosaic(pictures);
  const frame = make("div", { class: "photos" }, ...pictures.map((picture, at) => {
    const shown = photo(picture);
    const place = tiles[at];
    shown.style.left = `${(place.left / width) * 100}%`;
    shown.style.top = `${(place.top / height) * 100}%`;
    shown.style.width = `${(place.width / width) * 100}%`;
    shown.style.height = `${(place.height / height) * 100}%`;
    return shown;
  }));
  frame.style.width = `${width}px`;
  frame.style.aspectRatio = `${width} / ${height}`;
  return frame;
}

function photo(picture) {
  const open = () => {
    byId("photo-full").src = picture.url;
    byId("photo-dialog").showModal();
  };
  return make("button", { type: "button", class: "photo", "aria-label": `${say("photo")} ${picture.file_name}`, onclick: open },
    make("img", { src: picture.url, alt: picture.file_name, loading: "lazy" }));
}

function voice(recording) {
  return make("div", { class: "voice" },
    make("audio", { controls: true, preload: "none", src: recording.url, "aria-label": say("voice") }),
    make("span", { class: "size" }, duration(recording.duration)));
}

function file(document) {
  const ending = /\.([\p{L}\p{N}]{1,4})$/u.exec(document.file_name)?.[1];
  return make("a", { class: "file", href: document.url, download: document.file_name, "aria-label": `${say("file")} ${document.file_name}` },
    make("span", { class: "badge", "aria-hidden": "true" }, ending ?? icon("file")),
    make("span", {}, make("span", { class: "name" }, document.file_name), make("span", { class: "size" }, fileSize(document.size))));
}

function words(message, context) {
  if (message.sticker) return make("div", { class: "text" }, message.sticker);
  const isMedia = message.photo || message.voice || message.document;
  if (!message.text && isMedia) return null;
  return make("div", { class: "text" }, ...richText(message, context));
}

function meta(album) {
  const last = album.at(-1);
  const edited = album.some((message) => message.edited) ? make("span", {}, say("edited")) : null;
  const time = make("time", { title: fullDate(last.date), datetime: new Date(last.date * 1000).toISOString() }, clock(last.date));
  return make("span", { class: "meta" }, edited, time, last.from === "user" ? ticks(album) : null);
}

// One tick: it is with the sandbox. Two: the bot has taken it.
function ticks(album) {
  const state = album.every((message) => message.taken) ? "taken" : "sent";
  return make("span", { class: "ticks", role: "img", "aria-label": say(state), title: say(state), "data-state": state }, icon(state));
}

export function showTicks(node, album) {
  node.querySelector(".ticks")?.replaceWith(ticks(album));
}

function quoted(id, context) {
  const message = context.find(id);
  const who = message?.from === "user" ? context.writer?.(message)?.name ?? say("you") : context.botName();
  return make("button", { type: "button", class: "quoted", onclick: () => context.jumpTo(id) },
    make("b", {}, message ? who : "…"), make("span", {}, summary(message)));
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
