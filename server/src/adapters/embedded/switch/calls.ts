/** The legs of the switch: SIP on one hand, media on the other, and the one event each of their turns makes. */
import { randomBytes } from "node:crypto";
import type { IncomingInviteRequest } from "sip.js/lib/core/index.js";
import { Grammar, type URI } from "sip.js/lib/grammar/index.js";
import type { Clock } from "../../../ports/clock.ts";
import {
  SwitchError,
  type HangupCause,
  type LegId,
  type LiveLeg,
  type Release,
  type SwitchEvent,
} from "../../../ports/switch.ts";
import { tooManyCalls } from "./call-limits.ts";
import { newLeg, type Leg } from "./legs.ts";
import type { KeptState } from "../../../ports/leg-store.ts";
import type { LegMedia } from "./leg-media.ts";
import { canMeet } from "./media/sdp.ts";
import { refusalBy, type Authenticator, type Verdict } from "./sip/auth.ts";
import { INCOMPATIBLE, ownHeaders } from "./sip/headers.ts";
import { invite, type ToDevice } from "./sip/inviting.ts";
import { SipLeg } from "./sip/leg.ts";
import type { Registrar } from "./sip/registrar.ts";
import { sessionTimerOf } from "./sip/session-timer.ts";
import type { SipSocket } from "./sip/socket.ts";

/** ICE and DTLS must be through by then, ms after the answer. */
const MEDIA_MS = 15_000;

export interface CallsDeps {
  readonly realm: string;
  readonly clock: Clock;
  readonly media: LegMedia;
  readonly auth: Authenticator;
  readonly registrar: Registrar;
  emit(event: SwitchEvent): void;
  digit(leg: LegId, digit: string, via: "info", ms?: number): void;
  /** Before 'hungup' is told: bridges, playbacks and collections of the leg end. */
  ending(leg: LegId): void;
  /** Something of it is not as it was: where it stands, its dialogue, its socket. */
  changed(leg: Leg): void;
}

export class Calls {
  readonly legs = new Map<LegId, Leg>();
  protected readonly deps: CallsDeps;

  constructor(deps: CallsDeps) {
    this.deps = deps;
  }

  /** An INVITE that opens a call. Without a good credential that may call it never becomes a leg. */
  async incoming(request: IncomingInviteRequest, socket: SipSocket): Promise<void> {
    let cancelled = false;
    request.delegate = {
      onCancel: () => {
        cancelled = true;
        request.reject({ statusCode: 487 });
      },
    };
    request.trying();
    await this.deps.auth.check(request.message, socket, (verdict) => {
      if (!cancelled && socket.open) this.decided(request, socket, verdict);
    });
  }

  private decided(request: IncomingInviteRequest, socket: SipSocket, verdict: Verdict): void {
    const { message } = request;
    if (verdict.kind !== "known") return void request.reject(refusalBy(verdict));
    const { credential } = verdict;
    const { user, mayCall } = credential;
    if (!mayCall || message.from.uri.user !== user) return void request.reject({ statusCode: 403 });
    const timer = sessionTimerOf(message);
    if (timer.kind === "short") return void request.reject({ statusCode: 422, extraHeaders: [...timer.extraHeaders] });
    if (message.body && !canMeet(message.body))
      return void request.reject({ statusCode: 488, extraHeaders: [INCOMPATIBLE] });
    const statusCode = tooManyCalls(this.legs.values(), credential, socket);
    if (statusCode !== undefined) return void request.reject({ statusCode });
    socket.proven(credential);
    const leg = this.add(socket, user, "in");
    leg.sip.take(request);
    const to = message.ruri?.user ?? "";
    this.deps.emit({ type: "incoming", leg: leg.sip.id, from: user, to, headers: ownHeaders(message) });
  }

