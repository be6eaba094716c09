/**
 * The workstation without a picture: links, softphone and what they make of slice and bus. One a page, alive however often it is drawn.
 */
import type { BusNotification, LinkState } from "@liantai/bus";
import { errors, hasSoftphone, isAdministrator, isLocalPhone, type AgentCallView } from "@liantai/api/contract";
import type { UserInfo } from "@liantai/api/client";
import { answersItself } from "../bar/toolbar.ts";
import { CtiLink } from "../links/cti-link.ts";
import { MessageSocket } from "../links/message-socket.ts";
import { followOthers, followSeats } from "../messages/following.ts";
import { handleMessage } from "../messages/table.ts";
import { Softphone } from "../softphone/softphone.ts";
import { connectionOf } from "./connection.ts";
import { handleCtiEvent, tellUnreadable } from "./cti-events.ts";
import { comesBack, listens } from "./listening.ts";
import { AgentMemory } from "./memory.ts";
import { callEvents } from "./call-events.ts";
import { checkExtension, reportCheck } from "./extension-check.ts";
import type { AgentClientPorts } from "./ports.ts";
import { ctiLogin, devicePhone } from "./seat.ts";
import { Troubles } from "./troubles.ts";
import { UnheardHangup } from "./unheard-hangup.ts";

/** ms between two looks at how long the session's tokens last. */
const sessionCheck = 600_000;

export class AgentClient {
  readonly ports: AgentClientPorts;
  readonly cti: CtiLink;
  readonly phone: Softphone;
  private readonly messages: MessageSocket;
  readonly memory: AgentMemory;
  user: UserInfo | null = null;
  private instance = "";
  private cancelSession: (() => void) | undefined;
  private readonly troubles: Troubles;
  private readonly unheardHangup = new UnheardHangup(this);
  /** undefined: the leg has not been measured yet. */
  private legQuality: number | null | undefined;
  private replied: boolean | undefined;
  private noticeNo = 0;
  /** A ring that came to nothing, until the agent's state after it is known: which of the two is heard first is not fixed. */
  lastRing: { readonly call: AgentCallView; readonly cause: string } | undefined;
  private readonly watchers = new Set<() => void>();

  constructor(ports: AgentClientPorts) {
    this.ports = ports;
    this.memory = new AgentMemory(ports.storage);
    const { clock, store, http, bus, openWire } = ports;
    this.troubles = new Troubles(store, (text) => this.notify(text, "error", "trouble"));
    ports.network.watch(() => this.linkIs({}));
    this.messages = new MessageSocket({
      clock,
      open: openWire,
      origin: ports.socketOrigin,
      ticket: () => http.ticket("message"),
      state: (socket) => this.linkIs({ socket }),
      clockOffset: (clockOffset) => store.change({ clockOffset }),
      named: (socketId) => store.change({ socketId }),
      message: (message) =>
        handleMessage(message, {
          bus,
          agentId: () => this.user?.agentId ?? null,
          signOut: (sentence) => this.forcedOut(sentence),
        }),
      pull: followSeats(bus, (agents) => this.user && this.messages.follow(this.user, agents)),
      refetch: () => {
        bus.publish("link.refetch", { reason: "buffer" });
        this.notify("连接曾中断，列表已刷新", "warning", "link-refetch");
      },
      over: (why) => this.messagesOver(why),
    });
    followOthers(bus, this.messages, () => this.user);
    this.cti = new CtiLink({
      clock,
      open: openWire,
      address: async () => this.troubles.had("cti", await http.ctiAddress()),
      ticket: () => http.ticket("cti"),
      state: (cti) => this.ctiIs(cti),
      event: (name, fields) => handleCtiEvent(name, fields, this),
      loginFailed: (code, text) => this.loginFailed(code, text),
      replied: (inTime) => {
        this.replied = inTime;
        this.showQuality();
      },
      unreadable: () => tellUnreadable(this),
      extensionCheck: () => void checkExtension(this),
    });
    this.phone = new Softphone({
      clock,
      open: ports.openPhone,
      microphone: ports.microphone,
      speaker: ports.speaker,
      credentials: async () =>
        this.user ? this.troubles.had("phone", await devicePhone(ports, this.user, this.instance)) : undefined,
      failed: (why) => this.troubles.told("phone", why),
      state: (softphone) => {
        this.linkIs({ softphone });
        this.troubles.linkIs("phone", softphone);
      },
      microphoneState: (microphone) => store.change({ microphone }),
      muted: (muted) => this.mutedIs(muted),
      quality: (level) => {
        this.legQuality = level;
        this.showQuality();
      },
      autoAnswer: () => this.user !== null && answersItself(this.user.terminalType, this.user.isAutoAnswer),
      legChanged: () => this.legChanged(),
    });
  }

