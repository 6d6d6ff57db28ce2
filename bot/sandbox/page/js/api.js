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

const as = (user) => `user_id=${user.id}&language_code=${encodeURIComponent(user.language_code)}`;

export const getUsers = async () => (await request("/sandbox/users")).users;
export const addUser = (name, language_code) => request("/sandbox/users", json({ name, language_code }));
export const changeUser = (id, name, language_code) =>
  request(`/sandbox/users/${id}`, json({ name, language_code }));
export const getBot = (user) =>
  request(`/sandbox/bot?chat_id=${user.id}&language_code=${encodeURIComponent(user.language_code)}`);
export const getMessages = async (user) =>
  (await request(`/sandbox/chats/${user.id}/messages?after=0`)).messages;
export const sendText = (user, text, replyTo, origin) =>
  request(`/sandbox/chats/${user.id}/messages?${as(user)}`, json({ text, reply_to: replyTo, forward_origin: origin }));
export const press = (user, messageId, data) =>
  request(`/sandbox/chats/${user.id}/press?${as(user)}`, json({ message_id: messageId, data }));

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
    call.open("POST", `/sandbox/chats/${user.id}/messages?${as(user)}`);
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
