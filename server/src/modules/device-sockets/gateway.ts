/** The end of a process that holds sockets of devices while another one has the switch. They stay when that one changes. */
import type { Broker } from "../../ports/broker.ts";
import type { Clock, Random, Timer } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import {
  AddressBuckets,
  allowances,
  Bucket,
  maxBytes,
  maxNamelessSockets,
} from "../../adapters/embedded/switch/sip/rate.ts";
import { networkOf } from "../../http/address.ts";
import { Outbox } from "./outbox.ts";
import { beats, downTopic, nowhere, upTopic, type Counts, type Down, type Said } from "./topics.ts";

/** What was said to an owner that died meanwhile is said again to the next one: as long as that is not known, ms. */
const AGAIN_MS = 3_000;
/** Texts that wait for an owner. */
const MOST_WAITING = 50;
const PING_MS = 15_000;
/** A device that does not answer the close is cut off after that. */
const CLOSE_MS = 1_000;

/** As much of a WebSocket as is used here. */
export interface DeviceSocket {
  send(text: string, done: () => void): void;
  close(code: number, reason: string): void;
  terminate(): void;
  ping(): void;
  on(event: "message", listener: (data: unknown) => void): unknown;
  on(event: "pong" | "close" | "error", listener: () => void): unknown;
}

interface Held {
  readonly ws: DeviceSocket;
  readonly address: string;
  /** The owner that has it; '' while it waits for one. */
  owner: string;
  before: boolean;
  /** Said to this owner. */
  out: Outbox;
  received: number;
  /** Of late: the next owner may have to hear it. */
  said: { readonly at: number; readonly text: string }[];
  pong: boolean;
  /** Somebody signed in on it, as its owner says. */
  signedIn: boolean;
  /** What it may still say. */
  bucket: Bucket;
  /** We have closed it: whatever it says before it is gone is nobody's. */
  shut: boolean;
}

/** A socket that another owner had, with what nobody has read yet. */
interface Former {
  readonly said: readonly string[];
  readonly signedIn: boolean;
}

export interface GatewayDeps {
  readonly name: string;
  readonly broker: Broker;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Of the enterprise whose devices these are; default: the switch is whole. */
  readonly part?: string;
}

export class Gateway {
  private readonly d: GatewayDeps;
  private readonly held = new Map<string, Held>();
  private readonly addresses = new AddressBuckets();
  private owner = "";
  private epoch = -1;
  /** Sockets that the owner was asked to take. */
  private asked: ReadonlySet<string> = new Set();
  /** Sockets that have closed, until the owner knows. */
  private readonly closed = new Set<string>();
  private askedAt = 0;
  private timers: readonly Timer[] = [];
  private leave: (() => Promise<void>) | undefined;

  constructor(deps: GatewayDeps) {
    this.d = deps;
  }

