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
import { application } from "../configuration.ts";
import { causeOfEnd, nodeFailed, reasonCode } from "./causes.ts";
import { Copies } from "./copies.ts";
import { calledIn } from "./incoming.ts";
import { newLine, variablesOf, type Line } from "./line.ts";
import { endpointOf, trunkOf } from "./objects.ts";
import { Provision } from "./provision.ts";

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

export class Lines implements TrunkLines {
  private readonly ari: Ari;
  private readonly media: TrunkMedia;
  private readonly logger: Logger;
  private readonly provisioned: Provision;
  readonly copies: Copies;
  private readonly lines = new Map<LegId, Line>();
  private readonly byChannel = new Map<string, Line>();
  private trunks = new Map<string, Trunk>();
  private readonly online = new Set<string>();
  private hooks: TrunkHooks | undefined;

  constructor(ari: Ari, access: AriAccess, logger: Logger, media: TrunkMedia) {
    this.ari = ari;
    this.copies = new Copies(access, logger);
    this.media = media;
    this.logger = logger;
    this.provisioned = new Provision(ari, access.password, logger);
  }

  begin(hooks: TrunkHooks): void {
    this.hooks = hooks;
  }

  async provision(trunks: readonly Trunk[]): Promise<void> {
    this.copies.start();
    this.trunks = new Map(trunks.map((trunk) => [trunk.id, trunk]));
    const online = await this.provisioned.set(trunks);
    // Whole at once: an endpoint that is not there yet cannot be listened to.
    const eventSource = trunks.map(({ id }) => `endpoint:PJSIP/${endpointOf(id)}`).join(",");
    if (eventSource) await this.ari.attempt("POST", `/applications/${application}/subscription`, { eventSource });
    for (const { id } of trunks) this.state(id, online.has(endpointOf(id)), true);
  }

  /** Again, for an Asterisk that was started anew has none. */
  async restore(): Promise<void> {
    if (this.trunks.size > 0) await this.provision([...this.trunks.values()]);
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
      case "EndpointStateChange":
      case "PeerStatusChange":
      case "ContactStatusChange": {
        const trunk = trunkOf(event.endpoint.resource);
        return trunk === undefined ? undefined : this.state(trunk, event.endpoint.state === "online");
      }
    }
  }

  private state(trunk: string, up: boolean, anyway = false): void {
    if (!this.trunks.has(trunk) || (this.online.has(trunk) === up && !anyway)) return;
    if (up) this.online.add(trunk);
    else this.online.delete(trunk);
    this.hooks?.state(trunk, up);
  }

  private full(trunk: Trunk): boolean {
    const used = [...this.lines.values()].filter((line) => line.trunk === trunk.id).length;
    return trunk.concurrency > 0 && used >= trunk.concurrency;
  }

  /** False: there is none left. */
  private async tryNext(line: Line): Promise<boolean> {
    while (line.left.length > 0) {
      const [id = "", ...left] = line.left;
      line.left = left;
      const trunk = this.trunks.get(id);
      if (!trunk || this.full(trunk)) continue;
      line.trunk = id;
      if (await this.attempt(line, trunk)) return true;
    }
    return false;
  }

  private async attempt(line: Line, { id }: Trunk): Promise<boolean> {
    const { number, request, told, headers } = line.call!;
    const data = told.includes(id) ? headers : {};
    const channel = `trunk-${randomUUID()}`;
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
          app: application,
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
      if (performance.now() < until || this.online.has(line.trunk)) return this.listen(line, channel, until);
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
    const { rang, earlyMedia } = line.release;
    const q850 = status > 0 && callId ? await this.copies.q850(callId) : undefined;
    const release: Release = {
      ...(rang ? { rang } : {}),
      ...(earlyMedia ? { earlyMedia } : {}),
      ...(status > 0 ? { sipCode: status } : {}),
      ...(q850 === undefined ? {} : { q850 }),
    };
    try {
      if (!rang && !earlyMedia && nodeFailed(status) && (await this.tryNext(line))) return;
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
    const trunk = id === undefined ? undefined : this.trunks.get(id);
    if (!trunk || !this.hooks) return void (await refuse("not-found"));
    if (this.full(trunk)) return void (await refuse("shutdown"));
    const leg: LegId = `t${randomUUID()}`;
    const line = newLine(leg, { trunk: trunk.id, channel: channel.id });
    this.lines.set(leg, line);
    this.byChannel.set(channel.id, line);
    // Its end is told to who asked for it.
    const eventSource = `channel:${channel.id}`;
    await this.ari.attempt("POST", `/applications/${application}/subscription`, { eventSource });
    const headers = await calledIn(this.ari, channel.id);
    if (!this.lines.has(leg)) return;
    this.hooks.incoming(leg, { trunk: trunk.id, from: channel.caller.number, to, headers });
  }
}
