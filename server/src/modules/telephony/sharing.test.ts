/** docs/protocol.md K42: leases of enterprises over several "processes", in virtual time. */
import fc from "fast-check";
import type { Leases } from "../../ports/lease.ts";
import { createTestRandom, createVirtualClock, silentLogger } from "../../testing/index.ts";
import { createTestLeases } from "../../testing/leases.ts";
import { installationLease, type Leadership } from "./leadership.ts";
import { graceMs, leaseMs } from "./presence.ts";
import { createSharing, sharingMs } from "./sharing.ts";
import type { Term } from "./term.ts";

interface Process {
  readonly leadership: Leadership;
  /** Terms that have begun and were not left, by lease. */
  readonly has: Map<string, Term>;
  /** Enterprises with calls. */
  readonly busy: Set<string>;
  /** What was handed over. */
  readonly given: string[];
}

function stage(count = 4) {
  const clock = createVirtualClock();
  const leases = createTestLeases(clock);
  const random = createTestRandom(clock);
  const names = Array.from({ length: count }, (_, n) => `10000${n}`);
  const begun: { readonly process: number; readonly name: string; readonly epoch: number }[] = [];
  /** By how much they are missed. */
  const missed: ReadonlySet<string>[] = [];
  let processes = 0;
  const process = ({
    lead = async () => undefined,
    missed: told = async () => missed,
    ...over
  }: Partial<Leases> & {
    readonly lead?: (term: Term) => Promise<void>;
    readonly missed?: () => Promise<readonly ReadonlySet<string>[]>;
  } = {}): Process => {
    const number = processes++;
    const [has, busy, given] = [new Map<string, Term>(), new Set<string>(), [] as string[]];
    const leave = async ({ lease }: Term) => void has.delete(lease.name);
    const leadership = createSharing({
      leases: { ...leases, ...over },
      clock,
      random,
      logger: silentLogger,
      names: async () => names,
      missed: told,
      idle: (all) => all.find((name) => !busy.has(name)),
      async lead(term) {
        begun.push({ process: number, ...term.lease });
        await lead(term);
        has.set(term.lease.name, term);
      },
      leave,
      async handOver(term) {
        given.push(term.lease.name);
        await leave(term);
      },
    });
    return { leadership, has, busy, given };
  };
  const enterprises = ({ has }: Process) => [...has.keys()].filter((name) => name !== installationLease).sort();
  return { clock, leases, names, missed, begun, process, enterprises };
}

test("K42 the first process has all, and a new enterprise within two seconds", async () => {
  const s = stage();
  const a = s.process();
  await a.leadership.start();
  expect([s.enterprises(a), a.has.has(installationLease)]).toEqual([s.names, true]);
  s.names.push("100009");
  await s.clock.advance(sharingMs.names + 2 * leaseMs.look);
  expect(s.enterprises(a)).toContain("100009");
});

test("K42 several that start at once share, and each lease has one owner", async () => {
  const s = stage(5);
  const all = [s.process(), s.process(), s.process()];
  await Promise.all(all.map(({ leadership }) => leadership.start()));
  await s.clock.advance(10_000);
  const shares = all.map((each) => s.enterprises(each));
  expect(shares.flat().sort()).toEqual(s.names);
  for (const share of shares) expect(share.length).toBeLessThanOrEqual(2);
  expect(all.filter(({ has }) => has.has(installationLease))).toHaveLength(1);
  // Nothing moves any more.
  const before = s.begun.length;
  await s.clock.advance(60_000);
  expect(s.begun).toHaveLength(before);
});

test("K42 a newcomer gets its share one after the other, of what has no calls, once it has been there for a while", async () => {
  const s = stage();
  const a = s.process();
  await a.leadership.start();
  for (const name of s.names.slice(0, 3)) a.busy.add(name);
  const b = s.process();
  await b.leadership.start();
  await s.clock.advance(sharingMs.spare - leaseMs.look);
  expect([a.given, s.enterprises(b)]).toEqual([[], []]);
  await s.clock.advance(60_000);
  expect([a.given, s.enterprises(b)]).toEqual([[s.names[3]], [s.names[3]]]);
  a.busy.clear();
  await s.clock.advance(2_000);
  expect([s.enterprises(a).length, s.enterprises(b).length]).toEqual([2, 2]);
  expect(s.begun.filter(({ name }) => name === s.names[3]).map(({ epoch }) => epoch)).toEqual([1, 2]);
  await s.clock.advance(60_000);
  expect(a.given).toHaveLength(2);
});

