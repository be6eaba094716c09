/**
 * What is kept of legs and devices, and whether this process may still act: who was stopped for a while (SIGSTOP, a machine that slept)
 * asks whether there is a newer epoch before it does anything.
 */
import type { Kept, KeptKey, LegStore } from "../../../ports/leg-store.ts";
import type { Logger } from "../../../ports/logger.ts";
import { SwitchError } from "../../../ports/switch.ts";

const LOOK_MS = 500;
/** So long an answer of the store holds; less than an epoch takes to change (a lease is gone after 2 s). */
const FRESH_MS = 1_500;
const AGAIN_MS = 500;
/** Between two questions of whoever waits for the answer. */
const WAIT_MS = 100;

const nameOf = ({ kind, key }: KeptKey): string => `${kind} ${key}`;

export class Memory {
  /** Writes made, and the rows in them: for figures. */
  readonly written = { writes: 0, rows: 0 };
  private readonly store: LegStore;
  private readonly logger: Logger;
  /** The newest that is known of. */
  private newest = 0;
  /** Of this process. */
  private own = 0;
  private deposed: (() => void) | undefined;
  /** It has let go: whoever waits for the store does not any more. */
  private left = false;
  private confirmedAt = Number.NEGATIVE_INFINITY;
  private asking: Promise<void> | undefined;
  private look: NodeJS.Timeout | undefined;
  private changed = new Map<string, { readonly key: KeptKey; readonly state?: Kept["state"] }>();
  private writing: Promise<void> | undefined;

  constructor(store: LegStore, logger: Logger) {
    this.store = store;
    this.logger = logger;
  }

  get epoch(): number {
    return this.newest;
  }

  /** This process acts for the newest epoch from now on. Rejects when there is a newer one. */
  async fence(epoch: number): Promise<void> {
    if (!(await this.store.fence(epoch))) throw new SwitchError("fenced", `epoch ${epoch} is over`);
    this.newest = Math.max(this.newest, epoch);
    this.own = epoch;
    this.left = false;
    this.confirmedAt = performance.now();
  }

  /** `deposed`: there is a newer epoch; told once. */
  async start(deposed: () => void): Promise<readonly Kept[]> {
    this.own = Math.max(this.own, await this.store.epoch());
    this.newest = Math.max(this.newest, this.own);
    this.confirmedAt = performance.now();
    this.left = false;
    this.deposed = deposed;
    clearInterval(this.look);
    this.look = setInterval(() => void this.ask().catch(() => undefined), LOOK_MS).unref();
    return this.store.all();
  }

  /** Nothing is written any more; what waits is forgotten. */
  letGo(): void {
    clearInterval(this.look);
    this.left = true;
    this.deposed = undefined;
    this.changed.clear();
  }

  /** After what waits is written. */
  async stop(): Promise<void> {
    await this.writing;
    this.letGo();
  }

  /** What waits is written, where nobody else has the legs and the store answers within a moment. */
  async settled(): Promise<void> {
    if (this.deposed && this.writing)
      await Promise.race([this.writing, new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref())]);
  }

  /** True: nobody else had the legs a moment ago. */
  get fresh(): boolean {
    return performance.now() - this.confirmedAt < FRESH_MS;
  }

  /**
   * Before anything is done to what others may have now. A store that is away is waited for: what it does not say is no fault of a call.
   * Rejects with 'fenced'.
   */
  async pass(): Promise<void> {
    while (!this.fresh && !this.left && this.newest <= this.own)
      await this.ask().catch(() => new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref()));
    if (this.left || this.newest > this.own) throw new SwitchError("fenced", `epoch ${this.own} is over`);
  }

  /** As `pass`; undefined where nothing is to be waited for. */
  ready(): Promise<void> | undefined {
    return this.fresh && this.newest <= this.own ? undefined : this.pass();
  }

  /** Somebody may have taken over: found out at once. */
  doubt(): void {
    this.confirmedAt = Number.NEGATIVE_INFINITY;
    void this.ask().catch(() => undefined);
  }

  save(kept: Kept): void {
    this.change({ key: kept, state: kept.state });
  }

  remove(key: KeptKey): void {
    this.change({ key });
  }

  private ask(): Promise<void> {
    this.asking ??= this.askNow().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  private async askNow(): Promise<void> {
    const asked = performance.now();
    this.heard(await this.store.epoch());
    this.confirmedAt = asked;
  }

  private heard(epoch: number): void {
    this.newest = Math.max(this.newest, epoch);
    if (this.newest <= this.own) return;
    const { deposed } = this;
    this.letGo();
    deposed?.();
  }

  private change(one: { readonly key: KeptKey; readonly state?: Kept["state"] }): void {
    if (!this.deposed) return;
    this.changed.set(nameOf(one.key), one);
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
  }

  /** One write at a time; what changes meanwhile goes with the next. */
  private async write(): Promise<void> {
    // What changes in one go is written in one go.
    await new Promise(setImmediate);
    while (this.changed.size > 0) {
      const batch = this.changed;
      this.changed = new Map();
      const all = [...batch.values()];
      const save = all.flatMap(({ key: { kind, key }, state }) => (state ? [{ kind, key, state }] : []));
      const remove = all.flatMap(({ key: { kind, key }, state }) => (state ? [] : [{ kind, key }]));
      try {
        this.written.writes += 1;
        this.written.rows += all.length;
        if (!(await this.store.write(save, remove, this.own))) return this.heard(await this.store.epoch());
      } catch (error) {
        this.logger.warn({}, `live legs could not be kept: ${(error as Error).message}`);
        this.changed = new Map([...batch, ...this.changed]);
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref());
        if (!this.deposed) return;
      }
    }
  }
}
