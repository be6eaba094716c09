/**
 * A server of one visitor's chat for tests of his page: what it takes and gives keeps the contract, what is said is the test's. It has no
 * flow and no agents.
 */
import { formatTime, ok, type Endpoint } from "@liantai/api/contract";
import {
  chatPageSize,
  chatVisitorApi,
  type ChatClientFrame,
  type ChatKey,
  type ChatMessage,
  type ChatSender,
  type ChatServerFrame,
  type ChatStage,
} from "@liantai/api/contract/im";
import { checkReply } from "../../reply.ts";

type Body = Readonly<Record<string, unknown>>;
export interface FakeLine {
  send(frame: ChatServerFrame): void;
  close(code: number): void;
}
export interface FakeReply {
  readonly status?: number;
  readonly envelope?: { readonly code: number; readonly msg: string; readonly data: unknown };
  readonly sound?: string;
}

const visitor = "V".repeat(43);
const userId = "u1";
const refusal = (code: number, msg: string): FakeReply => ({ envelope: { code, msg, data: null } });

export class FakeChat {
  title = "联台客服";
  color = "#1f6feb";
  /** '': none yet. */
  sessionId = "";
  stage: Omit<ChatStage, "sessionId"> = { status: "flow" };
  readonly messages: ChatMessage[] = [];
  readonly asked: { readonly verb: string; readonly body: Body }[] = [];
  readonly frames: ChatClientFrame[] = [];
  readonly lines = new Set<FakeLine>();
  /** What a new conversation begins with. */
  greeting: readonly { readonly content: string; readonly keys?: readonly ChatKey[] }[] = [];
  /** Answers the next POST instead. */
  next: FakeReply | undefined;
  /** Nothing that is sent is confirmed. */
  deaf = false;
  /** What is said is asked for in secret. */
  secret = false;
  /** Refuses what is said, in words. */
  refuses = "";
  now: () => number;
  #sessions = 0;
  #tickets = new Set<string>();
  #issued = 0;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  async post(verb: string, body: Body): Promise<FakeReply> {
    this.asked.push({ verb, body });
    const instead = this.next;
    this.next = undefined;
    if (instead) return instead;
    const endpoint: Endpoint | undefined = { ...chatVisitorApi }[verb as keyof typeof chatVisitorApi];
    if (!endpoint?.body) return { status: 404 };
    await endpoint.body.validate(body, { strict: true });
    if (verb === "open") return this.#open(body, endpoint);
    if (body["visitor"] !== visitor) return refusal(-404, "数据不存在或已被删除");
    if (verb === "voice") return { sound: "RIFF" };
    this.tell({ status: "closed", reason: "visitor" });
    return { envelope: { code: ok, msg: "", data: null } };
  }

  async #open(body: Body, endpoint: Endpoint): Promise<FakeReply> {
    if (body["begin"] !== false && (this.sessionId === "" || this.stage.status === "closed")) this.begin();
    const over = this.sessionId === "" || this.stage.status === "closed";
    const ticket = over ? "" : `ticket${(this.#issued += 1)}`;
    this.#tickets.add(ticket);
    const { title, color, sessionId, stage, messages } = this;
    const { status, position, agent, reason = "" } = this.sessionId === "" ? { ...stage, status: "closed" } : stage;
    const data = {
      ...{ visitor, userId, ticket, title, color, sessionId, status, reason },
      ...(position === undefined ? {} : { position }),
      ...(agent === undefined ? {} : { agent }),
      ...{ messages: messages.slice(-chatPageSize), more: messages.length > chatPageSize ? 1 : 0 },
    };
    await checkReply(endpoint, data);
    return { envelope: { code: ok, msg: "", data } };
  }

  begin(): void {
    this.sessionId = `s${(this.#sessions += 1)}`;
    this.stage = { status: "flow" };
    this.messages.length = 0;
    for (const { content, keys } of this.greeting) this.#add("robot", content, keys ? { keys } : {});
  }

  /** False: it is no ticket that was given, or it was used. */
  connect(ticket: string, line: FakeLine): boolean {
    if (ticket === "" || !this.#tickets.delete(ticket)) return false;
    this.lines.add(line);
    line.send({ cmd: 6, code: 10_007, data: { userId, time: this.now() } });
    return true;
  }

  heard(line: FakeLine, frame: ChatClientFrame): void {
    this.frames.push(frame);
    if (frame.cmd === 13) return line.send({ cmd: 13 });
    if (frame.cmd === 11) return this.#heardSaid(line, frame.data);
    if (frame.cmd !== 19) return;
    const { sessionId, after, before = Infinity } = frame.data;
    const found = this.messages.filter(({ seq }) => seq > (after ?? 0) && seq < before);
    const [code, messages] =
      after === undefined
        ? ([10_018, found.slice(-chatPageSize)] as const)
        : ([10_016, found.slice(0, chatPageSize)] as const);
    line.send({ cmd: 20, code, data: { sessionId, messages, more: found.length > messages.length } });
  }

  #heardSaid(line: FakeLine, { guid, content, key }: Extract<ChatClientFrame, { cmd: 11 }>["data"]): void {
    if (this.deaf) return;
    if (this.refuses !== "") {
      const nothing = { guid, id: "", seq: 0, createTime: "" };
      return line.send({ cmd: 12, code: 0, data: nothing, msg: this.refuses });
    }
    const keys = this.messages.findLast(({ extras }) => extras.keys)?.extras.keys ?? [];
    const plain = key ? (keys.find((one) => one.key === content)?.name ?? content) : content;
    const shown = this.secret ? "******" : plain;
    const made = this.messages.find(({ extras }) => extras.guid === guid) ?? this.#add("visitor", shown, { guid });
    const { id, seq, createTime } = made;
    const other = made.content === content ? {} : { content: made.content };
    line.send({ cmd: 12, code: 10_000, data: { guid, id, seq, createTime, ...other } });
  }

  #add(
    sender: ChatSender,
    content: string,
    {
      guid = "",
      senderName = "",
      keys,
      ...more
    }: Partial<ChatMessage["extras"]> & { msgType?: ChatMessage["msgType"] },
  ): ChatMessage {
    const seq = this.messages.length + 1;
    const mine = sender === "visitor";
    const message: ChatMessage = {
      ...{ id: `${this.sessionId}m${seq}`, sessionId: this.sessionId, seq, content, flag: 0 },
      ...{ from: mine ? userId : sender, to: mine ? "" : userId, msgType: more.msgType ?? 0 },
      createTime: formatTime(this.now()),
      extras: {
        ...{ guid, direction: mine ? "in" : "out", accessMode: "web", sender, senderName },
        ...(keys ? { keys } : {}),
      },
    };
    this.messages.push(message);
    return message;
  }

  #all(frame: ChatServerFrame): void {
    for (const line of this.lines) line.send(frame);
  }

  say(
    sender: Exclude<ChatSender, "visitor">,
    content: string,
    more: { senderName?: string; keys?: readonly ChatKey[]; msgType?: ChatMessage["msgType"] } = {},
  ): void {
    this.#all({ cmd: 11, data: this.#add(sender, content, more) });
  }

  /** What is said while no page is connected. */
  past(sender: ChatSender, content: string, more: { senderName?: string; guid?: string } = {}): void {
    this.#add(sender, content, more);
  }

  tell(stage: Omit<ChatStage, "sessionId">): void {
    this.stage = stage;
    const data = { sessionId: this.sessionId, ...stage };
    this.#all(stage.status === "closed" ? { cmd: 10, data } : { cmd: 9, data });
  }

  readUpTo(seq: number): void {
    this.#all({ cmd: 21, data: { sessionId: this.sessionId, seq } });
  }

  drop(code = 1006): void {
    for (const line of [...this.lines]) {
      this.lines.delete(line);
      line.close(code);
    }
  }
}
