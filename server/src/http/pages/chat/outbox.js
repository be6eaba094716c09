// What the visitor said and the server has not confirmed (protocol J48): kept over a reload, each under the guid it had from the beginning.

/**
 * sending: on its way. unsent: goes out by itself as soon as there is a line. held: the visitor says when; `why`, where there is a reason.
 * @typedef {{ guid: string, sessionId: string, content: string, text: string, key: boolean, time: string,
 *   state: "sending" | "unsent" | "held", why: string }} Unsent
 */

/** Not randomUUID, which only pages of HTTPS have. */
const newGuid = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

export class Outbox {
  /** @type {Unsent[]} */
  items = [];
  /** @type {import("./memory.js").Memory["tab"]} */
  #tab;

  /** @param {import("./memory.js").Memory["tab"]} tab */
  constructor(tab) {
    this.#tab = tab;
    try {
      const kept = /** @type {Unsent[]} */ (JSON.parse(tab.get("unsent") || "[]"));
      this.items = kept.map((item) => ({ ...item, state: item.state === "held" ? "held" : "unsent" }));
    } catch {
      // Somebody else wrote there.
    }
  }

  /** @param {string} guid */
  find(guid) {
    return guid === "" ? undefined : this.items.find((item) => item.guid === guid);
  }

  /** @param {Pick<Unsent, "sessionId" | "content" | "text" | "key" | "time">} said */
  add(said) {
    /** @type {Unsent} */
    const item = { ...said, guid: newGuid(), state: "unsent", why: "" };
    this.items = [...this.items, item];
    this.save();
    return item;
  }

  /** @param {string} guid */
  remove(guid) {
    this.items = this.items.filter((item) => item.guid !== guid);
    this.save();
  }

  /** The line is gone: what was under way is not. */
  lost() {
    for (const item of this.items) if (item.state === "sending") item.state = "unsent";
  }

  /**
   * Another conversation began: what was meant for the one before waits for the visitor's word; a key that was pressed there means nothing.
   * @param {string} sessionId
   */
  hold(sessionId) {
    this.items = this.items.filter((item) => !item.key || item.sessionId === sessionId);
    for (const item of this.items) if (item.sessionId !== sessionId) item.state = "held";
    this.save();
  }

  save() {
    this.#tab.set("unsent", this.items.length === 0 ? "" : JSON.stringify(this.items));
  }
}