  async originate(request: ToDevice): Promise<LegId> {
    const { realm, media, registrar, clock } = this.deps;
    const binding = registrar.find(request.to);
    if (!binding) throw new SwitchError("unreachable", `${request.to} is not registered`);
    const contact = Grammar.nameAddrHeaderParse(binding.contact);
    if (!contact) throw new SwitchError("unreachable", "the contact address makes no sense");
    const leg = this.add(binding.socket, request.to, "out");
    const { id } = leg.sip;
    media.place(id, request.near);
    leg.hasMedia = true;
    try {
      const offer = await media.ask("offer", { leg: id });
      if (!binding.socket.open || !this.legs.has(id)) throw new SwitchError("unreachable", `${request.to} is gone`);
      invite(leg.sip, contact, request, offer, realm);
    } catch (error) {
      this.legs.delete(id);
      await media.close(id);
      throw error;
    }
    leg.timer = clock.after(request.ringMs, () => this.end(id, "no-answer"));
    this.deps.changed(leg);
    return id;
  }

  /** 200 to a caller. Resolves when it is out; 'answered' follows when media is up. */
  async answer(id: LegId): Promise<void> {
    const { media } = this.deps;
    const leg = this.legs.get(id);
    const offer = leg?.sip.offer;
    if (!leg || offer === undefined || leg.hasMedia) throw new SwitchError(leg ? "bad-state" : "leg-gone", id);
    leg.hasMedia = true;
    media.place(id);
    let sdp: string;
    try {
      sdp = await (offer === "" ? media.ask("offer", { leg: id }) : media.ask("answer", { leg: id, sdp: offer }));
    } catch {
      return this.end(id, "failed", 488);
    }
    if (leg.sip.at !== "invited") return void (await media.close(id));
    leg.sip.accept(sdp);
    this.awaitMedia(leg);
  }

  inCall(user: string): boolean {
    return [...this.legs.values()].some((leg) => leg.user === user);
  }

  /** We end a leg. No effect when it is gone. */
  end(id: LegId, cause: HangupCause, status?: number): void {
    const leg = this.legs.get(id);
    if (!leg) return;
    leg.sip.end(cause, status);
    this.finish(leg, cause, { ...leg.sip.told, ...(status === undefined ? {} : { sipCode: status }) });
  }

  /** The media of a leg can talk now. */
  connected(id: LegId): void {
    const leg = this.legs.get(id);
    if (!leg) return;
    leg.mediaUp = true;
    this.maybeAnswered(leg);
  }

  /** `alone`: only this leg's transport failed; otherwise its whole thread is gone. */
  mediaFailed(id: LegId, alone: boolean): void {
    const leg = this.legs.get(id);
    if (!leg) return;
    if (!alone) leg.hasMedia = false;
    if (alone && leg.answered) this.lost(id, "media");
    else this.end(id, "failed");
  }

  lost(id: LegId, why: "socket" | "media"): void {
    const leg = this.legs.get(id);
    if (leg && why === "media") leg.silent = true;
    if (!leg || leg.lost === "socket" || leg.lost === why) return;
    leg.lost = why;
    this.deps.emit({ type: "lost", leg: id, why });
  }

  found(id: LegId): void {
    const leg = this.legs.get(id);
    if (leg) leg.silent = false;
    if (leg?.lost !== "media") return;
    leg.lost = undefined;
    this.deps.emit({ type: "found", leg: id });
  }

  /** A socket closed: calls that were not up end, the others wait for the engine's word. */
  socketGone(socket: SipSocket): void {
    for (const leg of [...this.legs.values()]) {
      if (leg.sip.socket !== socket) continue;
      const before = leg.sip.at;
      const cause = before === "invited" ? "cancelled" : before === "inviting" ? "unreachable" : "lost";
      leg.sip.cut();
      if (leg.answered) this.lost(leg.sip.id, "socket");
      else this.finish(leg, cause, leg.sip.told);
    }
  }

  /** A device registered on another socket: its dialogues move there, and what was lost with the old one is found. */
  deviceBack(user: string, contact: URI, socket: SipSocket): void {
    for (const leg of this.legs.values()) {
      if (leg.user === user && leg.sip.adopt(socket, contact)) this.onSocket(leg);
    }
  }

