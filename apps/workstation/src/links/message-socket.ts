/**
 * The real-time message socket (realtime.md sections 4, 7 and 9; docs/protocol.md, section Messages): a ticket each time, ping
 * every 20 s, retry every 5 s, and sequence numbers so that a reconnect loses nothing and doubles nothing.
 */
import { socketCloses, socketPath, socketTimings, type ServerMessage, type SocketMessage } from "@liantai/api/contract";
import type { AgentPull, FollowedSeats } from "@liantai/api/contract/admin";
import type { Clock } from "../ports/clock.ts";
import type { OpenWire, Wire } from "../ports/wire.ts";

export interface MessageSocketPorts {
  readonly clock: Clock;
  readonly open: OpenWire;
  /** A fresh single-use ticket; undefined when none could be had. */
  ticket(): Promise<string | undefined>;
  /** Scheme and authority, e.g. wss://console.example. */
  readonly origin: string;
  state(link: "connecting" | "up" | "down" | "off"): void;
  /** Server clock minus browser clock, ms. */
  clockOffset(ms: number): void;
  /** What the server calls this socket. */
  named(socketId: string): void;
  message(message: ServerMessage): void;
  /** States of the seats that the page follows. */
  pull(pull: AgentPull): void;
  /** Messages were lost for good: lists must be fetched again. */
  refetch(): void;
  /** The server closed for good, and said why (protocol M8): no reconnect follows until the next `start`. */
  over(why: keyof typeof socketCloses): void;
}

type Standing = "seats" | "talks" | "robots" | "tasks";

/** Whose page it is. */
interface Follower {
  readonly userId: string;
  readonly compId: string | null;
}

/** ms between two acknowledgements of what was handled. */
const ackDelay = 1_000;

export class MessageSocket {
  private readonly ports: MessageSocketPorts;
  private wanted = false;
  private generation = 0;
  private wire: Wire | undefined;
  private cancels: (() => void)[] = [];
  private cancelAck: (() => void) | undefined;
  private stream: string | undefined;
  /** The last sequence number handled, 0 on a new stream; undefined after a loss: the next one is taken as it comes. */
  private last: number | undefined;
  private lossReported = false;
  private waitingPong = false;
  /** A gap was answered with a resume once: a second gap at the same place is a loss. */
  private gapAt: number | undefined;
  /** The frames that a new stream begins with: whom the page follows, whose talks it hears, and so on. */
  private readonly standing = new Map<Standing, string>();
  private readonly unsaid = new Map<Standing, string>();

  constructor(ports: MessageSocketPorts) {
    this.ports = ports;
  }

  start(): void {
    if (this.wanted) return;
    this.wanted = true;
    void this.connect();
  }

  /** Deliberate: no reconnect, and the stream is forgotten. */
  stop(): void {
    this.wanted = false;
    this.drop();
    this.stream = undefined;
    this.last = undefined;
    this.standing.clear();
    this.unsaid.clear();
    this.ports.state("off");
  }

  /** Whom the page follows from now on; null: nobody. */
  follow({ userId, compId }: Follower, agents: FollowedSeats | null): void {
    const who = { userId, compId };
    if (agents) this.stand("seats", true, { type: "AGENT_SUBSCRIBE", ...who, subscribeAgents: agents });
    else this.stand("seats", false, { type: "AGENT_UNSUBSCRIBE", ...who });
  }

  /** Whose talks the page hears from now on; null: nobody's. */
  hear({ userId, compId }: Follower, agentId: string | null): void {
    const who = { userId, compId };
    if (agentId === null) this.stand("talks", false, { type: "ASSIST_UNSUBSCRIBE", ...who });
    else this.stand("talks", true, { type: "ASSIST_SUBSCRIBE", ...who, agentId });
  }

  /** Whether the page hears of calls that robots have from now on. */
  hearRobots({ userId, compId }: Follower, on: boolean): void {
    this.stand("robots", on, { type: on ? "ROBOT_SUBSCRIBE" : "ROBOT_UNSUBSCRIBE", userId, compId });
  }

  /** Whose counters the page shows from now on; []: no task's. */
  followTasks({ userId, compId }: Follower, taskIds: readonly string[]): void {
    this.stand("tasks", taskIds.length > 0, { type: "TASK_SUBSCRIBE", userId, compId, taskIds });
  }

