// Wires the page: who is chosen, what the server says, what the person does.

import * as api from "./api.js";
import { Attachments } from "./writing/attach.js";
import { Composer } from "./writing/composer.js";
import { byId, make, showAlert, toast, wireDialogs } from "./dom.js";
import { bubble } from "./bubble.js";
import { Forward } from "./writing/forward.js";
import { Groups } from "./groups.js";
import { InlineResults } from "./inline/results.js";
import { People } from "./people.js";
import { Stream } from "./stream.js";
import { say, speak } from "./texts.js";
import { Timeline } from "./timeline.js";
import { Voice } from "./writing/voice.js";

const CHOSEN = "paragraf-sandbox-user";
const ANSWER_WAIT = 20000;
const LIST_EVERY = 4000;

let users = [], user = null, bot = null, typingTimer = 0, reading = null;
const answered = new Set(), pressed = new Map();

const botName = () => bot?.name ?? "";
// Who wrote a message in a group; nobody is named where there are only two.
const writer = (message) => user?.chat && message.user_id !== user.id ? user.members.find((each) => each.id === message.user_id) ?? null : null;
const composer = new Composer({ send, edit, lastEditable: () => timeline.lastEditable, start: () => send("/start"), botName });
const timeline = new Timeline({ botName, writer, command: (text) => send(text), press, reply: (message) => composer.setReply(message), edit: (message) => composer.setEdited(message) });
const people = new People({ choose, save: saveUser });
const groups = new Groups({ changed: openGroup, save: saveGroup });
const stream = new Stream({ onEvent, onOpen: refresh, onLost: () => { byId("offline").hidden = false; } });
const forward = new Forward({ send: (text, origin) => send(text, undefined, origin) });
const attachments = new Attachments({
  forward,
  user: () => user,
  takeReply: () => composer.takeReply(),
  onPending: (owner, node) => { if (api.place(owner) === api.place(user)) { timeline.addPending(node); composer.setEmpty(false); } },
  onSent: (owner, message) => { if (message && api.place(owner) === api.place(user)) putSent(message); composer.changed(); },
});

new InlineResults({
  user: () => user,
  botUsername: () => bot?.username,
  onSent: putSent,
  start: (given) => send(`/start ${given}`),
});
new Voice({ send: (file, seconds) => attachments.sendVoice(file, seconds) });

async function begin() {
  wireDialogs();
  await speak(navigator.language);
  users = await everyChat();
  if (!users.length) users = [await api.addUser(say("firstUser"), document.documentElement.lang)];
  const wanted = Number(new URLSearchParams(location.hash.slice(1)).get("user") ?? localStorage.getItem(CHOSEN));
  await choose(api.place(users.find((each) => api.place(each) === wanted) ?? users[0]), { quiet: true });
  setInterval(refreshUsers, LIST_EVERY);
}

async function choose(id, { quiet = false } = {}) {
  user = users.find((each) => api.place(each) === id);
  localStorage.setItem(CHOSEN, String(id));
  history.replaceState(null, "", `#user=${id}`);
  if (!quiet) document.body.dataset.view = "chat"; // else whoever went back meanwhile stays there
  await speak(user.language_code);
  composer.clear();
  people.showCurrent(user);
  groups.show(user);
  timeline.reset([]);
  stream.watch(id);
  await refresh();
  if (!quiet && matchMedia("(pointer: fine)").matches) byId("input").focus();
}

// After every (re)connection: what was missed is read again, so that nothing gets lost. What
// happens while the answer is on its way is not in it, and is done again on top.
async function refresh() {
  const asked = user, mine = { meanwhile: [] };
  reading = mine;
  let about, messages, draft;
  try {
    [about, { messages, draft }] = await Promise.all([api.getBot(asked), api.getMessages(asked)]);
  } catch (error) {
    if (error instanceof TypeError) return; // gone again: the stream opens anew and asks again
    throw error;
  }
  if (asked !== user && api.place(asked) !== api.place(user) || reading !== mine) return; // whoever asked later will know more
  reading = null;
  byId("offline").hidden = true;
  showBot(about);
  timeline.reset(messages.filter((message) => Groups.shows(user, message)), { keepPlace: true });
  if (draft) showDraft(draft);
  for (const change of mine.meanwhile) change();
  afterChange();
}

function happens(change) {
  reading?.meanwhile.push(change);
  change();
}

function showBot(about) {
  bot = about;
  document.title = about.name;
  byId("bot-name").textContent = user.chat ? user.name : about.name;
  byId("bot-avatar").replaceChildren(make("img", { src: "/page/icon.svg", alt: "" }));
  byId("intro-text").textContent = about.description || say("noDescription");
  composer.setCommands(about.commands);
  if (!byId("status").classList.contains("busy")) byId("status").textContent = say("bot");
}

function afterChange() {
  composer.setEmpty(timeline.isEmpty && !user.chat);
  people.markSeen(api.place(user), timeline.lastId);
  refreshUsers();
}

async function refreshUsers() {
  if (document.hidden) return;
  try {
    users = await everyChat();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // no connection: the banner says so already
  }
  user = users.find((each) => api.place(each) === api.place(user)) ?? user;
  people.show(users, user);
}

