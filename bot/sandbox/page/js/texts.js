// The page's own words, in the language of the user who is chosen.

const LANGUAGES = ["en", "ru"];
const loaded = {};
let current = "en";

export function pageLanguage(code) {
  const short = (code || "").slice(0, 2).toLowerCase();
  return LANGUAGES.includes(short) ? short : "en";
}

export async function speak(code) {
  const language = pageLanguage(code);
  loaded[language] ??= await (await fetch(`/page/texts/${language}.json`)).json();
  current = language;
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]"))
    element.textContent = say(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", say(element.dataset.label));
    if (element.tagName === "BUTTON") element.title = say(element.dataset.label);
  }
  for (const element of document.querySelectorAll("[data-placeholder]"))
    element.placeholder = say(element.dataset.placeholder);
}

export function say(key, values = {}) {
  const text = loaded[current]?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export function clock(date) {
  return new Date(date * 1000).toLocaleTimeString(current, { hour: "numeric", minute: "2-digit" });
}

export function fullDate(date) {
  return new Date(date * 1000).toLocaleString(current);
}

export function dayName(date) {
  const day = new Date(date * 1000);
  const days = Math.round((startOfDay(new Date()) - startOfDay(day)) / 86400000);
  if (days === 0) return say("today");
  if (days === 1) return say("yesterday");
  const sameYear = day.getFullYear() === new Date().getFullYear();
  const form = { day: "numeric", month: "long", year: sameYear ? undefined : "numeric" };
  return day.toLocaleDateString(current, form);
}

export function listTime(date) {
  const today = startOfDay(new Date()) <= new Date(date * 1000);
  if (today) return clock(date);
  return new Date(date * 1000).toLocaleDateString(current, { day: "numeric", month: "short" });
}

export function fileSize(bytes) {
  const units = ["bytes", "kilobytes", "megabytes", "gigabytes"];
  let size = bytes, unit = 0;
  while (size >= 1024 && unit < units.length - 1) { size /= 1024; unit += 1; }
  const digits = unit && size < 100 ? 1 : 0;
  const number = size.toLocaleString(current, { maximumFractionDigits: digits });
  return `${number} ${say(units[unit])}`;
}

export function duration(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}