  private stand(what: Standing, on: boolean, content: object): void {
    const frame = JSON.stringify({ type: "agent", content });
    if (on) this.standing.set(what, frame);
    else this.standing.delete(what);
    if (this.stream === undefined) return;
    if (this.wire?.send(frame)) this.unsaid.delete(what);
    else this.unsaid.set(what, frame);
  }

  /** A new stream is told all that holds; one that goes on what could not be said while the socket was away. */
  private say(frames: ReadonlyMap<Standing, string>): void {
    for (const frame of frames.values()) this.wire?.send(frame);
    this.unsaid.clear();
  }

  private drop(): void {
    this.generation += 1;
    this.wire?.close();
    this.wire = undefined;
    this.waitingPong = false;
    for (const cancel of this.cancels.splice(0)) cancel();
    this.cancelAck?.();
    this.cancelAck = undefined;
  }

  private retry(ms: number = socketTimings.retry): void {
    this.drop();
    if (!this.wanted) return;
    this.ports.state("down");
    this.cancels.push(this.ports.clock.after(ms, () => void this.connect()));
  }

  private async connect(): Promise<void> {
    this.drop();
    const mine = this.generation;
    this.lossReported = false;
    this.ports.state("connecting");
    const ticket = await this.ports.ticket();
    if (mine !== this.generation) return;
    if (ticket === undefined) return this.retry();
    const search = new URLSearchParams({ token: ticket });
    if (this.stream !== undefined && this.last !== undefined) {
      search.set("resume", this.stream);
      search.set("last", String(this.last));
    }
    this.cancels.push(this.ports.clock.after(socketTimings.retry, () => this.retry(0)));
    this.wire = this.ports.open(`${this.ports.origin}${socketPath}?${search}`, {
      open: () => mine === this.generation && this.opened(),
      text: (data) => mine === this.generation && this.received(data),
      closed: (code) => mine === this.generation && this.closed(code),
    });
  }

  private closed(code: number | undefined): void {
    const why = (["sessionEnded", "replaced"] as const).find((name) => socketCloses[name] === code);
    if (!why) return this.retry();
    this.stop();
    this.ports.over(why);
  }

  private opened(): void {
    for (const cancel of this.cancels.splice(0)) cancel();
    this.ports.state("up");
    this.cancels.push(this.ports.clock.every(socketTimings.ping, () => this.ping()));
  }

  private ping(): void {
    // A socket whose last ping was never answered is dead, whatever the browser thinks of it.
    if (this.waitingPong || !this.wire?.send(JSON.stringify({ type: "ping" }))) return this.retry(0);
    this.waitingPong = true;
  }

  private received(data: string): void {
    this.waitingPong = false;
    let message: SocketMessage;
    try {
      message = JSON.parse(data) as SocketMessage;
    } catch {
      return;
    }
    switch (message.type) {
      case "pong":
      case "resumed":
        return;
      case "socket-uuid":
        this.ports.clockOffset(message.data.time - this.ports.clock.now());
        this.ports.named(message.data.socketId);
        if (this.stream === message.data.stream) return this.say(this.unsaid);
        if (this.stream !== undefined) this.lost();
        this.stream = message.data.stream;
        this.last = 0;
        this.say(this.standing);
        return;
      case "AGENT_PULL":
        return this.ports.pull(message);
      case "refetch":
        return this.lost();
      default:
        this.sequenced(message);
    }
  }

  private lost(): void {
    this.last = undefined;
    this.gapAt = undefined;
    // A new stream and the server's `refetch` tell the same loss.
    if (!this.lossReported) this.ports.refetch();
    this.lossReported = true;
  }

  private sequenced(message: ServerMessage): void {
    if (!Number.isSafeInteger(message.seq)) return;
    if (this.last !== undefined) {
      if (message.seq <= this.last) return;
      if (message.seq > this.last + 1) {
        if (this.gapAt !== this.last) {
          this.gapAt = this.last;
          return this.retry(0);
        }
        this.lost();
      }
    }
    this.last = message.seq;
    this.cancelAck ??= this.ports.clock.after(ackDelay, () => {
      this.cancelAck = undefined;
      if (this.last !== undefined) this.wire?.send(JSON.stringify({ type: "ack", seq: this.last }));
    });
    this.ports.message(message);
  }
}
