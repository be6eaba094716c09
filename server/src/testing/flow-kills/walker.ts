/**
 * A caller who goes his way through the flow, and presses a key again where the process that had it died before it was written down: he
 * would hear that nothing comes of it.
 */
import type { Hosts } from "../hosts/hosts.ts";
import { TrunkCaller } from "../hosts/trunk-caller.ts";
import type { Barrier } from "./barrier.ts";
import type { Pair } from "./pair.ts";
import { keysARound, presses, type Way } from "./rounds.ts";

const lookMs = 60;
/** A key that was pressed is written down within that, once somebody leads the call. */
const heardMs = 1_200;
/** So long nothing may come of a key although nobody died. */
const patience = 40_000;

export interface Streets {
  readonly hosts: Hosts;
  readonly pair: Pair;
  readonly barrier: Barrier;
  readonly trunk: string;
  readonly called: string;
}

interface Seen {
  readonly node: string | null;
  readonly nodes: number;
  readonly keys: number;
  readonly over: boolean;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Walker {
  readonly number: string;
  readonly way: Way;
  readonly #streets: Streets;
  /** How often he pressed in vain. */
  again = 0;
  #left = false;

  constructor(streets: Streets, number: string, way: Way) {
    this.#streets = streets;
    this.number = number;
    this.way = way;
  }

  /** What is written about his call so far. */
  async seen(): Promise<Seen> {
    const node = "e.type = 'flowStep' and e.data->>'step' = 'node'";
    const rows = await this.#streets.hosts.rows<Seen>(
      `select (array_agg(e.data->>'nodeName' order by e.seq desc) filter (where ${node}))[1] node,
         (count(*) filter (where ${node}))::int nodes,
         (count(*) filter (where e.type = 'flowInput' and e.data->'event'->>'type' = 'digit'))::int keys,
         bool_or(r.end_at is not null) "over"
       from call_record r join event e on e.comp_id = r.comp_id and e.stream_id = r.call_id
       where r.caller = '${this.number}'`,
    );
    return rows[0]!;
  }

  leave(): void {
    this.#left = true;
  }

  /** Resolves when the call is over on both sides. thinkMs: at most, before a key. may: he presses only while it says so. */
  async walks(thinkMs: number, may: () => boolean = () => true): Promise<void> {
    const { trunk, called } = this.#streets;
    const caller = await TrunkCaller.calls(trunk, this.number, called);
    try {
      await this.#goesOn(caller, thinkMs, may);
      if (!this.#left) await caller.hungUp();
    } catch (error) {
      throw new Error(`${this.number}: ${await this.#standing()}\n${this.#streets.hosts.printed()}`, { cause: error });
    } finally {
      await caller.leave();
    }
  }

  /** Where his call is, and what was done last. */
  async #standing(): Promise<string> {
    const { hosts, pair } = this.#streets;
    const steps = await hosts.rows(
      `select e.seq, e.type, e.at, left(e.data::text, 300) data from event e
       where e.stream_id in (select call_id from call_record where caller = '${this.number}') order by e.seq desc limit 12`,
    );
    const since = (at: number) => Math.round(performance.now() - at);
    const times = `killed ${since(pair.killedAt)} ms and led ${since(pair.ledAt)} ms ago, ${pair.gaps.length} times`;
    return [await this.seen(), times, ...steps].map((each) => JSON.stringify(each)).join("\n");
  }

  async #goesOn(caller: TrunkCaller, thinkMs: number, may: () => boolean): Promise<void> {
    const { keys } = this.way;
    let [pressed, at] = [-1, 0];
    for (; !this.#left; await pause(lookMs)) {
      const { node, keys: heard, over } = await this.seen();
      if (over) return;
      if (heard === keys.length || node === null || !presses.has(node) || !may()) continue;
      // The last key of a round chooses.
      if ((heard % keysARound === keysARound - 1) !== (node === "choose")) continue;
      if (heard === pressed && !(await this.#isLost(at))) continue;
      if (heard === pressed) this.again += 1;
      else await pause(Math.random() * thinkMs);
      [pressed, at] = [heard, performance.now()];
      await caller.press(keys[heard]!);
    }
  }

  /** The key that was pressed then: with the process that heard it, or that would have. */
  async #isLost(at: number): Promise<boolean> {
    const { pair, barrier } = this.#streets;
    const now = performance.now();
    if (now - at > patience) throw new Error(`${this.number}: nothing came of a key in ${now - at} ms`);
    // A moment passes between the press and the process that hears it.
    if (pair.killedAt < at - 1_000 && pair.ledAt < at) return false;
    if (pair.ledAt < pair.killedAt || now - Math.max(at, pair.ledAt) < heardMs) return false;
    return !(await barrier.isReached());
  }
}