  /** Whoever is signed in now; null: nobody. The same user again changes nothing. */
  async follow(user: UserInfo | null, why: "logout" | "expired" = "logout"): Promise<void> {
    if (user?.sessionId === this.user?.sessionId && user?.userId === this.user?.userId) {
      this.user = user;
      return;
    }
    if (this.user) {
      this.leave(why === "logout");
      this.ports.bus.publish("session.signedOut", { reason: why });
    }
    if (!user) return;
    this.user = user;
    this.troubles.begin();
    const { bus, clock, http, network } = this.ports;
    if (!network.sockets()) return this.troubles.noSockets();
    this.cancelSession = clock.every(sessionCheck, () => void http.keepSession());
    this.messages.start();
    bus.publish("session.signedIn", {
      userId: user.userId,
      roleType: user.roleType,
      agentId: user.agentId,
      compId: user.compId,
    });
    if (user.compId === null) return;
    this.instance = await this.ports.instance();
    if (this.user !== user) return;
    const muted = this.memory.mutedCall();
    if (muted) this.phone.rememberMuted(muted);
    // A reloaded page registers at once, so that the call it left comes back before the CTI login is through.
    if (this.hasPhone() && this.memory.owned(user.userId)) comesBack(this, this.memory.inCall());
    const login = ctiLogin(user, this.instance);
    if (login) this.cti.start(login);
  }

  /** `endsCall`: the person leaves. Else the session was taken, and what becomes of the call is the server's to say: no BYE from here. */
  private leave(endsCall: boolean): void {
    if (!this.user) return;
    this.user = null;
    this.cancelSession?.();
    this.cti.stop();
    if (endsCall) this.phone.stop();
    else this.phone.release();
    this.messages.stop();
    this.memory.setInCall(null);
    this.memory.setMutedCall(null);
    this.troubles.end();
    this.unheardHangup.is(undefined);
    this.replied = undefined;
  }

  private get local(): boolean {
    return this.user !== null && isLocalPhone(this.user.terminalType);
  }

  hasPhone(): boolean {
    return this.user !== null && (isAdministrator(this.user) || hasSoftphone(this.user.terminalType));
  }

  readonly serverNow = (): number => this.ports.clock.now() + this.ports.store.telephony().clockOffset;

  notify(text: string, level: BusNotification["level"] = "warning", id = `bar-${++this.noticeNo}`): void {
    this.ports.bus.publish("notification.show", { id, title: "话务", text, level });
  }

  /** Answers what was just pressed, why it was not done or that it was: the bell does not count it. */
  answerPress(text: string, level: BusNotification["level"], id: string): void {
    this.ports.bus.publish("notification.show", { id, title: "话务", text, level, attention: false });
  }

  clockIs(server: number): void {
    // The socket's first message sets the difference; before it the CTI's own clock is better than none.
    if (this.ports.store.telephony().socket !== "up" && Number.isFinite(server))
      this.ports.store.change({ clockOffset: server - this.ports.clock.now() });
  }

