// Build elements. Texts only ever become text nodes, so that no message can become markup.

export const byId = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function icon(name, className = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  if (className) svg.setAttribute("class", className);
  if (name === "tail") svg.setAttribute("viewBox", "0 0 9 17");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

export function toast(text) {
  const shown = make("div", { class: "toast" }, text);
  byId("toasts").append(shown);
  setTimeout(() => shown.remove(), 4500);
}

export function showAlert(title, text) {
  byId("alert-title").textContent = title;
  byId("alert-text").textContent = text;
  byId("alert-dialog").showModal();
}

// Every button marked data-close, and a click beside a dialog, closes it.
export function wireDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      const closes = event.target === dialog || event.target.closest("[data-close]");
      if (closes) dialog.close("cancel");
    });
  }
}
