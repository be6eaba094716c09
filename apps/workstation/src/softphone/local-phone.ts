/**
 * The soft phone on the agent's machine behind the interface of the page's own (docs/protocol.md, section Local soft phone). It is
 * loaded for terminal type 4 alone.
 */
import { ctiTimings } from "@liantai/api/contract";
import {
  localPhoneNews,
  localPhoneOrders,
  type LocalPhoneFrame,
  type LocalPhoneOrder,
} from "@liantai/api/contract/local-phone";
import type { Clock } from "../ports/clock.ts";
import type { OpenWire, Wire } from "../ports/wire.ts";
import type { CallEvents, OpenPhone, Phone, PhoneCall, PhoneConfig, PhoneEvents } from "./ports.ts";

const notRunning = "未连接到本机软电话，请启动软电话客户端，正在重试";
const elsewhere = "本机软电话正由另一个页面使用";
const unregistered = "本机软电话的注册已断开，正在重试";
/** The client serves one page at a time: a later one took it. */
const replaced = 4_001;
/** ms between two questions for the network's status. */
const asks = 2_000;

type Without<T> = T extends unknown ? Omit<T, "seq"> : never;
type Order = Without<LocalPhoneOrder>;

interface Leg {
  readonly callId: string;
  readonly events: CallEvents;
  up: boolean;
}

/** Whatever listens at that port may say anything. */
function readFrame(text: string): LocalPhoneFrame | undefined {
  try {
    return (JSON.parse(text) as LocalPhoneFrame | null) ?? undefined;
  } catch {
    return undefined;
  }
}

class LocalPhone implements Phone {
  readonly measuresItself = true;
  readonly #clock: Clock;
  readonly #open: OpenWire;
  readonly #events: PhoneEvents;
  #config: PhoneConfig;
  #wire: Wire | undefined;
  #greeted = false;
  #registered = false;
  #leg: Leg | undefined;
  #seq = 0;
  /** When the question that has no answer yet was asked. */
  #askedAt: number | undefined;
  #cancelAsking: (() => void) | undefined;

  constructor(clock: Clock, open: OpenWire, config: PhoneConfig, events: PhoneEvents) {
    this.#clock = clock;
    this.#open = open;
    this.#config = config;
    this.#events = events;
    this.#connect();
  }

  #connect(): void {
    this.#events.state("connecting");
    const wire = this.#open(this.#config.socketUrl, {
      open: () => undefined,
      text: (text) => this.#wire === wire && this.#received(text),
      closed: (code) => this.#wire === wire && this.#lost(code === replaced ? elsewhere : notRunning),
    });
    this.#wire = wire;
  }

  #send(order: Order): void {
    this.#wire?.send(JSON.stringify({ ...order, seq: ++this.#seq }));
  }

  #login(): void {
    const { user, realm, password } = this.#config;
    this.#send({ type: localPhoneOrders.login, user, realm, ticket: password });
  }

  #received(text: string): void {
    const frame = readFrame(text);
    switch (frame?.type) {
      case localPhoneNews.hello:
        this.#greeted = true;
        this.#login();
        return this.#askAll();
      case localPhoneNews.registered:
        this.#registered = true;
        return this.#events.state("up");
      case localPhoneNews.refused:
        return this.#down(`本机软电话注册失败：${frame.msg}${frame.code ? `（${frame.code}）` : ""}`);
      case localPhoneNews.unregistered:
        return this.#down(unregistered);
      case localPhoneNews.network:
        this.#askedAt = undefined;
        return this.#events.quality?.(frame.level);
      case localPhoneNews.incoming:
        if (this.#leg?.callId !== frame.callId) this.#incoming(frame);
        return;
      case localPhoneNews.connected:
        if (this.#leg?.callId !== frame.callId || this.#leg.up) return;
        this.#leg.up = true;
        return this.#leg.events.connected();
      case localPhoneNews.ended:
        if (this.#leg?.callId === frame.callId) this.#ended(frame.code);
    }
  }

  #incoming({ callId, number, autoAnswer }: Extract<LocalPhoneFrame, { type: 901 }>): void {
    const hangup = () => this.#send({ type: localPhoneOrders.hangup, callId });
    const call: PhoneCall = {
      callId,
      from: number,
      fromName: "",
      autoAnswer,
      // Its audio is the client's.
      answer: () => this.#send({ type: localPhoneOrders.answer, callId }),
      hangup,
      busy: hangup,
      sendDigits: () => false,
      setMuted: () => undefined,
      muted: () => false,
      sample: () => Promise.resolve(undefined),
      connected: () => this.#leg?.callId === callId && this.#leg.up,
    };
    this.#leg = { callId, up: false, events: this.#events.incoming(call) };
  }

  #ended(code: number): void {
    const leg = this.#leg;
    this.#leg = undefined;
    leg?.events.ended({ by: "remote", cause: "ended", ...(code ? { code } : {}) });
  }

  #down(why: string): void {
    this.#registered = false;
    this.#events.state("down", why);
    this.#events.failed?.(why);
  }

  #lost(why: string): void {
    this.#forget();
    this.#ended(0);
    this.#events.quality?.(null);
    this.#down(why);
  }

  #forget(): void {
    this.#wire = undefined;
    this.#greeted = false;
    this.#registered = false;
    this.#cancelAsking?.();
    this.#askedAt = undefined;
  }

  /** 502, again and again; 5 s without a 501 and the network is abnormal (realtime.md section 4). */
  #askAll(): void {
    const ask = () => {
      this.#send({ type: localPhoneOrders.network });
      const now = this.#clock.now();
      this.#askedAt ??= now;
      if (now - this.#askedAt >= ctiTimings.networkReply) this.#events.quality?.(null);
    };
    this.#cancelAsking?.();
    ask();
    this.#cancelAsking = this.#clock.every(asks, ask);
  }

  isRegistered(): boolean {
    return this.#registered;
  }

  renew(config: PhoneConfig): void {
    this.#config = config;
  }

  register(): void {
    if (this.#greeted) this.#login();
    else if (!this.#wire) this.#connect();
  }

  call(): PhoneCall {
    throw new Error("the client on the agent's machine is called; it calls nobody");
  }

  stop(): void {
    this.#send({ type: localPhoneOrders.logout });
    this.abandon();
  }

  abandon(): void {
    this.#wire?.close();
    this.#forget();
  }
}

export const localPhone =
  (clock: Clock, open: OpenWire): OpenPhone =>
  (config, events) =>
    new LocalPhone(clock, open, config, events);
