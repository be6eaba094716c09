// A visitor's conversation as his page knows it: where it is, what was said, what is not sent yet, and the line (protocol J46 to J50).
import { Unanswered } from "./ask.js";
import { closes, openLine, timings } from "./line.js";
import { Messages } from "./messages.js";
import { Outbox } from "./outbox.js";
import { travelling } from "./words.js";

/**
 * @typedef {import("@liantai/api/contract/im").ChatMessage} Message
 * @typedef {import("@liantai/api/contract/im").ChatStage} Stage
 * @typedef {import("./line.js").ServerFrame} ServerFrame
 * @typedef {import("./outbox.js").Unsent} Unsent
 */

export class Talk {
  title = "";
  color = "";
  sessionId = "";
  /** @type {Stage | undefined} */
  stage;
  messages = new Messages();
  /** The server is asked for what was before. */
  loading = false;
  /** down: it is opened again by itself. stopped: the visitor says when, `said` is why. @type {"opening" | "open" | "down" | "stopped"} */
  link = "opening";
  said = "";
  outbox;
  /** False: another page is looked at, what comes is unread. */
  visible = true;

  #ask;
  #memory;
  #onChange;
  /** @type {import("./line.js").Line | undefined} */
  #line;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** Which attempt counts; one that was overtaken says nothing any more. */
  #turn = 0;
  #begin = false;
  #ahead = 0;
  #readSent = 0;

  /** @param {{ ask: import("./ask.js").Ask, memory: import("./memory.js").Memory, onChange: () => void }} parts */
  constructor({ ask, memory, onChange }) {
    this.#ask = ask;
    this.#memory = memory;
    this.#onChange = onChange;
    this.outbox = new Outbox(memory.tab);
  }

  /** The server's time, epoch ms. */
  now = () => Date.now() + this.#ahead;

  get closed() {
    return this.stage?.status === "closed";
  }

  /** @param {boolean} begin Whether one is begun where none is open. */
  async open(begin) {
    this.#begin ||= begin;
    const mine = this.#hangUp();
    this.link = "opening";
    this.#onChange();
    let reply;
    try {
      reply = await this.#ask.open(this.#begin);
    } catch (error) {
      const said = error instanceof Unanswered ? error.message : "";
      if (mine === this.#turn) this.#wait(said === "" ? timings.retry : timings.slow, said);
      return;
    }
    if (mine !== this.#turn) return;
    if (reply.code === 1) this.#opened(reply.data);
    else this.#stop(reply.msg);
  }

  /** The network is back: at once. */
  again() {
    if (this.link === "down") void this.open(false);
  }

  /** The browser knows that there is none. */
  offline() {
    if (this.link === "open") this.#lost(0);
  }

  /** @param {string} content @param {string} [name] Of the key that is pressed. */
  say(content, name) {
    const time = travelling(new Date(this.now()));
    const said = { sessionId: this.sessionId, content, text: name ?? content, key: name !== undefined, time };
    this.#transmit(this.outbox.add(said));
    this.#onChange();
  }

  /** @param {string} guid */
  retry(guid) {
    const item = this.outbox.find(guid);
    if (!item || this.closed) return;
    Object.assign(item, { sessionId: this.sessionId, state: "unsent", why: "" });
    this.outbox.save();
    if (this.link === "open") this.#transmit(item);
    else void this.open(false);
    this.#onChange();
  }

  /** @param {string} guid */
  discard(guid) {
    this.outbox.remove(guid);
    this.#onChange();
  }

  older() {
    if (!this.messages.more || this.loading || this.link !== "open") return;
    this.loading = true;
    this.#line?.send({ cmd: 19, data: { sessionId: this.sessionId, before: this.messages.first } });
    this.#onChange();
  }

  /** '': it is over. Otherwise why not. */
  async close() {
    const { sessionId } = this;
    const refused = await this.#ask.close(sessionId);
    if (refused === "") this.#atStage({ sessionId, status: "closed", reason: "visitor" });
    return refused;
  }

  /** What is shown is read. */
  look() {
    if (!this.visible) return;
    const last = this.messages.lastTold;
    this.messages.seen = last;
    if (this.link !== "open" || this.closed || last <= this.#readSent) return;
    this.#readSent = last;
    this.#line?.send({ cmd: 21, data: { sessionId: this.sessionId, seq: last } });
  }

  #hangUp() {
    clearTimeout(this.#retry);
    this.#line?.end();
    this.#line = undefined;
    this.loading = false;
    this.outbox.lost();
    this.messages.anew();
    return (this.#turn += 1);
  }

  /** @param {number} ms @param {string} [said] */
  #wait(ms, said = "") {
    this.#hangUp();
    this.link = "down";
    this.said = said;
    this.#retry = setTimeout(() => void this.open(false), ms);
    this.#onChange();
  }

  /** @param {string} said */
  #stop(said) {
    this.#hangUp();
    this.link = "stopped";
    this.said = said;
    this.#onChange();
  }

  /** @param {any} data The reply of chatOpen. */
  #opened(data) {
    // '': he is nobody yet. Another tab may have become somebody meanwhile.
    if (data.visitor !== "") this.#memory.lasting.set("visitor", data.visitor);
    this.#begin = false;
    this.title = data.title;
    this.color = data.color;
    const other = data.sessionId !== this.sessionId;
    if (other) {
      this.sessionId = data.sessionId;
      this.messages = new Messages();
      this.#readSent = 0;
      this.outbox.hold(data.sessionId);
    }
    this.#took(data.messages, data.messages[0]?.seq < this.messages.first ? data.more === 1 : undefined);
    const { sessionId, status, position, agent, reason } = data;
    this.stage = sessionId === "" ? undefined : { sessionId, status, position, agent, reason };
    if (!data.ticket) return this.#stop("");
    const mine = this.#turn;
    this.#line = openLine(data.ticket, {
      onFrame: (frame) => void (mine === this.#turn && this.#told(frame)),
      onLost: (code) => void (mine === this.#turn && this.#lost(code)),
      // What a server that died had stored and told nobody.
      onCheck: () => void (mine === this.#turn && this.link === "open" && this.#missed()),
    });
    this.#onChange();
  }

  /** @param {number} code */
  #lost(code) {
    if (code === closes.conversationEnded) this.#atStage({ sessionId: this.sessionId, status: "closed" });
    if (this.closed) this.#stop("");
    else if (code === closes.replaced) this.#stop("会话已在其他页面打开。");
    else if (code === closes.sessionEnded || code === closes.malformed) this.#stop("连接已断开。");
    else this.#wait(timings.retry);
  }

  /** @param {ServerFrame} frame */
  #told(frame) {
    if (frame.cmd === 6) this.#connected(frame.code, frame.data.time);
    else if (frame.cmd === 9 || frame.cmd === 10) {
      if ("status" in frame.data && typeof frame.data.status === "string") this.#atStage(frame.data);
    } else if (frame.cmd === 12) this.#confirmed(frame);
    else if (frame.cmd === 11) {
      if (frame.data.sessionId === this.sessionId) this.#took([frame.data]);
    } else if (frame.cmd === 20) {
      const { sessionId, messages, more } = frame.data;
      if (sessionId !== this.sessionId) return;
      const history = frame.code === 10_018;
      if (history) this.loading = false;
      // A page that fills a gap says nothing of what was before all of them.
      this.#took(messages, history && (messages[0]?.seq ?? 0) < this.messages.first ? more : undefined);
    } else if (frame.cmd === 21 && frame.data.sessionId === this.sessionId)
      this.messages.read = Math.max(this.messages.read, frame.data.seq);
    this.#onChange();
  }

