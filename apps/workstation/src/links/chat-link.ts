/**
 * The chat socket (realtime.md sections 4, 7 and 9; docs/protocol.md, section Chats): a ticket each time, heartbeat every 20 s, retry every
 * 5 s. It is up when the server has said so, not when the socket is open.
 */
import {
  chatCloses,
  chatCodes,
  chatCommands,
  chatSocketPath,
  chatTimings,
  type ChatClientFrame,
  type ChatServerFrame,
} from "@liantai/api/contract/im";
import type { Clock } from "../ports/clock.ts";
import type { OpenWire, Wire } from "../ports/wire.ts";

/** Whose conversations they are. */
export interface ChatSeat {
  readonly agentId: string;
  readonly agentName: string;
}

export interface ChatLinkPorts {
  readonly clock: Clock;
  readonly open: OpenWire;
  /** Scheme and authority, e.g. wss://console.example. */
  readonly origin: string;
  /** A fresh single-use ticket; undefined when none could be had. */
  ticket(): Promise<string | undefined>;
  state(link: "connecting" | "up" | "down" | "off"): void;
  /** Friends come 300 ms after the last of them, unless something else is told before. */
  told(frame: ChatServerFrame): void;
  /** The server closed for good, and said why: no reconnect follows until the next `start`. */
  over(why: keyof typeof chatCloses): void;
}

const whys = ["sessionEnded", "replaced", "conversationEnded", "malformed"] as const;

const beatsToCheck = 3;

/** Base64 of UTF-8 JSON. */
function extraOf(seat: ChatSeat): string {
  const bytes = new TextEncoder().encode(JSON.stringify(seat));
  return btoa(String.fromCharCode(...bytes));
}

export class ChatLink {
  private readonly ports: ChatLinkPorts;
  private seat: ChatSeat | undefined;
  private generation = 0;
  private wire: Wire | undefined;
  private up = false;
  private cancels: (() => void)[] = [];
  private cancelPull: (() => void) | undefined;
  private cancelFriends: (() => void) | undefined;
  private friends: ChatServerFrame | undefined;
  private waitingHeartbeat = false;
  private beats = 0;

  constructor(ports: ChatLinkPorts) {
    this.ports = ports;
  }

  get isUp(): boolean {
    return this.up;
  }

  /** The same seat again changes nothing. */
  start(seat: ChatSeat): void {
    if (this.seat?.agentId === seat.agentId) return;
    this.seat = seat;
    void this.connect();
  }

  /** Deliberate: no reconnect. */
  stop(): void {
    if (!this.seat) return;
    this.seat = undefined;
    this.drop();
    this.ports.state("off");
  }

  /** Connects now where it waits for the next try. */
  retryNow(): void {
    if (this.seat && !this.wire && !this.up) void this.connect();
  }

  /** false: it could not be sent. */
  send(frame: ChatClientFrame): boolean {
    return this.up && this.wire !== undefined && this.wire.send(JSON.stringify(frame));
  }

  /** Asks for the conversations, once for all who want them within 700 ms. */
  pull(): void {
    this.cancelPull ??= this.ports.clock.after(chatTimings.pullUsers, () => {
      this.cancelPull = undefined;
      this.send({ cmd: chatCommands.pullFriends });
    });
  }

  private drop(): void {
    this.generation += 1;
    this.wire?.close();
    this.wire = undefined;
    this.up = false;
    this.waitingHeartbeat = false;
    for (const cancel of this.cancels.splice(0)) cancel();
    this.cancelPull?.();
    this.cancelPull = undefined;
    this.tellFriends();
  }

  private retry(ms: number = chatTimings.retry): void {
    this.drop();
    if (!this.seat) return;
    this.ports.state("down");
    this.cancels.push(this.ports.clock.after(ms, () => void this.connect()));
  }

  private async connect(): Promise<void> {
    this.drop();
    const { seat } = this;
    if (!seat) return;
    const mine = this.generation;
    this.ports.state("connecting");
    const ticket = await this.ports.ticket().catch(() => undefined);
    if (mine !== this.generation) return;
    if (ticket === undefined) return this.retry();
    const search = new URLSearchParams({ token: ticket, extra: extraOf(seat) });
    this.cancels.push(this.ports.clock.after(chatTimings.retry, () => this.retry(0)));
    this.wire = this.ports.open(`${this.ports.origin}${chatSocketPath}?${search}`, {
      open: () => undefined,
      text: (data) => mine === this.generation && this.received(data),
      closed: (code) => mine === this.generation && this.closed(code),
    });
  }

  private closed(code: number | undefined): void {
    const why = whys.find((name) => chatCloses[name] === code);
    if (!why) return this.retry();
    this.stop();
    this.ports.over(why);
  }

  private connected(): void {
    for (const cancel of this.cancels.splice(0)) cancel();
    this.up = true;
    this.beats = 0;
    this.ports.state("up");
    this.cancels.push(this.ports.clock.every(chatTimings.heartbeat, () => this.beat()));
    this.pull();
  }

  private beat(): void {
    // One whose last heartbeat was followed by nothing is dead, whatever the browser thinks of it.
    if (this.waitingHeartbeat || !this.send({ cmd: chatCommands.heartbeat })) return this.retry(0);
    this.waitingHeartbeat = true;
    this.beats += 1;
    // What a server that died had stored and told nobody: a conversation that came or went.
    if (this.beats % beatsToCheck === 0) this.pull();
  }

  private received(data: string): void {
    this.waitingHeartbeat = false;
    let frame: ChatServerFrame;
    try {
      frame = JSON.parse(data) as ChatServerFrame;
    } catch {
      return;
    }
    switch (frame.cmd) {
      case 13:
        return;
      case 6:
        // Of its end the socket's own close tells.
        return frame.code === chatCodes.connected && !this.up ? this.connected() : undefined;
      case 18:
        return this.friendsCame(frame);
      default:
        this.tellFriends();
        this.ports.told(frame);
    }
  }

  private friendsCame(frame: ChatServerFrame): void {
    this.cancelFriends?.();
    this.friends = frame;
    this.cancelFriends = this.ports.clock.after(chatTimings.friendsDebounce, () => this.tellFriends());
  }

  /** Before whatever came after them: they are older. */
  private tellFriends(): void {
    const { friends } = this;
    this.cancelFriends?.();
    this.cancelFriends = undefined;
    this.friends = undefined;
    if (friends && this.seat) this.ports.told(friends);
  }
}
