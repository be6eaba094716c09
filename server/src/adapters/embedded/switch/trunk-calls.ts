/** Legs over trunks beside those of devices. */
import { randomBytes } from "node:crypto";
import type { KeptState } from "../../../ports/leg-store.ts";
import {
  SwitchError,
  type LegId,
  type LiveLeg,
  type OriginateRequest,
  type OverTrunks,
  type Trunk,
} from "../../../ports/switch.ts";
import { Calls, type CallsDeps } from "./calls.ts";
import { newLeg, type Leg } from "./legs.ts";
import type { SipSocket } from "./sip/socket.ts";
import { TrunkSide } from "./trunk-side.ts";
import type { IncomingTrunkCall, TrunkLines } from "./trunk-lines.ts";

export const withoutTrunks = (): SwitchError =>
  new SwitchError("no-trunks", "the embedded switch has no trunks: numbers outside need SWITCH=asterisk");

export class TrunkCalls extends Calls {
  private readonly lines: TrunkLines | undefined;

  constructor(deps: CallsDeps) {
    super(deps);
    this.lines = deps.media.lines;
    this.lines?.begin({
      incoming: (leg, call) => this.came(leg, call),
      ringing: (leg) => this.deps.emit({ type: "ringing", leg }),
      progress: (leg) => this.deps.emit({ type: "progress", leg }),
      answered: (leg) => this.up(leg),
      ended: (leg, cause, release) => this.finish(this.legs.get(leg), cause, release),
      state: (trunk, up) => this.deps.emit({ type: "trunk", trunk, up }),
    });
  }

  provision(trunks: readonly Trunk[]): Promise<void> {
    return this.lines ? this.lines.provision(trunks) : Promise.reject(withoutTrunks());
  }

  room(trunks: readonly string[]): Promise<number> {
    return this.lines ? this.lines.room(trunks) : Promise.reject(withoutTrunks());
  }

  call(request: OriginateRequest): Promise<LegId> {
    const { to } = request;
    return typeof to === "string" ? this.originate({ ...request, to }) : this.overTrunks(to, request);
  }

  ring(id: LegId): void {
    const leg = this.legs.get(id);
    leg?.sip.ring();
    if (leg) this.deps.changed(leg);
  }

  override async answer(id: LegId): Promise<void> {
    const leg = this.legs.get(id);
    if (!this.lines || !(leg?.sip instanceof TrunkSide)) return super.answer(id);
    if (leg.sip.at !== "invited") throw new SwitchError("bad-state", id);
    await this.lines.answer(id);
    this.up(id);
  }

  override takeUp(id: LegId, live: LiveLeg, nowhere: SipSocket, dialogue: KeptState): boolean {
    if (!dialogue["overTrunk"]) return super.takeUp(id, live, nowhere, dialogue);
    const leg = this.join(id, live.user, live.direction, "up", live.since);
    Object.assign(leg, { answered: true, mediaUp: true });
    return true;
  }

  private async overTrunks(to: OverTrunks, request: OriginateRequest): Promise<LegId> {
    if (!this.lines) throw withoutTrunks();
    const id: LegId = randomBytes(9).toString("base64url");
    const leg = this.join(id, to.number, "out", "inviting");
    this.deps.media.place(id);
    try {
      await this.lines.call(id, to, request);
    } catch (error) {
      this.legs.delete(id);
      await this.deps.media.close(id);
      throw error;
    }
    // A node may have answered by now.
    if (this.legs.has(id) && leg.sip.at === "inviting")
      leg.timer = this.deps.clock.after(request.ringMs, () => this.end(id, "no-answer"));
    return id;
  }

  private came(id: LegId, call: IncomingTrunkCall): void {
    this.join(id, call.from, "in", "invited");
    this.deps.media.place(id);
    this.deps.emit({ type: "incoming", leg: id, ...call });
  }

  private join(
    id: LegId,
    user: string,
    direction: Leg["direction"],
    at: "invited" | "inviting" | "up",
    since = this.deps.clock.now(),
  ): Leg {
    if (!this.lines) throw withoutTrunks();
    const leg = newLeg(new TrunkSide(id, this.lines, at), user, direction, since);
    leg.hasMedia = true;
    this.legs.set(id, leg);
    return leg;
  }

  /** An operator may send no sound before somebody speaks: a trunk's leg is up with its answer. */
  private up(id: LegId): void {
    const leg = this.legs.get(id);
    if (!(leg?.sip instanceof TrunkSide) || leg.answered) return;
    leg.sip.answered();
    leg.mediaUp = true;
    this.awaitMedia(leg);
  }
}
