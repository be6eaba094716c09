/**
 * A past day of a task under other settings: its numbers in their order, each with what its own calls came to that day. A call beyond
 * those that a number had takes what another call of the hour came to.
 */
import type { DialHours } from "../checks/index.ts";
import type { RegionHours, TaskSettings, TaskType } from "@liantai/api/contract/admin";
import { floorOf, listOf } from "./forecast.ts";
import { OpenTime } from "./open-time.ts";
import { hoursByProvince } from "./regional.ts";
import type { Callees, Fate } from "./population.ts";
import { scaleOf } from "./scale.ts";
import { simulate } from "./simulate.ts";

export interface PastCall {
  readonly number: string;
  /** Of the number: 贵州省贵阳市. */
  readonly place: string;
  /** Epoch ms. */
  readonly startedAt: number;
  /** A person did. */
  readonly answered: boolean;
  /** From dialling to the answer, or to the end. */
  readonly ringMs: number;
  /** 0: nobody talked with him, because he was abandoned. */
  readonly talkMs: number;
  /** How it ended without an answer. */
  readonly code: number;
}

const width = 7;

/** Calls as they come from the database, a page at a time; numbers become places in the order of their first calls. */
export class CallPacker {
  readonly #places = new Map<string, number>();
  readonly #pages: Float64Array[] = [];
  readonly #provinces: readonly string[];

  /** Provinces with hours of their own, as the settings of the replay have them. */
  constructor(regions: readonly RegionHours[] = []) {
    this.#provinces = regions.map(({ province }) => province);
  }

  get numbers(): number {
    return this.#places.size;
  }

  add(calls: readonly PastCall[]): void {
    const page = new Float64Array(calls.length * width);
    calls.forEach(({ number, place: of, startedAt, answered, ringMs, talkMs, code }, n) => {
      const place = this.#places.get(number) ?? this.#places.size;
      this.#places.set(number, place);
      const region = this.#provinces.findIndex((province) => of.startsWith(province));
      page.set([place, startedAt, answered ? 1 : 0, ringMs, talkMs, code, region], n * width);
    });
    this.#pages.push(page);
  }

  packed(): Float64Array {
    const all = new Float64Array(this.#pages.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const page of this.#pages) {
      all.set(page, at);
      at += page.length;
    }
    return all;
  }
}

type Outcome = Omit<PastCall, "number" | "place"> & {
  /** Place among the settings' provinces; -1: of none. */
  readonly region: number;
};

/** By number, in the order of their first calls. */
function unpacked(all: Float64Array): Outcome[][] {
  const numbers: Outcome[][] = [];
  for (let at = 0; at < all.length; at += width) {
    const [place, startedAt, answered, ringMs, talkMs, code, region] = all.subarray(at, at + width);
    (numbers[place!] ??= []).push({
      ...{ startedAt: startedAt!, answered: answered === 1, ringMs: ringMs!, talkMs: talkMs!, code: code! },
      region: region!,
    });
  }
  return numbers;
}

export interface ReplayAsked {
  readonly ftype: TaskType;
  readonly settings: TaskSettings;
  /** Of that day alone. */
  readonly hours: DialHours;
  readonly from: number;
  readonly agents: number;
  /** In the order in which they were dialled; at least one. Packed: to send objects by the thousand holds up who sends them. */
  readonly calls: Float64Array;
}

export interface Replayed {
  readonly calls: number;
  readonly answered: number;
  readonly connected: number;
  readonly abandoned: number;
  readonly talkMs: number;
  /** Of the agents' time from the opening to the last call. */
  readonly talk: number;
  /** From the opening to the last call, of time in which it may dial. */
  readonly ms: number;
  /** Numbers of that day that were not dialled. */
  readonly left: number;
}

/** Kept of a day: more is a sample of it with a part of the agents. */
const mostNumbers = 12_000;

const hourOf = (at: number): number => Math.floor((at + 8 * 3_600_000) / 3_600_000) % 24;

function fateOf({ answered, ringMs, talkMs, code }: Outcome, talks: readonly number[], nth: number): Fate {
  if (!answered) return { answered, afterMs: ringMs, code };
  // Who was abandoned would have talked as somebody did.
  return { answered, afterMs: ringMs, talkMs: talkMs > 0 ? talkMs : (talks[nth % talks.length] ?? 0) };
}

function calleesOfDay(numbers: readonly (readonly Outcome[])[]): Callees {
  const all = numbers.flat();
  const talks = all.filter(({ talkMs }) => talkMs > 0).map(({ talkMs }) => talkMs);
  const byHour = new Map<number, { readonly calls: Outcome[]; next: number }>();
  for (const call of all) {
    const hour = hourOf(call.startedAt);
    const row = byHour.get(hour) ?? { calls: [], next: 0 };
    row.calls.push(call);
    byHour.set(hour, row);
  }
  const distance = (a: number, b: number): number => Math.min((a - b + 24) % 24, (b - a + 24) % 24);
  const nearest = (hour: number) =>
    [...byHour].reduce((best, each) => (distance(each[0], hour) < distance(best[0], hour) ? each : best))[1];
  let nth = 0;
  return {
    fate(_atMs, dayMs, _factor, who) {
      const own = who && numbers[who.number]?.[who.tries];
      if (own) return fateOf(own, talks, nth++);
      const row = nearest(Math.floor(dayMs / 3_600_000) % 24);
      return fateOf(row.calls[row.next++ % row.calls.length]!, talks, nth++);
    },
  };
}

export function replay(asked: ReplayAsked): Replayed {
  const { settings, hours, from, agents, calls } = asked;
  const numbers = unpacked(calls);
  // Every so manieth number of the day, in its order.
  const { floors: byAgents } = scaleOf(agents, numbers.length, true);
  const floors = Math.max(byAgents, numbers.length / mostNumbers);
  const kept = numbers.filter((_, n) => Math.floor(n / floors) !== Math.floor((n - 1) / floors));
  const size = Math.max(1, Math.round(agents / floors));
  const open = new OpenTime(hours, from);
  const clock = { wall: (atMs: number) => open.at(atMs), sim: (wall: number) => open.passed(wall) };
  const provinceOf = (number: number) => settings.regions[kept[number]?.[0]?.region ?? -1]?.province;
  const { pacer, beforeMs: _, ...floor } = floorOf(asked, 1);
  const course = simulate(
    {
      ...{ ...floor, callees: calleesOfDay(kept), agents: size, untilMs: open.upTo(24 * 3_600_000) },
      dayMs: (atMs) => ((open.at(atMs) ?? from) + 8 * 3_600_000) % 86_400_000,
      list: listOf(
        { settings, hoursOf: hoursByProvince(hours, settings.regions, provinceOf), waits: settings.regions.length > 0 },
        kept.length,
        clock,
      ),
      most: {
        calls: Math.max(1, Math.ceil(settings.concurrency / floors)),
        aSecond: Math.max(1, Math.ceil(settings.perSecond / floors)),
      },
    },
    pacer,
  );
  const whole = numbers.length / kept.length;
  const all = (figure: number): number => Math.round(figure * whole);
  const { endMs, talkMs } = course;
  return {
    ...{ calls: all(course.dialled), answered: all(course.answered), connected: all(course.connected) },
    ...{ abandoned: all(course.abandoned), talkMs: all(talkMs), ms: endMs, left: all(course.left) },
    talk: endMs > 0 ? Math.min(1, talkMs / (size * endMs)) : 0,
  };
}
