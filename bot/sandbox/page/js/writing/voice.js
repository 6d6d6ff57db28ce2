// A voice message: recorded with the microphone, sent or thrown away.

import { byId, toast } from "../dom.js";
import { duration, say } from "../texts.js";

const LONGEST_SECONDS = 600;
const TYPES = ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"];

export class Voice {
  constructor({ send }) {
    this.send = send;
    this.recorder = null;
    const able = Boolean(navigator.mediaDevices?.getUserMedia && window.MediaRecorder);
    document.body.classList.toggle("can-record", able);
    byId("voice").addEventListener("click", () => this.start());
    byId("voice-cancel").addEventListener("click", () => this.stop(false));
    byId("voice-send").addEventListener("click", () => this.stop(true));
  }

  async start() {
    if (this.recorder) return;
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch {
      toast(say("noMicrophone"));
      return;
    }
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
    const pieces = [], begun = Date.now();
    const tick = () => {
      const seconds = Math.floor((Date.now() - begun) / 1000);
      byId("voice-time").textContent = duration(seconds);
      if (seconds >= LONGEST_SECONDS) this.stop(true);
    };
    const timer = setInterval(tick, 500);
    recorder.addEventListener("dataavailable", (event) => pieces.push(event.data));
    recorder.addEventListener("stop", () => {
      clearInterval(timer);
      for (const track of stream.getTracks()) track.stop();
      this.show(false);
      if (!this.kept) return;
      const type = (recorder.mimeType || "audio/webm").split(";")[0];
      const file = new File(pieces, `voice.${type.split("/")[1]}`, { type });
      this.send(file, Math.max(1, Math.round((Date.now() - begun) / 1000)));
    });
    this.recorder = recorder;
    recorder.start();
    tick();
    this.show(true);
  }

  stop(kept) {
    if (!this.recorder) return;
    this.kept = kept;
    this.recorder.stop();
    this.recorder = null;
  }

  show(recording) {
    byId("form").hidden = recording;
    byId("recording").hidden = !recording;
    byId(recording ? "voice-send" : "voice").focus();
  }
}