  callIs(call: AgentCallView | null, cause: string): void {
    const { store, bus } = this.ports;
    if (this.unheardHangup.hides(call)) return;
    const before = store.telephony().call;
    store.change({ call, ...(before?.held === call?.held ? {} : { holding: false }) });
    this.memory.setInCall(call?.callId ?? null);
    if (!call) {
      this.memory.setMutedCall(null);
      this.phone.dropLeg(() => store.telephony().call === null);
      this.phone.relax();
      listens(this, false);
    }
    for (const item of callEvents(before, call, cause, this.serverNow())) bus.publish(item.name, item.payload);
  }

  /** Shows the call as over before the server has heard of it; it will be told as soon as it can be reached. */
  endedHere(callId: string): void {
    this.callIs(null, "completed");
    this.unheardHangup.is(callId);
  }

  mediaOwnerIs(owner: string): void {
    const { store } = this.ports;
    if (!this.user || !this.hasPhone()) return;
    if (owner === "") {
      void this.cti.command("takeMedia", {});
      return;
    }
    const mine = owner === this.instance;
    const lost = store.telephony().ownsMedia && !mine;
    store.change({ ownsMedia: mine });
    this.memory.setOwned(this.user.userId, mine);
    if (mine) this.phone.start();
    else this.phone.release();
    if (lost) this.notify("通话已转到另一个浏览器标签页", "info", "media-moved");
  }

  forcedOut(sentence: string): void {
    const { store, bus } = this.ports;
    if (!this.user) return;
    this.leave(false);
    store.signOut(sentence || errors.elsewhere.text);
    bus.publish("session.signedOut", { reason: sentence === errors.ended.text ? "ended" : "elsewhere" });
  }

  private messagesOver(why: "sessionEnded" | "replaced"): void {
    // loginOut mostly came before it and nobody is signed in here any more. When it was lost, the refusal of one request
    // brings the sentence that it held, and signs out.
    if (why === "replaced")
      this.notify("此标签页的消息连接已被新的连接取代，需要时请刷新页面", "warning", "link-replaced");
    else if (this.user) void this.ports.http.ticket("message");
  }

  switchQuality(level: number): void {
    if (this.legQuality === undefined && Number.isInteger(level)) this.ports.store.change({ quality: level });
  }

  private showQuality(): void {
    const { store } = this.ports;
    const { connection, call } = store.telephony();
    const { local } = this;
    const measured = local || (call && this.phone.hasLeg()) ? this.legQuality : undefined;
    const idle = this.replied && !local ? 0 : null;
    store.change({ quality: connection === "lost" ? -1 : measured === undefined ? idle : measured });
  }

  private linkIs(part: Partial<Record<"cti" | "socket" | "softphone", LinkState>>): void {
    const { store, bus } = this.ports;
    // After a sign-out the slice is already empty and must stay so.
    if (!this.user) return;
    store.change(part);
    const { cti, socket, softphone } = store.telephony();
    const connection = connectionOf(store.telephony(), this.ports.network.online(), this.local);
    if (store.telephony().connection !== connection) store.change({ connection });
    bus.publish("link.state", { cti, socket, softphone });
    this.showQuality();
  }

  private ctiIs(cti: LinkState): void {
    if (cti === "down") this.replied = false;
    if (cti === "up") reportCheck(this);
    this.linkIs({ cti });
    this.troubles.linkIs("cti", cti);
  }

  private loginFailed(code: number, text: string): void {
    if (code === -426) return this.forcedOut(text);
    this.troubles.told("cti", `CTI注册失败：${text}`);
  }

  private mutedIs(muted: boolean): void {
    const { store } = this.ports;
    if (!this.user) return;
    store.change({ muted });
    const call = store.telephony().call;
    if (call) this.memory.setMutedCall(muted ? call.callId : null);
  }

  private legChanged(): void {
    if (!this.phone.hasLeg() && !this.local) this.legQuality = undefined;
    for (const listener of this.watchers) listener();
    if (this.user) this.showQuality();
  }

  /** Told when `phone.stage` may have changed; returns the function that ends it. */
  readonly watchLeg = (listener: () => void): (() => void) => {
    this.watchers.add(listener);
    return () => void this.watchers.delete(listener);
  };
}