  async start(): Promise<void> {
    const { broker, clock, name } = this.d;
    this.leave = await broker.subscribe(downTopic(name, this.d.part ?? ""), (message) => this.heard(message as Down));
    this.timers = [clock.every(beats.every, () => this.beat()), clock.every(PING_MS, () => this.ping())];
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) timer.cancel();
    for (const { ws } of this.held.values()) ws.close(1001, "the server stops");
    await this.leave?.();
  }

  accept(ws: DeviceSocket, address: string): void {
    if (this.crowded(address)) return ws.close(1013, "too many sockets");
    this.hold(ws, address, this.d.random.id());
  }

  /** One that this process had as long as it had the switch. */
  takeOver(ws: DeviceSocket, address: string, id: string, former: Former): void {
    this.hold(ws, address, id, former);
  }

  /** Its owner counts those that it has. */
  private crowded(address: string): boolean {
    if (this.held.size < maxNamelessSockets) return false;
    const network = networkOf(address);
    let waiting = 0;
    for (const { owner, before, address: other } of this.held.values())
      if (owner === "" && !before && networkOf(other) === network) waiting++;
    return waiting >= maxNamelessSockets;
  }

  private hold(ws: DeviceSocket, address: string, id: string, former?: Former): void {
    const at = this.d.clock.monotonic();
    const signedIn = former?.signedIn ?? false;
    const held: Held = {
      ws,
      address,
      owner: "",
      before: former !== undefined,
      out: new Outbox(),
      received: 0,
      said: (former?.said ?? []).map((text) => ({ at, text })),
      pong: true,
      signedIn,
      bucket: new Bucket(signedIn ? allowances.signedIn : allowances.nameless, at),
      shut: false,
    };
    this.held.set(id, held);
    ws.on("message", (data) => this.said(id, held, String(data)));
    ws.on("pong", () => {
      held.pong = true;
    });
    ws.on("error", () => undefined);
    ws.on("close", () => {
      this.held.delete(id);
      if (held.owner === "") return;
      this.closed.add(id);
      this.tell({ kind: "closed", owner: held.owner, id });
    });
    if (this.owner === "") this.beat();
    else this.join([id]);
  }

  private said(id: string, held: Held, text: string): void {
    if (held.shut) return;
    const at = this.d.clock.monotonic();
    if (Buffer.byteLength(text) > maxBytes(held.signedIn)) return this.shut(held, 1009, "message too big");
    if (!this.admits(held, at)) return this.shut(held, 1008, "too many messages");
    const old = held.said.findIndex((each) => held.owner === "" || at - each.at < AGAIN_MS);
    held.said.splice(0, old < 0 ? held.said.length : old);
    held.said.push({ at, text });
    if (held.owner !== "") this.tell({ kind: "text", owner: held.owner, id, ...held.out.add(text, at) });
    else if (held.said.length > MOST_WAITING) this.shut(held, 1013, "nobody has the switch");
  }

  /** Before anything of it is kept or passed on (docs/protocol.md P14). */
  private admits({ bucket, signedIn, address }: Held, at: number): boolean {
    return bucket.take(at) && (signedIn || this.addresses.of(address, at).take(at));
  }

  private shut(held: Held, code: number, reason: string): void {
    if (held.shut) return;
    held.shut = true;
    held.said = [];
    held.ws.close(code, reason);
    this.d.clock.after(CLOSE_MS, () => held.ws.terminate());
  }

  private heard(message: Down): void {
    if (message.epoch < this.epoch) return;
    // Several beats that crossed are answered one by one; a second joining would take away what the first one joined.
    const joining = this.asked.size > 0 && this.d.clock.monotonic() - this.askedAt < AGAIN_MS;
    if (message.kind === "here" && message.owner === this.owner && message.epoch === this.epoch && joining) return;
    if (message.kind === "here") return this.follow(message.owner, message.epoch);
    if (message.owner !== this.owner) return;
    if (message.kind === "joined") return this.joined(new Set(message.ids));
    if (message.kind === "sent")
      return this.tell({ kind: "has", owner: this.owner, counts: this.came(message.counts) });
    if (message.kind === "has") return this.sayAgain(message.counts);
    const held = this.held.get(message.id);
    if (!held || held.owner !== message.owner) return;
    if (message.kind === "close") {
      held.owner = "";
      return this.shut(held, message.code, message.reason);
    }
    if (message.kind === "signedIn") {
      if (!held.signedIn) held.bucket = new Bucket(allowances.signedIn, this.d.clock.monotonic());
      held.signedIn = true;
      return;
    }
    // One that is not next was said twice, or follows one that is said again.
    if (message.n !== held.received) return;
    held.received++;
    held.ws.send(message.text, () => undefined);
  }

  /** Of these sockets, how many texts have come; of one that is about to join nothing is said. */
  private came(counts: Counts): Counts {
    return counts.flatMap(([id]): Counts => {
      const held = this.held.get(id);
      if (held && held.owner !== this.owner) return [];
      return [[id, held?.received ?? nowhere]];
    });
  }

  /** What the owner lacks. */
  private sayAgain(counts: Counts): void {
    const now = this.d.clock.monotonic();
    for (const [id, count] of counts) {
      this.closed.delete(id);
      const held = this.held.get(id);
      if (!held || held.owner !== this.owner) continue;
      if (count === nowhere) this.shut(held, 1012, "its telephone is not known any more");
      else for (const one of held.out.has(count, now)) this.tell({ kind: "text", owner: held.owner, id, ...one });
    }
  }

  /** Another owner, or the same one that does not know us. */
  private follow(owner: string, epoch: number): void {
    this.owner = owner;
    this.epoch = epoch;
    this.closed.clear();
    for (const held of this.held.values()) held.owner = "";
    this.join([...this.held.keys()]);
  }

  private join(ids: readonly string[]): void {
    const sockets = ids.flatMap((id) => {
      const held = this.held.get(id);
      return held ? [{ id, address: held.address, before: held.before }] : [];
    });
    this.tell({ kind: "join", owner: this.owner, sockets });
    this.asked = new Set([...this.asked, ...ids]);
    this.askedAt = this.d.clock.monotonic();
  }

  private joined(known: ReadonlySet<string>): void {
    for (const id of known) {
      const held = this.held.get(id);
      if (!held) this.closed.add(id);
      if (!held || held.owner !== "") continue;
      Object.assign(held, { owner: this.owner, before: true, out: new Outbox(), received: 0 });
      const now = this.d.clock.monotonic();
      for (const { text } of held.said) this.tell({ kind: "text", owner: this.owner, id, ...held.out.add(text, now) });
    }
    // What it does not know begins anew: the device signs in again and finds its calls.
    for (const id of this.asked) {
      const held = this.held.get(id);
      if (held?.owner === "" && held.before) this.shut(held, 1012, "another process has the switch");
    }
    this.asked = new Set();
  }

  private beat(): void {
    if (this.held.size > 0) this.tell({ kind: "beat", owner: this.owner });
    if (this.owner !== "") this.remind();
  }

  /** What the owner may lack: texts, and that sockets have opened or closed. */
  private remind(): void {
    const { owner, asked, askedAt } = this;
    if (asked.size > 0 && this.d.clock.monotonic() - askedAt >= AGAIN_MS) this.join([...asked]);
    for (const id of this.closed) this.tell({ kind: "closed", owner, id });
    const now = this.d.clock.monotonic();
    const counts = [...this.held].flatMap(([id, held]): Counts => {
      if (held.owner !== owner || held.out.owes === undefined) return [];
      if (held.out.tooLate(now)) this.shut(held, 1012, "a message was lost");
      return [[id, held.out.owes]];
    });
    if (counts.length > 0) this.tell({ kind: "sent", owner, counts });
  }

  /** A laptop that was shut says nothing. */
  private ping(): void {
    for (const held of this.held.values()) {
      if (!held.pong) held.ws.terminate();
      else held.ws.ping();
      held.pong = false;
    }
  }

  private tell(what: Said): void {
    void this.d.broker
      .publish(upTopic(this.d.part ?? ""), { gateway: this.d.name, ...what })
      .catch((error: Error) => this.d.logger.warn({}, `SIP sockets to another process: ${error.message}`));
  }
}
