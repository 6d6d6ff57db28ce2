// The sandbox's user side over HTTP.

async function request(path, options = {}) {
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) throw new Refused(response.status, answer.error ?? String(response.status));
  return answer;
}

export class Refused extends Error {
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

const json = (body) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

// Where somebody writes: in their own chat with the bot, or in a group.
export const place = (user) => user.chat ?? user.id;

const as = (user) => `user_id=${user.id}&language_code=${encodeURIComponent(user.language_code)}${user.thread ? `&message_thread_id=${user.thread}` : ""}`;

export const getUsers = async () => (await request("/sandbox/users")).users;
export const addUser = (name, language_code) => request("/sandbox/users", json({ name, language_code }));
export const changeUser = (id, name, language_code) =>
  request(`/sandbox/users/${id}`, json({ name, language_code }));
export const getGroups = async () => (await request("/sandbox/groups")).groups;
export const addGroup = (title, creator, members, topics) =>
  request("/sandbox/groups", json({ title, creator, members, topics }));
export const getBot = (user) =>
  request(`/sandbox/bot?chat_id=${place(user)}&user_id=${user.id}&language_code=${encodeURIComponent(user.language_code)}`);
export const getMessages = (user) => request(`/sandbox/chats/${place(user)}/messages?after=0`);
export const sendText = (user, text, replyTo, origin) =>
  request(`/sandbox/chats/${place(user)}/messages?${as(user)}`, json({ text, reply_to: replyTo, forward_origin: origin }));
export const editText = (user, messageId, text) =>
  request(`/sandbox/chats/${place(user)}/messages/${messageId}?${as(user)}`, json({ text }));
export const press = (user, messageId, data) =>
  request(`/sandbox/chats/${place(user)}/press?${as(user)}`, json({ message_id: messageId, data }));
export const askInline = (user, query, signal) =>
  request(`/sandbox/chats/${place(user)}/inline?${as(user)}`, { ...json({ query }), signal });
export const sendInline = (user, inline_query_id, result_id) =>
  request(`/sandbox/chats/${place(user)}/inline/send?${as(user)}`, json({ inline_query_id, result_id }));

export const stop = (user, draftId) => request(`/sandbox/chats/${place(user)}/stop`, json({ draft_id: draftId }));

// An upload reports how far it is and can be given up, which fetch cannot do.
export function sendFile(user, file, { field, caption, replyTo, group, seconds, onProgress }) {
  const call = new XMLHttpRequest();
  const done = new Promise((resolve, reject) => {
    const body = new FormData();
    body.append(field ?? "document", file, file.name);
    if (seconds) body.append("duration", seconds);
    if (caption) body.append("caption", caption);
    if (replyTo) body.append("reply_to", replyTo);
    if (group) body.append("media_group_id", group);
    call.open("POST", `/sandbox/chats/${place(user)}/messages?${as(user)}`);
    call.responseType = "json";
    call.upload.addEventListener("progress", (event) => onProgress(event.loaded / (event.total || 1)));
    call.addEventListener("load", () =>
      call.status < 300 ? resolve(call.response) : reject(new Refused(call.status, call.response?.error ?? String(call.status))));
    call.addEventListener("error", () => reject(new Refused(0, "network")));
    call.addEventListener("abort", () => resolve(null));
    call.send(body);
  });
  return { done, cancel: () => call.abort() };
}
