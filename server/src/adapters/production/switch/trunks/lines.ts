/** Calls over trunks: Asterisk's own SIP, told by ARI. A leg keeps its id while one trunk after the other is tried. */
import { randomUUID } from "node:crypto";
import {
  SwitchError,
  type HangupCause,
  type LegId,
  type OriginateRequest,
  type OverTrunks,
  type Release,
  type Trunk,
} from "../../../../ports/switch.ts";
import type { Logger } from "../../../../ports/logger.ts";
import type { TrunkHooks, TrunkLines } from "../../../embedded/switch/trunk-lines.ts";
import { AriRefused, type Ari, type AriAccess, type AriChannel, type AriEvent } from "../ari.ts";
import { causeOfEnd, nodeFailed, reasonCode } from "./causes.ts";
import { Copies } from "./copies.ts";
import { calledIn, goOn, type Admit } from "./incoming.ts";
import { newLine, released, variablesOf, type Line } from "./line.ts";
import { Nodes } from "./nodes.ts";
import { endpointOf, trunkOf } from "./objects.ts";

/** A node that has said nothing for so long is passed over when it does not answer OPTIONS either. */
const SILENT_MS = 4_000;
const LOOK_MS = 500;

/** Where the audio of trunks is. */
export interface TrunkMedia {
  /** Its channel can be heard, and hears. */
  channel(leg: LegId, channel: string): void;
  /** It was answered. */
  talks(leg: LegId, channel: string): void;
}

export interface LinesOptions {
  /** Of a part: what the network said of the call with this Call-ID that it refused. Who sets the trunks hears it himself. */
  readonly refusal?: (callId: string) => Promise<number | undefined>;
}

export class Lines implements TrunkLines {
  private readonly ari: Ari;
  private readonly media: TrunkMedia;
  private readonly logger: Logger;
  private readonly nodes: Nodes;
  readonly copies: Copies;
  private readonly sets: boolean;
  private readonly refusal: NonNullable<LinesOptions["refusal"]>;
  /** Incoming calls go on to parts. */
  admit: Admit | undefined;
  private readonly lines = new Map<LegId, Line>();
  private readonly byChannel = new Map<string, Line>();
  private hooks: TrunkHooks | undefined;

  constructor(ari: Ari, access: AriAccess, logger: Logger, media: TrunkMedia, { refusal }: LinesOptions = {}) {
    this.copies = new Copies(access, logger);
    this.ari = ari;
    this.refusal = refusal ?? ((callId) => this.copies.q850(callId));
    this.media = media;
    this.logger = logger;
    this.nodes = new Nodes(ari, access, logger, (trunk, up) => this.hooks?.state(trunk, up));
    this.sets = access.part === undefined;
  }

  begin(hooks: TrunkHooks): void {
    this.hooks = hooks;
  }

  async provision(trunks: readonly Trunk[]): Promise<void> {
    if (this.sets) this.copies.start();
    await this.nodes.set(trunks);
  }

  room(ids: readonly string[]): Promise<number> {
    const own = (id: string) => this.ownOver(id);
    return this.nodes.roomOver(ids, own, (id) => !this.byChannel.has(id));
  }

  /** Again, for an Asterisk that was started anew has none. */
  restore(): Promise<void> {
    return this.nodes.restore();
  }

  async call(
    leg: LegId,
    { number, trunks, told = [], headers = {} }: OverTrunks,
    request: OriginateRequest,
  ): Promise<void> {
    const line = newLine(leg, { left: trunks, call: { number, request, told, headers } });
    this.lines.set(leg, line);
    if (await this.tryNext(line)) return;
    this.forget(line);
    throw new SwitchError("unreachable", "no trunk takes the call");
  }

  ring(leg: LegId): void {
    const line = this.lines.get(leg);
    if (line) void this.ari.attempt("POST", `/channels/${line.channel}/ring`);
  }

  async answer(leg: LegId): Promise<void> {
    const line = this.lines.get(leg);
    if (!line) throw new SwitchError("leg-gone", leg);
    await this.ari.attempt("POST", `/channels/${line.channel}/answer`);
    line.up = true;
    this.media.talks(leg, line.channel);
  }