  /** @param {number} code @param {number} time */
  #connected(code, time) {
    if (code !== 10_007) return;
    this.link = "open";
    this.said = "";
    this.#ahead = time - Date.now();
    this.#missed();
    for (const item of this.outbox.items) if (item.state === "unsent") this.#transmit(item);
  }

  #missed() {
    this.#line?.send({ cmd: 19, data: { sessionId: this.sessionId, after: this.messages.whole } });
  }

  /** @param {Stage} stage */
  #atStage(stage) {
    if (stage.sessionId !== this.sessionId || this.closed) return;
    this.stage = stage;
    this.#onChange();
  }

  /** @param {Unsent} item */
  #transmit(item) {
    if (this.link !== "open" || this.closed) return;
    item.state = "sending";
    const { sessionId, guid, content } = item;
    this.#line?.send({ cmd: 11, data: { sessionId, guid, content, ...(item.key ? { key: true } : {}) } });
    setTimeout(() => {
      if (item.state !== "sending") return;
      item.state = "unsent";
      this.#onChange();
    }, timings.sent);
  }

  /** @param {Extract<ServerFrame, { cmd: 12 }>} frame */
  #confirmed({ code, data: { guid, id, seq, createTime, content: shown }, msg = "" }) {
    const item = this.outbox.find(guid);
    if (!item) return;
    if (code === 0) {
      Object.assign(item, { state: "held", why: msg });
      return this.outbox.save();
    }
    this.outbox.remove(guid);
    // Where the message itself came before, that is what was said.
    if (item.sessionId !== this.sessionId || this.messages.has(seq)) return;
    const { sessionId, text } = item;
    // What was asked for in secret is starred from here on, as everybody has it.
    const content = shown ?? text;
    /** @type {Message} */
    const message = {
      ...{ id, sessionId, seq, from: "", to: "", content, msgType: 0, createTime, flag: 0 },
      extras: { guid, direction: "in", accessMode: "web", sender: "visitor", senderName: "" },
    };
    this.#took([message]);
  }

  /** @param {readonly Message[]} messages @param {boolean} [more] */
  #took(messages, more) {
    for (const { extras } of messages) if (extras.sender === "visitor") this.outbox.remove(extras.guid);
    this.messages.take(messages, more);
    const gap = this.link === "open" ? this.messages.gap() : undefined;
    if (gap !== undefined) this.#line?.send({ cmd: 19, data: { sessionId: this.sessionId, before: gap } });
  }
}