  /** Its device has a socket here. While nothing is heard of it that is no return: its network may be another one now. */
  onSocket(leg: Leg): void {
    this.deps.changed(leg);
    if (leg.lost !== "socket") return;
    leg.lost = leg.silent ? "media" : undefined;
    if (!leg.lost) this.deps.emit({ type: "found", leg: leg.sip.id });
  }

  /** A process before had it; its device has no socket here yet, and is found when it has. False: what was kept makes no sense. */
  takeUp(id: LegId, { user, direction, since, held }: LiveLeg, nowhere: SipSocket, dialogue: KeptState): boolean {
    const leg = this.add(nowhere, user, direction, since, id);
    if (!leg.sip.takeUp(dialogue)) return !this.legs.delete(id);
    Object.assign(leg, { hasMedia: true, answered: true, mediaUp: true, held, lost: "socket" });
    return true;
  }

  /** What is not this process's any more: nothing is said to anybody. */
  letGo(): void {
    for (const { sip, timer } of this.legs.values()) {
      timer?.cancel();
      sip.letGo();
    }
    this.legs.clear();
  }

  private add(
    socket: SipSocket,
    user: string,
    direction: Leg["direction"],
    since = this.deps.clock.now(),
    id: LegId = randomBytes(9).toString("base64url"),
  ): Leg {
    const { media } = this.deps;
    const sip = new SipLeg(id, socket, this.deps.clock, {
      ringing: () => this.deps.emit({ type: "ringing", leg: id }),
      answered: (sdp) => void this.accepted(id, sdp),
      ended: (cause, release) => this.finish(this.legs.get(id), cause, release),
      digit: (digit, ms) => this.deps.digit(id, digit, "info", ms),
      reoffer: (sdp) => this.reoffer(id, sdp),
      describe: () => media.ask("describe", { leg: id }),
      settled: (sdp) => void this.settled(id, sdp),
    });
    const leg = newLeg(sip, user, direction, since);
    this.legs.set(id, leg);
    return leg;
  }

  private async accepted(id: LegId, sdp: string): Promise<void> {
    const leg = this.legs.get(id);
    if (!leg) return;
    this.awaitMedia(leg);
    this.deps.emit({ type: "accepted", leg: id });
    try {
      await this.deps.media.ask("accept", { leg: id, sdp });
    } catch {
      this.end(id, "failed");
    }
  }

  private async reoffer(id: LegId, sdp: string): Promise<string> {
    const answer = await this.deps.media.ask("reoffer", { leg: id, sdp });
    this.deviceHeld(id, answer.held);
    return answer.sdp;
  }

  /** A re-INVITE without an offer was answered; one that cannot be read ends the call. */
  private async settled(id: LegId, sdp: string): Promise<void> {
    try {
      this.deviceHeld(id, await this.deps.media.ask("settle", { leg: id, sdp }));
    } catch {
      this.end(id, "failed");
    }
  }

  private deviceHeld(id: LegId, held: boolean): void {
    const leg = this.legs.get(id);
    if (!leg) return;
    if (leg.held !== held) this.deps.emit({ type: "deviceHold", leg: id, held });
    leg.held = held;
    this.deps.changed(leg);
  }

  protected awaitMedia(leg: Leg): void {
    leg.timer?.cancel();
    leg.timer = this.deps.clock.after(MEDIA_MS, () => this.end(leg.sip.id, "failed"));
    this.deps.changed(leg);
    this.maybeAnswered(leg);
  }

  private maybeAnswered(leg: Leg): void {
    if (leg.answered || !leg.mediaUp || leg.sip.at !== "up") return;
    leg.answered = true;
    leg.timer?.cancel();
    this.deps.changed(leg);
    this.deps.emit({ type: "answered", leg: leg.sip.id });
  }

  protected finish(leg: Leg | undefined, cause: HangupCause, release: Release = {}): void {
    if (!leg || !this.legs.delete(leg.sip.id)) return;
    const { id } = leg.sip;
    leg.timer?.cancel();
    this.deps.ending(id);
    if (leg.hasMedia) void this.deps.media.close(id);
    this.deps.emit({ type: "hungup", leg: id, cause, ...release });
  }
}
