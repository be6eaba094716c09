// The page as it is drawn, from what its conversation is now.
import { by, createComposer, createEnding } from "./composer.js";
import { button, createDrawer, element, write } from "./message.js";
import { inkOn, lostText, stageText } from "./words.js";

/** @typedef {import("./talk.js").Talk} Talk */

/** px: so near to an end it is at the end. */
const near = 60;

/** What was said, in its order; what is drawn stays. */
class Log {
  #log = by("log");
  #fresh = by("fresh");
  #talk;
  #drawer;
  #section = element("section");
  #sessionId = "";
  #first = Infinity;
  #last = 0;
  /** The end is on show, and stays. */
  #atEnd = true;
  #older;

  /** @param {Talk} talk @param {(id: string) => Promise<Blob>} voice */
  constructor(talk, voice) {
    this.#talk = talk;
    this.#drawer = createDrawer({
      voice,
      press: (key, name) => talk.say(key, name),
      retry: (guid) => talk.retry(guid),
      discard: (guid) => talk.discard(guid),
    });
    this.#older = button("查看更早的消息", () => talk.older(), "plain older");
    this.#log.append(this.#section);
    this.#log.addEventListener("scroll", () => {
      if (this.#log.scrollTop < near) talk.older();
      this.#atEnd = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < near;
      if (this.#atEnd) this.#fresh.hidden = true;
    });
    // What is written grows over the last that was said.
    if ("ResizeObserver" in window)
      new ResizeObserver(() => {
        if (this.#atEnd) this.toEnd();
      }).observe(this.#log);
    this.#fresh.addEventListener("click", () => this.toEnd());
  }

  toEnd() {
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#fresh.hidden = true;
    this.#atEnd = true;
  }

  /** Another conversation: the one before stays above it. */
  #begin() {
    if (this.#section.childElementCount > 0) {
      for (const each of this.#section.querySelectorAll("button:not(.voice)")) each.remove();
      this.#log.append(element("p", "divider", "以上是之前的会话"), (this.#section = element("section")));
    }
    this.#sessionId = this.#talk.sessionId;
    this.#first = Infinity;
    this.#last = 0;
  }

  draw() {
    const { sessionId, messages, outbox, loading, link, closed, stage } = this.#talk;
    const height = this.#log.scrollHeight;
    if (sessionId !== this.#sessionId) this.#begin();
    const now = this.#talk.now();
    const lastMine = messages.list.findLast(({ extras }) => extras.sender === "visitor")?.seq ?? 0;
    const asking = messages.list.findLast(({ seq, extras }) => extras.keys && seq > lastMine);
    const mayAsk = stage?.status === "flow" && outbox.items.length === 0;
    const nodes = [
      ...(messages.more && link === "open" ? [this.#older] : []),
      ...messages.list.map((one) =>
        this.#drawer.message(one, {
          now,
          asks: mayAsk && one === asking,
          read: one.seq === lastMine && lastMine <= messages.read,
        }),
      ),
      ...outbox.items.map((one) => this.#drawer.unsent(one, { now, mayRetry: !closed && sessionId !== "" })),
    ];
    this.#older.disabled = loading;
    write(this.#older, loading ? "正在加载…" : "查看更早的消息");
    this.#place(nodes, height);
  }

  /** @param {HTMLElement[]} nodes @param {number} height */
  #place(nodes, height) {
    const { messages, outbox } = this.#talk;
    const before = messages.first < this.#first && this.#first !== Infinity;
    const last = (messages.list.at(-1)?.seq ?? 0) + outbox.items.length;
    const more = last > this.#last;
    // What was said long ago is not read aloud when it is fetched.
    if (before) this.#log.setAttribute("aria-live", "off");
    let at = this.#section.firstChild;
    for (const node of nodes)
      if (node === at) at = at.nextSibling;
      else this.#section.insertBefore(node, at);
    while (at) {
      const next = at.nextSibling;
      at.remove();
      at = next;
    }
    this.#first = messages.first;
    this.#last = last;
    if (before) {
      this.#log.scrollTop += this.#log.scrollHeight - height;
      setTimeout(() => this.#log.setAttribute("aria-live", "polite"), 500);
    } else if (this.#atEnd) this.toEnd();
    else if (more) this.#fresh.hidden = false;
  }
}

/**
 * @param {Talk} talk
 * @param {{ tab: import("./memory.js").Memory["tab"], voice: (id: string) => Promise<Blob>, onFold: () => void }} parts
 */
export const createView = (talk, { tab, voice, onFold }) => {
  const log = new Log(talk, voice);
  const notice = by("notice");
  let color = "";
  /** Why something that was asked for did not come about. */
  let said = "";
  const composer = createComposer({
    tab,
    maySend: () => !talk.closed && talk.sessionId !== "",
    onSend: (content) => {
      talk.say(content);
      log.toEnd();
    },
  });
  createEnding({
    onEnd: async () => {
      said = await talk.close();
      draw();
    },
    onFold,
  });
  by("again").addEventListener("click", () => void talk.open(talk.closed || talk.sessionId === ""));
  by("fold").addEventListener("click", onFold);

  const paint = () => {
    if (talk.color === color || !/^#[0-9a-f]{6}$/i.test(talk.color)) return;
    color = talk.color;
    document.documentElement.style.setProperty("--site", color);
    document.documentElement.style.setProperty("--ink", inkOn(color));
  };
  const words = () => {
    if (talk.link === "down") return talk.said || lostText;
    return said !== "" ? said : talk.link === "stopped" ? talk.said : "";
  };
  const draw = () => {
    paint();
    const { stage, link, closed, sessionId, messages } = talk;
    if (closed || link === "down") said = "";
    if (talk.title !== "") write(by("title"), talk.title);
    const unread = messages.unread;
    document.title = `${unread > 0 ? `（${unread}条新消息）` : ""}${talk.title || "在线咨询"}`;
    const connecting = link === "opening" || link === "down" ? "正在连接…" : "";
    write(by("stage"), stage ? stageText(stage) : connecting);
    write(notice, words());
    notice.hidden = notice.textContent === "";
    by("end").hidden = !stage || closed;
    if (by("end").hidden) by("asking").hidden = true;
    const wasHidden = by("form").hidden;
    by("form").hidden = !stage || closed;
    if (wasHidden && !by("form").hidden) {
      composer.grow();
      composer.focus();
    }
    by("again").hidden = !(link === "stopped" || (closed && link !== "opening"));
    const anew = sessionId === "" && talk.said === "" ? "开始咨询" : "重新连接";
    write(by("again"), closed ? "重新咨询" : anew);
    log.draw();
  };
  return { draw, grow: composer.grow, focus: composer.focus };
};
