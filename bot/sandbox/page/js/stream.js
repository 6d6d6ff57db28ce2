// The events of one chat, for as long as it is the one that is shown.

const NAMES = ["message", "edit", "delete", "taken", "typing", "draft", "draft_end", "toast", "profile"];

export class Stream {
  constructor({ onEvent, onOpen, onLost }) {
    Object.assign(this, { onEvent, onOpen, onLost });
    this.source = null;
  }

  watch(chatId) {
    this.source?.close();
    clearTimeout(this.again);
    const source = new EventSource(`/sandbox/chats/${chatId}/events`);
    this.source = source;
    source.addEventListener("open", () => this.onOpen());
    source.addEventListener("error", () => {
      if (source !== this.source) return;
      this.onLost();
      // A browser gives up after some answers; a person waiting for the sandbox does not.
      if (source.readyState === EventSource.CLOSED) this.again = setTimeout(() => this.watch(chatId), 1500);
    });
    for (const name of NAMES)
      source.addEventListener(name, (event) => {
        if (source === this.source) this.onEvent(name, JSON.parse(event.data));
      });
  }
}
