// A text and its entities as elements. Offsets count UTF-16 units, as JavaScript strings do.

import { icon, make, toast } from "./dom.js";
import { say } from "./texts.js";

const PLAIN = { bold: "b", italic: "i", underline: "u", strikethrough: "s" };
const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);
const SAFE = new Set(["http:", "https:", "tg:", "ton:", "mailto:", "tel:", "ftp:"]);

export function richText({ message_id, text, entities }, context) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return pieces(text, 0, text.length, sorted, { ...context, messageId: message_id });
}

function pieces(text, start, end, entities, actions) {
  const shown = [];
  let at = start;
  const waiting = entities.filter((entity) => entity.offset < end && entity.offset + entity.length > start);
  while (waiting.length) {
    const entity = waiting.shift();
    const from = Math.max(entity.offset, at);
    const to = Math.min(entity.offset + entity.length, end);
    if (from >= to) continue;
    if (from > at) shown.push(text.slice(at, from));
    const inside = waiting.filter((other) => other.offset < to);
    const inner = text.slice(from, to);
    shown.push(element(entity, inner, pieces(text, from, to, inside, actions), actions));
    at = to;
    if (BLOCKS.has(entity.type) && text[at] === "\n" && at < end) at += 1;
  }
  if (at < end) shown.push(text.slice(at, end));
  return shown;
}

function element(entity, text, children, actions) {
  const { type } = entity;
  if (PLAIN[type]) return make(PLAIN[type], {}, ...children);
  if (type === "url") return link(withScheme(text), children);
  if (type === "text_link") return link(entity.url, children);
  if (type === "email") return link(`mailto:${text}`, children);
  if (type === "bot_command") return action(children, () => actions.command(text));
  if (type === "code") return make("code", { onclick: () => copy(text), title: say("copyCode") }, ...children);
  if (type === "pre") return codeBlock(entity.language, text);
  if (type === "spoiler") return spoiler(children);
  if (type === "blockquote") return make("blockquote", {}, icon("quote"), ...children);
  if (type === "expandable_blockquote") return foldedQuote(children, actions.opened, `${actions.messageId}:${entity.offset}`);
  if (["mention", "hashtag", "cashtag", "text_mention"].includes(type))
    return make("span", { class: "action" }, ...children);
  return make("span", {}, ...children);
}

const withScheme = (text) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);

function link(address, children) {
  let url = null;
  try { url = new URL(address); } catch { /* not an address: stays a plain text */ }
  if (!url || !SAFE.has(url.protocol)) return make("span", {}, ...children);
  return make("a", { href: url.href, title: url.href, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

function action(children, run) {
  const onkeydown = (event) => { if (event.key === "Enter") run(); };
  return make("span", { class: "action", role: "button", tabindex: "0", onclick: run, onkeydown }, ...children);
}

function spoiler(children) {
  const hidden = make("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": say("spoiler") }, ...children);
  const open = () => { hidden.classList.add("open"); hidden.removeAttribute("role"); hidden.removeAttribute("aria-label"); };
  hidden.addEventListener("click", open);
  hidden.addEventListener("keydown", (event) => { if (event.key === "Enter") open(); });
  return hidden;
}

function codeBlock(language, text) {
  const copyButton = make("button", { type: "button", "aria-label": say("copyCode"), title: say("copyCode"), onclick: () => copy(text) }, icon("copy"));
  return make("div", { class: "code" }, make("header", {}, make("span", {}, language ?? ""), copyButton), make("pre", {}, text));
}

// Folded to three lines; a tap anywhere on it, or the arrow, shows the rest. What is unfolded stays
// so when the bot edits the message: `opened` remembers it under `key`.
function foldedQuote(children, opened, key) {
  const toggle = make("button", { type: "button", class: "toggle" }, icon("down"));
  const folds = make("div", { class: "folds" }, ...children);
  const quote = make("blockquote", { class: "expandable" }, icon("quote"), folds, toggle);
  const show = () => {
    const folded = !opened.has(key);
    quote.classList.toggle("folded", folded);
    toggle.setAttribute("aria-expanded", String(!folded));
    toggle.setAttribute("aria-label", say(folded ? "showMore" : "showLess"));
  };
  quote.addEventListener("click", (event) => {
    if (quote.classList.contains("short")) return;
    if (event.target.closest("a, code, .action, .spoiler:not(.open)") || String(getSelection())) return;
    if (!opened.delete(key)) opened.add(key);
    show();
  });
  show();
  lengths.observe(folds);
  return quote;
}

// A quote of three lines or fewer has nothing to unfold.
const lengths = new ResizeObserver((changes) => {
  for (const { target: folds } of changes) {
    const quote = folds.parentElement;
    if (quote.classList.contains("folded")) quote.classList.toggle("short", folds.scrollHeight <= folds.clientHeight + 1);
  }
});

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(say("copied"));
  } catch { /* the browser does not allow it: nothing was copied and nothing is claimed */ }
}