function put(message) {
  if (!Groups.shows(user, message)) return;
  happens(() => { timeline.put(message); afterChange(); });
}

// The answer to the request that sent a message is older than any news of it: an edit, a reaction.
function putSent(message) {
  if (!timeline.knows(message.message_id)) put(message);
}

function onEvent(name, data) {
  if (name === "message" && data.from === "bot") busy(null);
  if (name === "message" || name === "edit") put(data);
  else if (name === "delete") happens(() => { timeline.remove(data.message_id); composer.gone(data.message_id); afterChange(); });
  else if (name === "taken") happens(() => timeline.taken(data.message_id));
  else if (name === "typing") busy(data.action);
  else if (name === "draft") happens(() => showDraft(data));
  else if (name === "draft_end") happens(() => timeline.endDraft());
  else if (name === "toast") answer(data);
  else if (name === "profile") api.getBot(user).then(showBot);
}

function busy(action) {
  clearTimeout(typingTimer);
  const status = byId("status");
  status.classList.toggle("busy", Boolean(action));
  const kinds = { upload_document: "sendingFile", upload_photo: "sendingPhoto" };
  status.textContent = say(action ? kinds[action] ?? "typing" : "bot");
  if (action) typingTimer = setTimeout(() => busy(null), 5500);
}

function showDraft(draft) {
  const shown = { message_id: 0, from: "bot", date: Date.now() / 1000, buttons: [], ...draft };
  const node = bubble([shown], timeline.context);
  node.dataset.from = "bot";
  node.removeAttribute("data-id");
  const text = node.querySelector(".text");
  text.querySelector(".meta").remove();
  text.dataset.thinking = say("thinking");
  node.querySelector(".reply-to").remove();
  if (draft.can_stop) node.querySelector(".stack").append(stopButton(draft));
  timeline.showDraft(draft, node);
}

function stopButton({ draft_id: id }) {
  const button = make("button", { type: "button", class: "stop", onclick: () => stop(id, button) }, make("i"), say("stop"));
  return button;
}

async function stop(draftId, button) {
  button.disabled = true;
  try {
    await api.stop(user, draftId);
  } catch (error) {
    toast(error.status === 404 ? say("buttonGone") : say("offline"));
  }
}

async function send(text, replyTo, origin) {
  const owner = user;
  try {
    const message = await api.sendText(owner, text, replyTo, origin);
    if (api.place(owner) === api.place(user)) putSent(message);
  } catch (error) {
    if (!byId("input").value) { byId("input").value = text; composer.changed(); }
    toast(say("notSent", { reason: error instanceof api.Refused ? error.message : say("offline") }));
  }
}

async function edit(message, text) {
  const owner = user;
  try {
    const edited = await api.editText(owner, message.message_id, text);
    if (api.place(owner) === api.place(user)) put(edited);
  } catch (error) {
    if (api.place(owner) === api.place(user)) composer.setEdited(message, text);
    toast(say("notSent", { reason: error instanceof api.Refused ? error.message : say("offline") }));
  }
}

async function press(message, data, button) {
  if (button.getAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  const settle = () => button.removeAttribute("aria-busy");
  try {
    const { callback_query_id: id } = await api.press(user, message.message_id, data);
    if (answered.delete(id)) return settle();
    const timer = setTimeout(() => { pressed.delete(id); settle(); toast(say("noBotYet")); }, ANSWER_WAIT);
    pressed.set(id, () => { clearTimeout(timer); settle(); });
  } catch (error) {
    settle();
    toast(error.status === 404 ? say("buttonGone") : say("offline"));
  }
}

function answer({ callback_query_id: id, user_id: owner, text, show_alert: alert }) {
  if (owner !== user.id) return;
  if (pressed.has(id)) { pressed.get(id)(); pressed.delete(id); }
  else answered.add(id);
  if (text && alert) showAlert(botName(), text);
  else if (text) toast(text);
}

async function everyChat() {
  const [people, all] = await Promise.all([api.getUsers(), api.getGroups()]);
  return [...people, ...groups.seats(all, people)];
}

async function saveGroup(title, topics) {
  const people = users.filter((each) => !each.chat).map((each) => each.id);
  const made = await api.addGroup(title, user.id, people.filter((id) => id !== user.id), topics);
  await openGroup(made.id);
}

async function openGroup(id) {
  users = await everyChat();
  await choose(id);
}

async function saveUser(edited, name, language) {
  if (!name || !language) return;
  const saved = edited ? await api.changeUser(edited.id, name, language) : await api.addUser(name, language);
  users = await everyChat();
  await choose(saved.id);
}

byId("back").addEventListener("click", () => { document.body.dataset.view = "list"; });
byId("whoami").addEventListener("click", () => people.ask(users.find((each) => each.id === user.id) ?? user));
document.addEventListener("visibilitychange", () => { if (!document.hidden && user) refreshUsers(); });
byId("messages").addEventListener("click", (event) => {
  const tapped = event.target.closest(".message");
  for (const other of document.querySelectorAll(".message.active")) if (other !== tapped) other.classList.remove("active");
  tapped?.classList.toggle("active");
});

begin();