test("K42 what a dead process had is taken within 2,25 s, and what the others have goes on under its terms", async () => {
  const s = stage();
  let away = false;
  const dying = s.process({
    renew: (...asked) => (away ? new Promise(() => undefined) : s.leases.renew(...asked)),
    takeShare: (...asked) => (away ? new Promise(() => undefined) : s.leases.takeShare(...asked)),
  });
  const [b, c] = [s.process(), s.process()];
  await dying.leadership.start();
  await b.leadership.start();
  await c.leadership.start();
  await s.clock.advance(20_000);
  const kept = [b, c].map(({ has }) => new Map(has));
  const [lost, its] = [s.enterprises(dying), [...dying.has.values()]];
  expect(lost.length).toBeGreaterThan(0);
  away = true;
  await s.clock.advance(leaseMs.acts);
  expect(its.some((term) => term.holds())).toBe(false);
  await s.clock.advance(leaseMs.term - leaseMs.acts + leaseMs.look);
  const after = [b, c].flatMap(({ has }) => [...has.keys()]);
  expect(after.sort()).toEqual([...s.names, installationLease].sort());
  for (const [n, each] of [b, c].entries())
    for (const [name, term] of kept[n]!) expect([each.has.get(name), term.holds()]).toEqual([term, true]);
});

test("K42 a process that was found gone leaves everything and joins anew, with what is nobody's then", async () => {
  const s = stage(2);
  let away = false;
  const a = s.process({
    renew: (...asked) => (away ? Promise.reject(new Error("no database")) : s.leases.renew(...asked)),
    takeShare: (...asked) => (away ? Promise.reject(new Error("no database")) : s.leases.takeShare(...asked)),
  });
  const b = s.process();
  await a.leadership.start();
  await b.leadership.start();
  away = true;
  await s.clock.advance(5_000);
  expect(s.enterprises(b)).toEqual(s.names);
  away = false;
  await s.clock.advance(1_000);
  expect([s.enterprises(a), a.leadership.leads()]).toEqual([[], false]);
  await s.clock.advance(10_000);
  expect([s.enterprises(a).length, s.enterprises(b).length]).toEqual([1, 1]);
});

test("K42 an engine that does not start leaves its lease to another, and does not count while it has nothing", async () => {
  const s = stage(2);
  const broken = s.process({ lead: () => Promise.reject(new Error("no Asterisk")) });
  await broken.leadership.start();
  await s.clock.advance(500);
  const well = s.process();
  await well.leadership.start();
  await s.clock.advance(5_000);
  expect(s.enterprises(well)).toEqual(s.names);
  expect(broken.leadership.leads()).toBe(false);
});