  end(leg: LegId, cause: HangupCause): void {
    const line = this.lines.get(leg);
    if (!line) return;
    this.forget(line);
    void this.ari.attempt("DELETE", `/channels/${line.channel}`, { reason_code: reasonCode(cause) });
  }

  told(leg: LegId): Release {
    return this.lines.get(leg)?.release ?? {};
  }

  /** What another process needs of a leg that talks. */
  kept(leg: LegId): string | undefined {
    const line = this.lines.get(leg);
    return line?.up ? line.trunk : undefined;
  }

  takeUp(leg: LegId, trunk: string, channel: string): void {
    const line = newLine(leg, { trunk, channel, up: true });
    this.lines.set(leg, line);
    this.byChannel.set(channel, line);
  }

  letGo(): void {
    this.nodes.letGo();
    for (const line of [...this.lines.values()]) this.forget(line);
    this.copies.stop();
  }

  heard(event: AriEvent): void {
    switch (event.type) {
      case "StasisStart":
        return event.args[0] === "trunk" ? void this.incoming(event.channel, event.args) : undefined;
      case "Dial":
        return this.dialled(event.peer.id, event.dialstatus);
      case "ChannelDestroyed":
        return this.destroyed(event.channel, event.cause, event.tech_cause);
      default:
        return this.nodes.heard(event);
    }
  }

  /** With this one; the other channels of ours are in `byChannel` once Asterisk has them. */
  private async full(trunk: Trunk, { channel }: Pick<Line, "channel">): Promise<boolean> {
    const counts = (id: string) => id !== channel && !this.byChannel.has(id);
    return (await this.nodes.room(trunk, this.ownOver(trunk.id), counts)) < 0;
  }

  private ownOver(trunk: string): number {
    return [...this.lines.values()].filter((line) => line.trunk === trunk).length;
  }

  /** False: there is none left. */
  private async tryNext(line: Line): Promise<boolean> {
    while (line.left.length > 0) {
      const [id = "", ...left] = line.left;
      line.left = left;
      const trunk = this.nodes.get(id);
      // Counted in the same turn, so that two cannot take the last place.
      line.trunk = id;
      if (!trunk || (await this.full(trunk, line))) continue;
      // It was given up meanwhile.
      if (!this.lines.has(line.leg)) return true;
      if (await this.attempt(line, trunk)) return true;
    }
    return false;
  }

  private async attempt(line: Line, { id }: Trunk): Promise<boolean> {
    const { number, request, told, headers } = line.call!;
    const data = told.includes(id) ? headers : {};
    const channel = `trunk-${this.ari.tag}${randomUUID()}`;
    line.channel = channel;
    line.release = {};
    this.byChannel.set(channel, line);
    // Before it has begun it cannot be dialled.
    const entered = this.ari.entered(channel);
    try {
      await this.ari.ask(
        "POST",
        "/channels/create",
        {
          endpoint: `PJSIP/${number}@${endpointOf(id)}`,
          app: this.ari.application,
          appArgs: `dial,${line.leg}`,
          channelId: channel,
          formats: "ulaw",
        },
        { variables: variablesOf({ ...request, headers: { ...data, ...request.headers } }) },
      );
      await entered.arrived;
      await this.ari.ask("POST", `/channels/${channel}/dial`, { timeout: Math.ceil(request.ringMs / 1_000) + 60 });
    } catch (error) {
      entered.forget();
      // It ended before the word that it is dialled came back: that is dealt with.
      if (!this.byChannel.delete(channel)) return true;
      // 500: no contact of it answers OPTIONS.
      this.logger.warn({ trunk: id }, `a trunk does not take a call: ${(error as Error).message}`);
      if (!(error instanceof AriRefused)) throw error;
      void this.ari.attempt("DELETE", `/channels/${channel}`);
      return false;
    }
    if (this.lines.has(line.leg)) this.listen(line, channel, performance.now() + SILENT_MS);
    else void this.ari.attempt("DELETE", `/channels/${channel}`);
    return true;
  }

