/**
 * The CTI link (realtime.md sections 4 and 7; docs/protocol.md, section CTI): getCti, socket, login with a ticket; retry
 * after 2 s unless deliberate; a check every 15 s; responses matched by `seq`.
 */
import {
  ctiErrors,
  ctiTimings,
  decodeCti,
  encodeCti,
  isCtiEvent,
  texts,
  type CtiCommandName,
  type CtiCommands,
  type CtiEventName,
  type CtiEvents,
} from "@liantai/api/contract";
import type { Clock } from "../ports/clock.ts";
import type { OpenWire, Wire } from "../ports/wire.ts";

export type CtiResult =
  | { readonly ok: true; readonly fields: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly code: number; readonly text: string };

/** The fields of the login but for the ticket: of a seat in this browser tab, or of an administrator, who has none. */
export type CtiLogin = Readonly<Record<string, string>>;

export interface CtiPorts {
  readonly clock: Clock;
  readonly open: OpenWire;
  /** Address of the CTI socket, from getCti; undefined when it could not be had. */
  address(): Promise<string | undefined>;
  ticket(): Promise<string | undefined>;
  state(link: "connecting" | "up" | "down" | "off"): void;
  event<K extends CtiEventName>(name: K, fields: CtiEvents[K]): void;
  /** The login was refused; the link tries again. */
  loginFailed(code: number, text: string): void;
  /** false: a request had no reply within 5 s (realtime.md section 4: network abnormal). */
  replied(inTime: boolean): void;
  /** A line that is none: it may have been a call, and must not be missed in silence. */
  unreadable(): void;
  /** The extension check 10 s after login is due. */
  extensionCheck(): void;
}

interface Waiting {
  readonly settle: (result: CtiResult) => void;
  readonly cancel: () => void;
}

/** -1: of a link that was there, and of one that never was (realtime.md sections 8 and 5). */
const disconnected = "与CTI服务器的连接已断开，消息未发送";
const neverConnected = ctiErrors[-1] ?? disconnected;
/** ms between two questions that prove the link alive. */
const heartbeat = 10_000;

export class CtiLink {
  private readonly ports: CtiPorts;
  private login: CtiLogin | undefined;
  private generation = 0;
  private wire: Wire | undefined;
  private up = false;
  /** Since this agent is there. */
  private wasUp = false;
  private connecting = false;
  private seq = 0;
  private readonly waiting = new Map<string, Waiting>();
  private cancels: (() => void)[] = [];
  private cancelCheck: (() => void) | undefined;

  constructor(ports: CtiPorts) {
    this.ports = ports;
  }

  start(login: CtiLogin): void {
    this.stop();
    this.login = login;
    this.wasUp = false;
    this.cancelCheck = this.ports.clock.every(ctiTimings.check, () => this.retryNow());
    void this.connect();
  }

  /** Connects now where it waits for the next try. */
  retryNow(): void {
    if (!this.up && !this.connecting) void this.connect();
  }

  /** Deliberate. The server is told, so that the agent goes offline at once and not after a time-out. */
  stop(): void {
    if (!this.login) return;
    this.login = undefined;
    this.cancelCheck?.();
    if (this.up) this.wire?.send(encodeCti({ type: "command", name: "logout", fields: { seq: String(++this.seq) } }));
    this.drop();
    this.ports.state("off");
  }

  /** Never rejects: a refusal is a value with a text for people. */
  command<K extends CtiCommandName>(name: K, fields: CtiCommands[K]): Promise<CtiResult> {
    if (!this.up) return Promise.resolve({ ok: false, code: -1, text: this.wasUp ? disconnected : neverConnected });
    return this.request(name, fields);
  }

  private request(name: CtiCommandName, fields: Record<string, string>): Promise<CtiResult> {
    const seq = String(++this.seq);
    return new Promise((resolve) => {
      if (!this.wire?.send(encodeCti({ type: "command", name, fields: { seq, ...fields } })))
        return resolve({ ok: false, code: -1, text: disconnected });
      const cancel = this.ports.clock.after(ctiTimings.networkReply, () => {
        this.waiting.delete(seq);
        this.ports.replied(false);
        resolve({ ok: false, code: -1, text: texts.timeout });
      });
      this.waiting.set(seq, { settle: resolve, cancel });
    });
  }

  private drop(): void {
    this.generation += 1;
    this.up = false;
    this.connecting = false;
    this.wire?.close();
    this.wire = undefined;
    for (const cancel of this.cancels.splice(0)) cancel();
    const orphans = [...this.waiting.values()];
    this.waiting.clear();
    for (const { settle, cancel } of orphans) {
      cancel();
      settle({ ok: false, code: -1, text: disconnected });
    }
  }

  private retry(): void {
    this.drop();
    if (!this.login) return;
    this.ports.state("down");
    this.cancels.push(this.ports.clock.after(ctiTimings.retry, () => void this.connect()));
  }

  private async connect(): Promise<void> {
    this.drop();
    if (!this.login) return;
    const mine = this.generation;
    this.connecting = true;
    this.ports.state("connecting");
    const [address, ticket] = await Promise.all([this.ports.address(), this.ports.ticket()]).catch(() => []);
    if (mine !== this.generation || !this.login) return;
    if (address === undefined || ticket === undefined) return this.retry();
    this.cancels.push(this.ports.clock.after(ctiTimings.check, () => this.up || this.retry()));
    this.wire = this.ports.open(address, {
      open: () => mine === this.generation && void this.opened(mine, ticket),
      text: (data) => mine === this.generation && this.received(data),
      closed: () => mine === this.generation && this.retry(),
    });
  }

  private async opened(mine: number, ticket: string): Promise<void> {
    const result = await this.request("login", { ticket, ...this.login!, takeMedia: "0" });
    if (mine !== this.generation) return;
    if (!result.ok) {
      this.ports.loginFailed(result.code, result.text);
      if (mine === this.generation) this.retry();
      return;
    }
    this.connecting = false;
    this.up = true;
    this.wasUp = true;
    this.ports.state("up");
    this.cancels.push(
      this.ports.clock.after(ctiTimings.extensionCheck, () => this.ports.extensionCheck()),
      this.ports.clock.every(heartbeat, () => void this.beat(mine)),
    );
  }

  /** A link that stays silent is dead: browsers notice a lost network only after minutes. */
  private async beat(mine: number): Promise<void> {
    const result = await this.request("getAgentState", {});
    if (mine === this.generation && !result.ok && result.code === -1) this.retry();
  }

  private received(data: string): void {
    let line;
    try {
      line = decodeCti(data);
    } catch {
      return this.ports.unreadable();
    }
    if (line.type === "event") return isCtiEvent(line) ? this.ports.event(line.name, line.fields) : undefined;
    if (line.type !== "response") return;
    const found = this.waiting.get(line.fields.seq ?? "");
    if (!found) return;
    this.waiting.delete(line.fields.seq!);
    found.cancel();
    this.ports.replied(true);
    const code = Number(line.fields.code);
    found.settle(
      code === 1
        ? { ok: true, fields: line.fields }
        : { ok: false, code, text: line.fields.msg || ctiErrors[code] || "操作失败，请稍后重试" },
    );
  }
}