describe("K53 the store is away for all", () => {
  /** Whose store is cut off fails at once, or answers when it is back. */
  async function two(cut: "fails" | "hangs") {
    const s = stage(4);
    let back: Promise<void> | undefined;
    let mend = (): void => undefined;
    const through = <A extends unknown[], R>(verb: (...about: A) => Promise<R>) => {
      return async (...about: A): Promise<R> => {
        if (back && cut === "fails") throw new Error("no database");
        await back;
        return verb(...about);
      };
    };
    const { renew, takeShare, join, reach } = s.leases;
    const over = { renew: through(renew), takeShare: through(takeShare), join: through(join), reach: through(reach) };
    const all = [s.process(over), s.process(over)] as const;
    for (const { leadership } of all) await leadership.start();
    await s.clock.advance(20_000);
    const away = async (ms: number) => {
      back = new Promise((resolve) => (mend = resolve));
      await s.clock.advance(ms);
      back = undefined;
      mend();
      await s.clock.settle();
    };
    return { s, all, away };
  }

  test.each([
    ["fails", 5_000],
    ["fails", 1_700],
    ["hangs", 5_000],
    ["fails", 60_000],
  ] as const)(
    "%s for %i ms: everybody keeps what he had, under the same epochs, and acts again within 500 ms",
    async (cut, ms) => {
      const { s, all, away } = await two(cut);
      const had = all.map(({ has }) => new Map(has));
      const before = s.begun.length;
      await away(ms);
      await s.clock.advance(leaseMs.renew);
      for (const [n, each] of all.entries())
        for (const [name, term] of had[n]!) expect([each.has.get(name), term.holds()]).toEqual([term, true]);
      await s.clock.advance(30_000);
      expect(s.begun).toHaveLength(before);
    },
  );

  test("who died meanwhile is followed a second later than else", async () => {
    const { s, all, away } = await two("fails");
    const [a, b] = all;
    const epochs = s.begun.length;
    // Dead: it says nothing any more.
    for (const term of a.has.values()) term.end();
    a.leadership.stop();
    const left = [...a.has.keys()];
    await away(5_000);
    // What it still says is as if it had said nothing: it gives its name up.
    await a.leadership.release();
    await s.clock.advance(graceMs.grace + 2 * leaseMs.look);
    expect([...b.has.keys()].sort()).toEqual([...s.names, installationLease].sort());
    expect(
      s.begun
        .slice(epochs)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(left.sort());
  });

  test("a store that is always slow keeps nobody from taking", async () => {
    const s = stage(2);
    const a = s.process({
      reach: () => new Promise((answer) => void s.clock.after(1_500, answer)),
    });
    void a.leadership.start();
    await s.clock.advance(8_000);
    expect(s.enterprises(a)).toEqual(s.names);
  });
});

describe("K51 the order in which engines begin", () => {
  /** Nothing begins, but what began before, until it is let go. */
  function held() {
    const waiting: (() => void)[] = [];
    return {
      lead: () => new Promise<void>((go) => waiting.push(go)),
      async letGo(clock: { settle(): Promise<void> }): Promise<void> {
        for (let go = waiting.shift(); go; go = waiting.shift()) {
          go();
          await clock.settle();
        }
      },
    };
  }
  const orderOf = ({ begun }: ReturnType<typeof stage>) => begun.map(({ name }) => name);

  test("the switch as a whole, enterprises with calls, those with somebody there, and the others, each by name", async () => {
    const s = stage(9);
    s.missed.push(new Set(["100008", "100005"]), new Set(["100005", "100007"]));
    await s.process().leadership.start();
    expect(orderOf(s)).toEqual([
      installationLease,
      ...["100005", "100008"],
      ...["100007"],
      ...["100000", "100001", "100002", "100003", "100004", "100006"],
    ]);
  });

  test("what another process left with calls does not wait behind those that began to wait before", async () => {
    const s = stage(9);
    const first = s.process();
    await first.leadership.start();
    // New ones, many more than begin side by side; the first does not look any more.
    const later = Array.from({ length: 30 }, (_, n) => `2000${10 + n}`);
    s.names.push(...later);
    const starts = held();
    const second = s.process({ lead: starts.lead });
    first.leadership.stop();
    await s.clock.settle();
    void second.leadership.start();
    await s.clock.advance(1_000);
    const own = orderOf(s).length;
    expect(orderOf(s).slice(10)).toEqual(later.slice(0, 8));
    s.missed.push(new Set(["100008"]));
    await first.leadership.release();
    await s.clock.advance(leaseMs.look);
    await starts.letGo(s.clock);
    // The eight that were under way come first, whatever happens.
    expect(orderOf(s).slice(own, own + 3)).toEqual([installationLease, "100008", later[8]]);
    expect(new Set(orderOf(s).slice(10))).toEqual(new Set([...later, ...s.names.slice(0, 9), installationLease]));
  });

  test("who has calls cannot be asked: all begin", async () => {
    const s = stage(4);
    const a = s.process({ missed: () => Promise.reject(new Error("no database")) });
    await a.leadership.start();
    expect(s.enterprises(a)).toEqual(s.names);
  });
});

test("K42 who stops gives all back at once", async () => {
  const s = stage(2);
  const [a, b] = [s.process(), s.process()];
  await a.leadership.start();
  await b.leadership.start();
  a.leadership.stop();
  const last = jest.fn(async () => undefined);
  await a.leadership.release(last);
  expect(last).toHaveBeenCalledTimes(1);
  await s.clock.advance(leaseMs.look);
  expect(s.enterprises(b)).toEqual(s.names);
});

test("K42 K33 of processes cut off and back in any order never two act for one lease, and all leases find an owner", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ process: fc.nat(2), away: fc.boolean(), ms: fc.integer({ min: 1, max: 4_000 }) }), {
        maxLength: 12,
      }),
      async (steps) => {
        const s = stage(3);
        const away = [false, false, false];
        const all = away.map((_, n) =>
          s.process({
            renew: (...asked) => (away[n] ? Promise.reject(new Error("cut off")) : s.leases.renew(...asked)),
            takeShare: (...asked) => (away[n] ? Promise.reject(new Error("cut off")) : s.leases.takeShare(...asked)),
            join: (...asked) => (away[n] ? Promise.reject(new Error("cut off")) : s.leases.join(...asked)),
          }),
        );
        const terms: Term[] = [];
        for (const { leadership } of all) await leadership.start();
        const look = () => {
          for (const { has } of all) for (const term of has.values()) if (!terms.includes(term)) terms.push(term);
          const acting = terms.filter((term) => term.holds()).map(({ lease }) => lease.name);
          expect(new Set(acting).size).toBe(acting.length);
        };
        for (const step of steps) {
          away[step.process] = step.away;
          for (let left = step.ms; left > 0; left -= 250) {
            await s.clock.advance(Math.min(250, left));
            look();
          }
        }
        away.fill(false);
        await s.clock.advance(30_000);
        look();
        expect(all.flatMap((each) => s.enterprises(each)).sort()).toEqual(s.names);
        for (const each of all) expect(s.enterprises(each)).toHaveLength(1);
      },
    ),
    { numRuns: 60 },
  );
});
