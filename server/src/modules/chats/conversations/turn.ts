/**
 * One change of one conversation: its row is locked, what is said and noted is gathered, and written at the end with the row. Told
 * afterwards, when it is committed.
 */
import { minuteMs } from "@liantai/api/contract";
import type { ChatEnd, ChatKey, ChatMsgType, ChatSender } from "@liantai/api/contract/im";
import type { Trx } from "../../../ports/database.ts";
import type { ChatSessionRow, Told } from "../types.ts";
import type { ChatSiteRow } from "../sites/found-repository.ts";
import type { ConversationsDeps } from "./deps.ts";
import { openedFlow, sealedFlow } from "./flow-state.ts";
import { lineDue } from "./line.ts";
import { insertGathered } from "./gathered-repository.ts";
import type { ChatFlow, LineGathered, LineOut } from "./line-types.ts";
import { messageOf, robotName, stageOf, systemName } from "./present.ts";
import { nameOfFlow, nameOfSeat } from "./names-repository.ts";
import { insertMessages, insertTrack, updateSession, type ChatMessageRow } from "./repository.ts";
import { briefOf, kept, keptJson, leftWords, wordsOfEnd } from "./words.ts";

export interface Words {
  readonly sender: ChatSender;
  readonly senderId?: string;
  readonly senderName: string;
  readonly content: string;
  readonly msgType?: ChatMsgType;
  readonly keys?: readonly ChatKey[] | undefined;
  readonly guid?: string;
}

type Site = Pick<ChatSiteRow, "webName" | "offWords" | "idleMinutes" | "maxWaiting">;

/** Of a site that is gone. */
const noSite: Site = { webName: "", offWords: "", idleMinutes: 10, maxWaiting: 0 };

/** For its visitor: what was left as a message is nobody's to answer. */
const isOver = ({ status, leftMessage }: ChatSessionRow, flow: ChatFlow | undefined): boolean =>
  !flow && (status === "closed" || leftMessage === 1);

export class Turn {
  readonly trx: Trx;
  readonly site: Site;
  /** As it will be. */
  session: ChatSessionRow;
  readonly now: number;
  /** Somebody may be wanted or free now. */
  changed = false;
  readonly #d: ConversationsDeps;
  readonly #before: ChatSessionRow;
  readonly #flowBefore: ChatFlow | undefined;
  #flow: ChatFlow | undefined;
  #touched = false;
  #gathered: readonly LineGathered[] = [];
  readonly #messages: ChatMessageRow[] = [];
  readonly #track: Parameters<typeof insertTrack>[1][number][] = [];
  readonly #told: ((position: number | undefined, agentName: string) => Told)[] = [];

  constructor(d: ConversationsDeps, trx: Trx, session: ChatSessionRow, site: Site | undefined) {
    this.#d = d;
    this.trx = trx;
    this.session = session;
    this.#before = session;
    this.site = site ?? noSite;
    this.now = d.ports.clock.now();
    this.#flow = openedFlow(d, session);
    this.#flowBefore = this.#flow;
  }

  get flow(): ChatFlow | undefined {
    return this.#flow;
  }

  set flow(flow: ChatFlow | undefined) {
    const { earlier = [], gathered } = this.#flow ?? {};
    // He is out of it, whatever way: that is when what it gathered is known to the end.
    if (!flow) this.#gathered = [...this.#gathered, ...earlier, ...(gathered ? [gathered] : [])];
    this.#flow = flow;
  }

  /** It is over now, with its flow, and was not before. */
  get isOver(): boolean {
    return isOver(this.session, this.#flow) && !isOver(this.#before, this.#flowBefore);
  }

  /** It is written, whether anything of it changed or not. */
  touch(): void {
    this.#touched = true;
  }

  set(patch: Partial<ChatSessionRow>): void {
    this.session = { ...this.session, ...patch };
  }

  // --- what is said

  say({ sender, senderId = "", senderName, content, msgType = 0, keys, guid = "" }: Words): ChatMessageRow {
    const { compId, id: sessionId, lastSeq } = this.session;
    const at = new Date(this.now);
    const row: ChatMessageRow = {
      ...{ compId, sessionId, seq: lastSeq + 1, id: this.#d.ports.random.id() },
      ...{ sender, senderId, senderName, msgType, content, keys: keys ?? null, guid, createdAt: at },
    };
    this.#messages.push(row);
    // What is said of a conversation is none of its words: who is given it reads what its visitor said last.
    const lastText = sender === "system" ? this.session.lastText : briefOf(content, msgType);
    this.set({ lastSeq: row.seq, lastAt: at, lastText });
    if (sender === "visitor") this.set({ heardAt: at });
    this.#tellMessage(row);
    return row;
  }

  /** It was said before, and is told to the other side again. */
  retell(row: ChatMessageRow): void {
    this.#tellMessage(row);
  }

  system(content: string): void {
    this.say({ sender: "system", senderName: systemName, content, msgType: 6 });
  }

  robot(out: LineOut): void {
    if (out.say === "note") return this.#note(out);
    const by = { sender: "robot", senderName: robotName } as const;
    if (out.say === "voice") this.say({ ...by, content: out.voiceId, msgType: 2 });
    else this.say({ ...by, content: out.content, keys: out.keys });
  }

  #note({ n, action, nodeId, nodeName, text }: Extract<LineOut, { say: "note" }>): void {
    const { compId, id: sessionId, lastSeq: seq } = this.session;
    const createdAt = new Date(this.now);
    this.#track.push({ compId, sessionId, n, seq, action, nodeId, nodeName, text: kept(text), createdAt });
  }

  /** The other side, and of what a robot or the system says both. */
  #tellMessage(row: ChatMessageRow): void {
    const { visitorId, agentId, status, leftMessage } = this.session;
    const frame = { cmd: 11, data: messageOf(row, this.session) } as const;
    if (row.sender !== "visitor" && leftMessage === 0) this.tell({ visitorId, frame });
    if (row.sender !== "agent" && status === "talking" && agentId !== "") this.tell({ agentId, frame });
  }

