/** The seat's web chats in this page: when it is linked, what is sent and told on the bus, and what the person is notified of. */
import {
  chatCommands,
  type ChatAgentState,
  type ChatFriend,
  type ChatMessage,
  type ChatServerFrame,
} from "@liantai/api/contract/im";
import type { Bus, BusEvents, BusNotification } from "@liantai/bus";
import { ChatLink, type ChatLinkPorts, type ChatSeat } from "../links/chat-link.ts";

type Watch = BusEvents["chat.watch"];

export interface ChatsPorts extends Omit<ChatLinkPorts, "state" | "told" | "over"> {
  readonly bus: Bus;
  /** How the seat is at chats; undefined: it may not see them, or it could not be asked. */
  status(): Promise<ChatAgentState | undefined>;
  /** The session ended elsewhere, perhaps: the next request says so. */
  checkSession(): void;
}

/** Characters of a message that a notification says. */
const shownText = 40;
/** Messages that are no text, by realtime.md section 3. */
const kinds: Readonly<Record<number, string>> = { 1: "[图片]", 2: "[语音]", 3: "[视频]", 5: "[文件]" };

const wordsOf = ({ msgType, content }: ChatMessage): string =>
  kinds[msgType] ?? [...content.replace(/\s+/g, " ")].slice(0, shownText).join("");

const noticeOf = (sessionId: string): string => `chat:${sessionId}`;

export class Chats {
  private readonly ports: ChatsPorts;
  private readonly link: ChatLink;
  private seat: ChatSeat | undefined;
  private status: ChatAgentState = "offline";
  private watch: Watch = { open: false, sessionId: null };
  private linkState: BusEvents["chat.link"]["state"] = "off";
  /** The server closed for good: only a person connects again. */
  private ended = false;
  /** Conversations of which the person was told. */
  private readonly known = new Set<string>();
  /** The list came since the page is here. */
  private listed = false;

  constructor(ports: ChatsPorts) {
    this.ports = ports;
    const { bus } = ports;
    this.link = new ChatLink({
      ...ports,
      state: (state) => {
        this.linkState = state;
        bus.publish("chat.link", { state });
      },
      told: (frame) => this.told(frame),
      over: (why) => this.over(why),
    });
    bus.subscribe("chat.watch", (watch) => this.watched(watch));
    bus.subscribe("chat.agent", ({ status }) => {
      this.status = status;
      this.follow();
    });
    bus.subscribe("chat.send", (frame) => {
      if (!this.link.send(frame)) bus.publish("chat.unsent", frame);
    });
    bus.subscribe("chat.connect", () => this.again());
    bus.subscribe("session.signedOut", () => this.leave());
  }

  /** Asks once how the seat is. `watch`: what the desk asked before this was loaded. */
  async begin(seat: ChatSeat, watch: Watch | undefined): Promise<void> {
    this.leave();
    this.seat = seat;
    this.watch = watch ?? { open: false, sessionId: null };
    this.follow();
    const status = await this.ports.status();
    if (this.seat !== seat || status === undefined) return;
    this.status = status;
    this.follow();
  }

  /** The network is back, or a person asks. */
  again(): void {
    this.ended = false;
    this.follow();
    this.link.retryNow();
  }

  /** The network is back. */
  online(): void {
    this.link.retryNow();
  }

  private leave(): void {
    this.seat = undefined;
    this.status = "offline";
    this.ended = false;
    this.listed = false;
    this.known.clear();
    this.link.stop();
  }

  private follow(): void {
    if (!this.seat || this.ended) return;
    if (this.watch.open || this.status !== "offline") this.link.start(this.seat);
    else this.link.stop();
  }

  private watched(watch: Watch): void {
    const opens = watch.open && !this.watch.open;
    this.watch = watch;
    this.follow();
    // What is read need not be told any more.
    if (watch.sessionId !== null) this.ports.bus.publish("notification.close", { id: noticeOf(watch.sessionId) });
    if (!opens) return;
    this.ports.bus.publish("chat.link", { state: this.linkState });
    // A link that is not up yet asks by itself.
    if (this.link.isUp) this.link.send({ cmd: chatCommands.pullFriends });
  }

  private over(why: Parameters<ChatLinkPorts["over"]>[0]): void {
    this.ended = true;
    if (why === "sessionEnded") this.ports.checkSession();
    else if (why === "replaced")
      this.notify({
        ...{ id: "chat-replaced", level: "warning" },
        text: "此标签页的会话连接已被新的连接取代，需要时请在「在线会话」重新连接",
      });
    else this.notify({ id: "chat-over", level: "error", text: "会话连接已断开，请在「在线会话」重新连接，或刷新页面" });
  }

  private notify(notification: Omit<BusNotification, "title"> & { readonly title?: string }): void {
    this.ports.bus.publish("notification.show", { title: "在线会话", ...notification });
  }

  private told(frame: ChatServerFrame): void {
    this.ports.bus.publish("chat.told", frame);
    switch (frame.cmd) {
      case 9:
        return "userId" in frame.data && frame.code === undefined ? this.joined(frame.data) : undefined;
      case 10:
        return void this.known.delete(frame.data.sessionId);
      case 11:
        return this.said(frame.data);
      case 18:
        return this.list(frame.data);
    }
  }

  /** What came while there was no link; of a page that begins with the desk the desk itself tells. */
  private list(friends: readonly ChatFriend[]): void {
    const quiet = !this.listed && this.watch.open;
    this.listed = true;
    for (const friend of friends)
      if (quiet || friend.number === 0) this.known.add(friend.sessionId);
      else this.joined(friend);
  }

  private joined({ sessionId, nick, temporaryTidings }: ChatFriend): void {
    if (this.known.has(sessionId)) return;
    this.known.add(sessionId);
    const words = [...temporaryTidings].slice(0, shownText).join("");
    this.show(sessionId, "新会话", words ? `${nick}：${words}` : nick);
  }

  private said(message: ChatMessage): void {
    const { sessionId, extras } = message;
    if (extras.sender === "visitor") this.show(sessionId, extras.senderName || "访客", wordsOf(message));
  }

  /** Not of what is read just now. */
  private show(sessionId: string, title: string, text: string): void {
    if (this.watch.open && this.watch.sessionId === sessionId) return;
    this.notify({
      ...{ id: noticeOf(sessionId), title, text, level: "info", sound: true },
      target: { name: "chateditor", params: { sessionId }, cover: true },
    });
  }
}
