/** What a process knows of the live states of one enterprise, while somebody follows them here. */
import type { LiveAgent } from "@liantai/api/contract/admin";
import type { EngineClient, LiveAgents } from "../../ports/engine.ts";

export class EnterpriseLive {
  readonly compId: string;
  readonly agents = new Map<string, LiveAgent>();
  readonly #engine: Pick<EngineClient, "live">;
  #epoch = "";
  #v = 0;
  /** Told before the whole arrived, which may hold them already. */
  #early: LiveAgents[] = [];
  #loading: Promise<void> | undefined;

  constructor(compId: string, engine: Pick<EngineClient, "live">) {
    this.compId = compId;
    this.#engine = engine;
  }

  /** Resolves when the agents are known. */
  ready(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  async #load(): Promise<void> {
    try {
      const whole = await this.#engine.live(this.compId, true);
      this.#epoch = whole.epoch;
      this.#v = whole.v;
      this.agents.clear();
      for (const agent of whole.agents) this.agents.set(agent.agentId, agent);
      for (const change of this.#early.splice(0)) this.changed(change);
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Known no longer: `ready` asks anew. */
  forget(): void {
    this.#loading = undefined;
    this.#epoch = "";
    this.#early = [];
  }

  /** Goes on following; false: what is known is not told any further, or nothing is known. */
  async renew(): Promise<boolean> {
    if (!this.#loading) return false;
    const { epoch } = await this.#engine.live(this.compId, false);
    return this.#epoch === "" || this.#epoch === epoch;
  }

  /** Those that are others now; undefined: one was missed, or it is another engine that tells. */
  changed(change: LiveAgents): readonly LiveAgent[] | undefined {
    if (this.#epoch === "") {
      this.#early.push(change);
      return [];
    }
    if (change.epoch === this.#epoch && change.v <= this.#v) return [];
    if (change.epoch !== this.#epoch || change.v > this.#v + 1) return undefined;
    this.#v = change.v;
    for (const agent of change.agents) this.agents.set(agent.agentId, agent);
    return change.agents;
  }
}
