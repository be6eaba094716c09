/**
 * The trunks as they were given, and which of them answer. The whole switch sets them in Asterisk; a part, which may be in another
 * process, learns of them there.
 */
import type { Trunk } from "../../../../ports/switch.ts";
import type { Logger } from "../../../../ports/logger.ts";
import type { Ari, AriAccess, AriEvent } from "../ari.ts";
import { endpointOf, trunkOf } from "./objects.ts";
import { Provision } from "./provision.ts";

/** What a part looks for again: an endpoint that changes is taken away and made anew. */
const LEARN_MS = 1_000;
const LOOKS = 3;

export class Nodes {
  private readonly ari: Ari;
  private readonly logger: Logger;
  private readonly part: boolean;
  private readonly provisioned: Provision;
  /** Told of each when it is given, and with every change; never by a part, for who sets it says so to everybody. */
  private readonly told: (trunk: string, up: boolean) => void;
  private trunks = new Map<string, Trunk>();
  private readonly online = new Set<string>();
  private learning: NodeJS.Timeout | undefined;

  constructor(ari: Ari, access: AriAccess, logger: Logger, told: (trunk: string, up: boolean) => void) {
    this.ari = ari;
    this.logger = logger;
    this.part = access.part !== undefined;
    this.told = this.part ? () => undefined : told;
    this.provisioned = new Provision(ari, access.password, logger);
  }

  get(id: string): Trunk | undefined {
    return this.trunks.get(id);
  }

  answers(id: string): boolean {
    return this.online.has(id);
  }

  async set(trunks: readonly Trunk[]): Promise<void> {
    this.trunks = new Map(trunks.map((trunk) => [trunk.id, trunk]));
    if (this.part) return this.learn(LOOKS);
    const online = await this.provisioned.set(trunks);
    await this.listenTo([...this.trunks.keys()], online);
  }

  /** Again, for an Asterisk that was started anew has none. */
  async restore(): Promise<void> {
    if (this.trunks.size > 0) await this.set([...this.trunks.values()]);
  }

  letGo(): void {
    clearTimeout(this.learning);
  }

  /** What is left by the limits of all of them. `own`: of ours, by trunk. */
  async roomOver(
    ids: readonly string[],
    own: (id: string) => number,
    counts: (channel: string) => boolean,
  ): Promise<number> {
    const trunks = [...new Set(ids)].flatMap((id) => this.trunks.get(id) ?? []);
    const each = await Promise.all(trunks.map((trunk) => this.room(trunk, own(trunk.id), counts)));
    return each.reduce((sum, room) => sum + Math.max(0, room), 0);
  }

  /**
   * Calls that its limit leaves beside `own` and those of others, below 0 where there are too many. `counts`: a channel that is not
   * among `own`.
   */
  async room({ id, concurrency }: Trunk, own: number, counts: (channel: string) => boolean): Promise<number> {
    if (concurrency === 0) return Number.POSITIVE_INFINITY;
    if (own > concurrency || !this.part) return concurrency - own;
    return concurrency - own - (await this.provisioned.channels(endpointOf(id))).filter(counts).length;
  }

  heard(event: AriEvent): void {
    if (!("endpoint" in event)) return;
    const trunk = trunkOf(event.endpoint.resource);
    if (trunk !== undefined) this.state(trunk, event.endpoint.state === "online");
  }

  private async learn(looks: number): Promise<void> {
    clearTimeout(this.learning);
    if (this.trunks.size === 0) return;
    const states = await this.provisioned.states();
    const there = [...this.trunks.keys()].filter((id) => states.has(endpointOf(id)));
    await this.listenTo(there, new Set([...states].flatMap(([name, online]) => (online ? [name] : []))));
    const left = there.length < this.trunks.size ? LOOKS : looks - 1;
    if (left === 0) return;
    this.learning = setTimeout(() => {
      void this.learn(left).catch((error: Error) => this.logger.warn({}, `trunks: ${error.message}`));
    }, LEARN_MS).unref();
  }

  private async listenTo(ids: readonly string[], online: ReadonlySet<string>): Promise<void> {
    // Whole at once: an endpoint that is not there yet cannot be listened to.
    const eventSource = ids.map((id) => `endpoint:PJSIP/${endpointOf(id)}`).join(",");
    const { application } = this.ari;
    if (eventSource) await this.ari.attempt("POST", `/applications/${application}/subscription`, { eventSource });
    for (const id of ids) this.state(id, online.has(endpointOf(id)), true);
  }

  private state(trunk: string, up: boolean, anyway = false): void {
    if (!this.trunks.has(trunk) || (this.online.has(trunk) === up && !anyway)) return;
    if (up) this.online.add(trunk);
    else this.online.delete(trunk);
    this.told(trunk, up);
  }
}