  /** Asterisk itself waits 32 s for a node that says nothing. */
  private listen(line: Line, channel: string, until: number): void {
    line.silent = setTimeout(() => {
      if (line.channel !== channel || line.release.rang || line.release.earlyMedia || line.up) return;
      if (performance.now() < until || this.nodes.answers(line.trunk)) return this.listen(line, channel, until);
      this.byChannel.delete(channel);
      void this.ari.attempt("DELETE", `/channels/${channel}`);
      void this.over(line, 0);
    }, LOOK_MS).unref();
  }

  private dialled(channel: string, status: string): void {
    const line = this.byChannel.get(channel);
    if (!line || line.up) return;
    if (status === "RINGING" && !line.release.rang) {
      line.release = { ...line.release, rang: true };
      this.hooks?.ringing(line.leg);
    } else if (status === "PROGRESS" && !line.release.earlyMedia) {
      line.release = { ...line.release, earlyMedia: "unknown" };
      this.media.channel(line.leg, channel);
      this.hooks?.progress(line.leg);
    } else if (status === "ANSWER") {
      line.up = true;
      clearTimeout(line.silent);
      this.media.talks(line.leg, channel);
      this.hooks?.answered(line.leg);
    }
  }

  private destroyed({ id: channel, protocol_id: callId }: AriChannel, cause: number, status = 0): void {
    const line = this.byChannel.get(channel);
    if (!line) return;
    this.byChannel.delete(channel);
    if (line.up) {
      this.forget(line);
      // 16 is what Asterisk says of a BYE without a reason.
      return this.hooks?.ended(line.leg, "normal", cause === 16 || cause === 0 ? {} : { q850: cause });
    }
    if (line.call) return void this.over(line, status, callId);
    this.forget(line);
    this.hooks?.ended(line.leg, "cancelled", { sipCode: 487 });
  }

  /** A called node is done: the next one, or the end. */
  private async over(line: Line, status: number, callId?: string): Promise<void> {
    clearTimeout(line.silent);
    const release = released(line, status, status > 0 && callId ? await this.refusal(callId) : undefined);
    try {
      if (!release.rang && !release.earlyMedia && nodeFailed(status) && (await this.tryNext(line))) return;
    } catch (error) {
      this.logger.warn({}, `the next trunk: ${(error as Error).message}`);
    }
    if (!this.lines.has(line.leg)) return;
    this.forget(line);
    this.hooks?.ended(line.leg, causeOfEnd(status, release), release);
  }

  private forget(line: Line): void {
    clearTimeout(line.silent);
    this.byChannel.delete(line.channel);
    this.lines.delete(line.leg);
  }

  private async incoming(channel: AriChannel, [, to = "", endpoint = ""]: readonly string[]): Promise<void> {
    const refuse = (cause: HangupCause) =>
      this.ari.attempt("DELETE", `/channels/${channel.id}`, { reason_code: reasonCode(cause) });
    const id = trunkOf(endpoint);
    const trunk = id === undefined ? undefined : this.nodes.get(id);
    if (!trunk || !this.hooks) return void (await refuse("not-found"));
    if (this.admit) return goOn(this.ari, channel, to, this.admit, refuse);
    const leg: LegId = `t${randomUUID()}`;
    const line = newLine(leg, { trunk: trunk.id, channel: channel.id });
    this.lines.set(leg, line);
    this.byChannel.set(channel.id, line);
    if (await this.full(trunk, line)) {
      this.forget(line);
      return void (await refuse("shutdown"));
    }
    // Its end is told to who asked for it.
    const eventSource = `channel:${channel.id}`;
    await this.ari.attempt("POST", `/applications/${this.ari.application}/subscription`, { eventSource });
    const headers = await calledIn(this.ari, channel.id);
    if (!this.lines.has(leg)) return;
    this.hooks.incoming(leg, { trunk: trunk.id, from: channel.caller.number, to, headers });
  }
}
