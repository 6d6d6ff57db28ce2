// Files on their way to the bot: chosen, dropped or pasted, then captioned and sent.

import { sendFile } from "../api.js";
import { byId, icon, make, toast } from "../dom.js";
import { fileSize, say } from "../texts.js";

const ALBUM = 10; // as many as a Telegram client puts into one
const isPicture = (file) => /^image\/(png|jpeg|webp)$/.test(file.type);

// An album is of photos or of files, never of both, and of ten at most.
function divide(files, fieldOf) {
  const albums = [];
  for (const file of files) {
    const album = albums.at(-1);
    if (album && album.length < ALBUM && fieldOf(album[0]) === fieldOf(file)) album.push(file);
    else albums.push([file]);
  }
  return albums;
}

export class Attachments {
  constructor({ user, takeReply, forward, onPending, onSent }) {
    Object.assign(this, { user, takeReply, forward, onPending, onSent });
    this.files = [];
    this.depth = 0;
    byId("attach").addEventListener("click", () => this.showMenu(byId("attach-menu").hidden));
    byId("attach-files").addEventListener("click", () => { this.showMenu(false); byId("file-input").click(); });
    byId("attach-forward").addEventListener("click", () => { this.showMenu(false); this.forward.open(); });
    document.addEventListener("pointerdown", (event) => {
      if (!event.target.closest("#attach-menu, #attach")) this.showMenu(false);
    });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.showMenu(false); });
    byId("file-input").addEventListener("change", (event) => {
      this.offer([...event.target.files]);
      event.target.value = "";
    });
    byId("files-form").addEventListener("submit", () => this.send());
    byId("files-caption").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      byId("files-form").requestSubmit();
    });
    document.addEventListener("paste", (event) => {
      if (event.clipboardData?.files.length) this.offer([...event.clipboardData.files]);
    });
    this.wireDrop(byId("chat"));
  }

  showMenu(shown) {
    byId("attach-menu").hidden = !shown;
    byId("attach").setAttribute("aria-expanded", String(shown));
  }

  wireDrop(zone) {
    const carriesFiles = (event) => event.dataTransfer?.types.includes("Files");
    zone.addEventListener("dragenter", (event) => {
      if (!carriesFiles(event)) return;
      this.depth += 1;
      byId("drop").hidden = false;
    });
    zone.addEventListener("dragleave", () => {
      this.depth = Math.max(0, this.depth - 1);
      byId("drop").hidden = this.depth === 0;
    });
    for (const name of ["dragover", "drop"])
      document.addEventListener(name, (event) => { if (carriesFiles(event)) event.preventDefault(); });
    zone.addEventListener("drop", (event) => {
      this.depth = 0;
      byId("drop").hidden = true;
      if (carriesFiles(event)) this.offer([...event.dataTransfer.files]);
    });
  }

  offer(files) {
    if (!files.length || byId("files-dialog").open) return;
    this.files = files;
    const title = files.length === 1 ? say("sendFile") : say("sendFiles", { count: files.length });
    byId("files-title").textContent = title;
    byId("files-list").replaceChildren(...files.map((file) =>
      make("li", {}, icon("file"), make("span", {}, make("b", {}, file.name), make("small", {}, fileSize(file.size))))));
    byId("files-as-photos").hidden = !files.some(isPicture);
    byId("files-caption").value = byId("input").value.trim();
    byId("files-dialog").showModal();
    byId("files-caption").focus();
  }

  async send() {
    const caption = byId("files-caption").value.trim();
    const files = this.files;
    const user = this.user();
    const replyTo = this.takeReply();
    const asPhotos = byId("as-photos").checked;
    this.files = [];
    if (caption && byId("input").value.trim() === caption) byId("input").value = "";
    // One after another: the bot gets them in the order they were chosen.
    const fieldOf = (file) => (asPhotos && isPicture(file) ? "photo" : "document");
    for (const [index, album] of divide(files, fieldOf).entries()) {
      const group = album.length > 1 ? String(Date.now()) : undefined;
      for (const file of album) {
        const isFirst = index === 0 && file === album[0];
        await this.sendOne(user, file, { field: fieldOf(file), caption: isFirst ? caption : "", replyTo, group });
      }
    }
  }

  // A recorded voice message goes the same way.
  sendVoice(file, seconds) {
    return this.sendOne(this.user(), file, { field: "voice", seconds, replyTo: this.takeReply() });
  }

  async sendOne(user, file, options) {
    const bar = make("i");
    const cancelButton = make("button", { type: "button", class: "badge", "aria-label": say("cancelUpload"), title: say("cancelUpload") }, icon("close"));
    const node = make("article", { class: "message out upload", "data-from": "user" },
      make("div", { class: "stack" }, make("div", { class: "bubble" },
        make("div", { class: "file" }, cancelButton, make("span", {}, make("span", { class: "name" }, file.name), make("span", { class: "size" }, fileSize(file.size)))),
        make("div", { class: "progress", role: "progressbar", "aria-label": file.name }, bar), icon("tail", "tail"))));
    this.onPending(user, node);
    const onProgress = (part) => { bar.style.transform = `scaleX(${part})`; };
    const upload = sendFile(user, file, { ...options, onProgress });
    cancelButton.addEventListener("click", upload.cancel);
    try {
      const message = await upload.done;
      node.remove();
      this.onSent(user, message);
    } catch (error) {
      node.remove();
      toast(say("notSent", { reason: error.message }));
    }
  }
}
