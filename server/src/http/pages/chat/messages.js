// What was said in one conversation, by its place there (contract chat.ts: from 1, without a gap), and who has read up to where.

/** @typedef {import("@liantai/api/contract/im").ChatMessage} Message */

export class Messages {
  /** @type {readonly Message[]} */
  list = [];
  /** There is something before the first. */
  more = false;
  /** Up to which message the other side has read. */
  read = 0;
  /** The visitor saw them. */
  seen = 0;
  #filled = 0;

  /** @param {readonly Message[]} messages @param {boolean} [more] Absent: as it was. */
  take(messages, more = this.more) {
    const known = new Map(this.list.map((message) => [message.seq, message]));
    for (const message of messages) {
      known.set(message.seq, message);
      if (message.extras.sender === "visitor" && message.flag === 1) this.read = Math.max(this.read, message.seq);
    }
    this.list = [...known.values()].sort((a, b) => a.seq - b.seq);
    this.more = more && this.first > 1;
  }

  /** @param {number} seq */
  has(seq) {
    return this.list.some((message) => message.seq === seq);
  }

  get first() {
    return this.list[0]?.seq ?? Infinity;
  }

  /** The last one that is not the visitor's. */
  get lastTold() {
    return this.list.findLast(({ extras }) => extras.sender !== "visitor")?.seq ?? 0;
  }

  get unread() {
    return this.list.filter(({ seq, extras }) => seq > this.seen && /robot|agent/.test(extras.sender)).length;
  }

  /** Up to here nothing is missing from the first on; 0: there is none. */
  get whole() {
    const gap = this.list.findIndex(({ seq }, at) => at > 0 && seq !== (this.list[at - 1]?.seq ?? 0) + 1);
    return this.list.at(gap === -1 ? -1 : gap - 1)?.seq ?? 0;
  }

  /** Before this one some are missing; each is told once. */
  gap() {
    const { whole } = this;
    const next = this.list.find(({ seq }) => seq > whole)?.seq;
    if (next === undefined || next === this.#filled) return undefined;
    return (this.#filled = next);
  }

  /** The line is a new one: what was asked on the other may not have come. */
  anew() {
    this.#filled = 0;
  }
}
