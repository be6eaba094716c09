/**
 * Who follows which seats in this process (docs/protocol.md, M10). Whom somebody may follow is asked when it begins and again whenever
 * rights, groups or seats change. The engine is asked for an enterprise only while somebody follows it.
 */
import { livePages, type FollowedSeats } from "@liantai/api/contract/admin";
import type { Caller } from "../../http/routes.ts";
import type { EngineClient } from "../../ports/engine.ts";
import type { Ports } from "../../ports/index.ts";
import { followableSeats } from "../seats/index.ts";
import { subscribe } from "../topics.ts";
import { EnterpriseLive } from "./enterprise-live.ts";
import { Watch, type Follower } from "./watch.ts";

export interface WatchesDeps {
  readonly ports: Pick<Ports, "broker" | "clock" | "database" | "logger">;
  readonly engine: Pick<EngineClient, "live">;
  readonly maySee: (caller: Caller, pages: readonly string[]) => Promise<boolean>;
}

/** The engine forgets an enterprise 30 s after the last word. */
const renewMs = 10_000;
const noRight = "没有查看坐席状态的权限";
const noEngine = "暂时无法获取坐席状态，请稍后重试";

export class Watches {
  readonly #d: WatchesDeps;
  readonly #watches = new Map<Follower, Watch>();
  readonly #enterprises = new Map<string, EnterpriseLive>();
  /** Looked at now; true: and once more afterwards. */
  readonly #looking = new Map<Watch, boolean>();
  #ends: (() => unknown)[] = [];

  constructor(deps: WatchesDeps) {
    this.#d = deps;
  }

  /** Of those wanted the ones that the follower may follow. */
  async granted({ caller }: Follower, wanted: FollowedSeats): Promise<readonly string[]> {
    const all = await this.#seen(caller);
    const chosen = wanted === "*" ? undefined : new Set(wanted);
    return chosen ? all.filter((id) => chosen.has(id)) : all;
  }

  /** In place of those that the follower follows so far. */
  subscribe(follower: Follower, wanted: FollowedSeats): void {
    const watch = this.#watches.get(follower) ?? new Watch(follower, this.#d.ports.clock);
    this.#watches.set(follower, watch);
    watch.wanted = wanted;
    this.#look(watch);
  }

  /** Has had enough, or is gone. */
  unsubscribe(follower: Follower): void {
    const watch = this.#watches.get(follower);
    if (!watch) return;
    watch.stop();
    this.#watches.delete(follower);
    this.#sweep();
  }

  /** Is another now, or is back: it is told everything anew. */
  again(follower: Follower): void {
    const watch = this.#watches.get(follower);
    if (watch) this.#look(watch);
  }

  async start(): Promise<void> {
    const { broker, clock } = this.#d.ports;
    const changed = ({ compId }: { readonly compId: string }) => this.#changed(compId);
    const renewing = clock.every(renewMs, () => this.#renew());
    this.#ends = [
      await subscribe(broker, "agents.live", ({ compId, ...change }) => {
        const known = this.#enterprises.get(compId);
        if (!known) return;
        const agents = known.changed(change);
        if (!agents) return this.#anew(known);
        for (const watch of this.#of(compId)) watch.changed(agents);
      }),
      await subscribe(broker, "telephony.up", () => [...this.#enterprises.values()].forEach((e) => this.#anew(e))),
      await subscribe(broker, "seat.changed", changed),
      await subscribe(broker, "monitors.changed", changed),
      await subscribe(broker, "grants.changed", () => this.#changed()),
      () => renewing.cancel(),
    ];
  }

  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
    for (const follower of [...this.#watches.keys()]) this.unsubscribe(follower);
  }

  #of(compId: string): Watch[] {
    return [...this.#watches.values()].filter((watch) => watch.follower.caller.compId === compId);
  }

  #changed(compId?: string): void {
    for (const watch of compId === undefined ? this.#watches.values() : this.#of(compId)) this.#look(watch);
  }

  #anew(enterprise: EnterpriseLive): void {
    enterprise.forget();
    this.#changed(enterprise.compId);
  }

  #renew(): void {
    for (const enterprise of this.#enterprises.values())
      void enterprise.renew().then(
        (known) => known || this.#anew(enterprise),
        () => undefined,
      );
  }

  /** Nobody follows these any more. */
  #sweep(): void {
    for (const compId of [...this.#enterprises.keys()])
      if (this.#of(compId).length === 0) this.#enterprises.delete(compId);
  }

  /** Looks whom it may follow, and tells it the whole of them. Asked while it looks, it looks once more. */
  #look(watch: Watch): void {
    const again = this.#looking.has(watch);
    this.#looking.set(watch, again);
    if (again) return;
    void this.#see(watch)
      .catch((error: unknown) => {
        this.#d.ports.logger.warn({ error }, "live states of seats could not be read");
        if (this.#present(watch)) watch.refused(noEngine);
      })
      .finally(() => {
        const more = this.#looking.get(watch) === true;
        this.#looking.delete(watch);
        if (more && this.#present(watch)) this.#look(watch);
      });
  }

  #present(watch: Watch): boolean {
    return this.#watches.get(watch.follower) === watch;
  }

  async #seen(caller: Caller): Promise<readonly string[]> {
    const { compId } = caller;
    if (!(await this.#d.maySee(caller, livePages))) return [];
    return this.#d.ports.database.tenant(compId, (trx) => followableSeats(trx, compId, caller));
  }

  async #see(watch: Watch): Promise<void> {
    const { compId } = watch.follower.caller;
    const all = await this.#seen(watch.follower.caller);
    if (!this.#present(watch)) return;
    if (all.length === 0) {
      watch.refused(noRight);
      return this.unsubscribe(watch.follower);
    }
    const enterprise = this.#enterprises.get(compId) ?? new EnterpriseLive(compId, this.#d.engine);
    this.#enterprises.set(compId, enterprise);
    await enterprise.ready();
    if (!this.#present(watch)) return this.#sweep();
    const { wanted } = watch;
    const chosen = wanted === "*" ? undefined : new Set(wanted);
    watch.whole(chosen ? all.filter((id) => chosen.has(id)) : all, enterprise.agents);
  }
}