  // --- who is told

  tell(told: Told): void {
    this.#told.push(() => told);
  }

  /** Where his conversation is: over (10), or anywhere else (9). */
  tellVisitor(): void {
    const { session } = this;
    this.#told.push((position, agentName) => {
      const data = stageOf(session, position, agentName);
      return { visitorId: session.visitorId, frame: { cmd: data.status === "closed" ? 10 : 9, data } };
    });
  }

  /** An agent that had it has it no more. */
  tellLeft(agentId: string): void {
    const { session } = this;
    this.#told.push((position) => ({ agentId, frame: { cmd: 10, data: stageOf(session, position, "") } }));
  }

  // --- where it goes

  close(reason: ChatEnd): void {
    const { status, agentId } = this.session;
    if (status === "closed") return;
    const left = this.flow?.left;
    if (left && (left.groupId !== "" || left.agentId !== "")) return this.#leave(left);
    this.system(wordsOfEnd(reason, this.site.offWords));
    this.set({ status: "closed", endedAt: new Date(this.now), endReason: reason, waitUntil: null });
    this.#outOfFlow();
    this.tellVisitor();
    if (status === "talking" && agentId !== "") this.tellLeft(agentId);
    this.changed = true;
  }

  /** He left a message: it waits for whom he left it, and he is done. */
  #leave({ groupId, agentId }: NonNullable<ChatFlow["left"]>): void {
    this.system(leftWords);
    this.set({ status: "waiting", skillGroupId: groupId, askedAgentId: agentId, queuedAt: new Date(this.now) });
    this.set({ leftMessage: 1, waitUntil: null, priorityMs: 0 });
    this.flow = undefined;
    this.#outOfFlow();
    this.tellVisitor();
    this.changed = true;
  }

  /** Nodes without sound may go on for who is gone. */
  #outOfFlow(): void {
    if (this.flow?.goneUntil === undefined) this.flow = undefined;
    this.set({ robotLineId: "" });
  }

  leaveFlow(): void {
    this.flow = undefined;
    this.#outOfFlow();
  }

  // --- the end

  #dueAt(): Date | null {
    const { status, leftMessage, lastAt, heardAt, waitUntil } = this.session;
    const silentAt = Math.max(lastAt.getTime(), heardAt.getTime()) + this.site.idleMinutes * minuteMs;
    const at = Math.min(
      this.flow ? lineDue(this.flow) : Infinity,
      status === "closed" || leftMessage === 1 ? Infinity : silentAt,
      status === "waiting" ? (waitUntil?.getTime() ?? Infinity) : Infinity,
    );
    return at === Infinity ? null : new Date(at);
  }

  get isSilent(): boolean {
    const { lastAt, heardAt } = this.session;
    return Math.max(lastAt.getTime(), heardAt.getTime()) + this.site.idleMinutes * minuteMs <= this.now;
  }

  /** Writes it all. What is to be told once it is committed. */
  async save(): Promise<readonly Told[]> {
    const { trx } = this;
    if (!this.#touched && this.session === this.#before && this.flow === this.#flowBefore) return this.#toTell();
    this.set({ flowState: sealedFlow(this.#d, this.session, this.flow), dueAt: this.#dueAt() });
    const { compId: _comp, id: _id, siteId: _site, visitorId: _visitor, ...now } = this.session;
    await updateSession(trx, this.#before, now);
    await insertMessages(
      trx,
      this.#messages.map((row) => ({ ...row, keys: row.keys && JSON.stringify(row.keys) })),
    );
    await insertTrack(trx, this.#track);
    await this.#writeGathered();
    return this.#toTell();
  }

  async #writeGathered(): Promise<void> {
    const { compId, id: sessionId } = this.session;
    for (const [at, { flowId, formId, values, secret, robot }] of this.#gathered.entries())
      await insertGathered(this.trx, {
        ...{ compId, sessionId, n: at + 1, formId, flowName: await nameOfFlow(this.trx, compId, flowId) },
        ...{ robot: robot ? 1 : 0, secret: secret ? 1 : 0, values: keptJson(values) },
      });
  }

  async #toTell(): Promise<readonly Told[]> {
    const { trx } = this;
    const { compId } = this.session;
    if (this.#told.length === 0) return [];
    const waits = this.session.status === "waiting" && this.session.leftMessage === 0;
    const position = waits ? await this.#d.assignment().position(trx, this.session) : undefined;
    const agentName = this.session.agentId === "" ? "" : await nameOfSeat(trx, compId, this.session.agentId);
    return this.#told.map((told) => told(position, agentName));
  }

  message(row: ChatMessageRow) {
    return messageOf(row, this.session);
  }
}
