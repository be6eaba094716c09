/**
 * Who has which record open (rule F89). An entry is a lease of a page's message socket: it ends with the socket. Every process knows all of
 * them; the one that has a socket answers for its entries, and what nobody answers for is over. The only face of this module.
 */
import { minuteMs } from "@liantai/api/contract";
import type { Presence as Present } from "@liantai/api/contract";
import type { Broker } from "../../ports/broker.ts";
import type { Clock, Timer } from "../../ports/clock.ts";
import { publish, subscribe } from "../topics.ts";
import type { PresenceAsked, PresenceChange } from "./news.ts";
import { Registry, type Opened, type Place } from "./registry.ts";

export type { Opened, Place } from "./registry.ts";

/** What of a process is asked: its sockets. */
export interface PresenceSockets {
  /** The account's page is connected here. */
  connected(accountId: string, socketId: string): boolean;
  tell(accountId: string, socketId: string, present: Present): void;
}

/** How often a process says that its entries live, and how long others believe it. */
export const presenceTimes = { aliveMs: 20_000, goneMs: minuteMs } as const;

export interface PresencePorts {
  readonly broker: Broker;
  readonly clock: Clock;
}

/** Whichever process has the page's socket takes it up; a socket that is nobody's, or another's, is heard by none. */
export const openRecord = ({ broker, clock }: PresencePorts, entry: Omit<Opened, "at">): Promise<void> =>
  publish(broker, "presence.asked", { open: { ...entry, at: clock.now() } });

export const closeRecord = ({ broker }: Pick<PresencePorts, "broker">, place: Place): Promise<void> =>
  publish(broker, "presence.asked", { close: place });

export class Presences {
  private readonly ports: PresencePorts;
  private readonly registry = new Registry();
  private sockets: PresenceSockets | undefined;
  private closing: (() => void | Promise<void>)[] = [];

  constructor(ports: PresencePorts) {
    this.ports = ports;
  }

  /** The socket is gone from this process. */
  left(socketId: string): void {
    if (this.registry.holds(socketId)) void publish(this.ports.broker, "presence.changed", { gone: [socketId] });
  }

  async start(sockets: PresenceSockets): Promise<void> {
    const { broker, clock } = this.ports;
    this.sockets = sockets;
    const beat: Timer = clock.every(presenceTimes.aliveMs, () => this.beat());
    this.closing = [
      () => beat.cancel(),
      await subscribe(broker, "presence.asked", (asked) => this.asked(asked)),
      await subscribe(broker, "presence.changed", (change) => this.changed(change)),
    ];
    await publish(broker, "presence.changed", { who: true });
  }

  async stop(): Promise<void> {
    const own = this.own().map(({ socketId }) => socketId);
    if (own.length > 0) await publish(this.ports.broker, "presence.changed", { gone: [...new Set(own)] });
    for (const close of this.closing.splice(0)) await close();
  }

  private own(): readonly Opened[] {
    return this.registry.all().filter((one) => this.sockets?.connected(one.accountId, one.socketId) === true);
  }

  private asked(asked: PresenceAsked): void {
    const { broker } = this.ports;
    if ("open" in asked) {
      const { open } = asked;
      if (!this.sockets?.connected(open.accountId, open.socketId)) return;
      const off = this.registry.pushedOut(open);
      if (off) void publish(broker, "presence.changed", { off });
      void publish(broker, "presence.changed", { on: [open] });
    } else if (this.sockets?.connected(asked.close.accountId, asked.close.socketId))
      void publish(broker, "presence.changed", { off: asked.close });
  }

  private changed(change: PresenceChange): void {
    const now = this.ports.clock.now();
    if ("who" in change) {
      const own = this.own();
      if (own.length > 0) void publish(this.ports.broker, "presence.changed", { on: own });
    } else if ("alive" in change) this.registry.alive(change.alive, now);
    else if ("on" in change) this.tell(this.registry.put(change.on, now));
    else if ("off" in change) this.tell(this.registry.remove(change.off));
    else this.tell(this.registry.leave(change.gone));
  }

  private beat(): void {
    const own = new Set(this.own().map(({ socketId }) => socketId));
    if (own.size > 0) void publish(this.ports.broker, "presence.changed", { alive: [...own] });
    this.registry.alive([...own], this.ports.clock.now());
    this.tell(this.registry.sweep(this.ports.clock.now() - presenceTimes.goneMs));
  }

  /** Every page of this process that has one of these records open. */
  private tell(records: ReadonlySet<string>): void {
    for (const key of records)
      for (const one of this.registry.of(key))
        if (this.sockets?.connected(one.accountId, one.socketId))
          this.sockets.tell(one.accountId, one.socketId, this.registry.seenBy(one));
  }
}
