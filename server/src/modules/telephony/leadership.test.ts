import fc from "fast-check";
import type { Clock } from "../../ports/clock.ts";
import type { Leases } from "../../ports/lease.ts";
import { createTestRandom, createVirtualClock, silentLogger } from "../../testing/index.ts";
import { createTestLeases } from "../../testing/leases.ts";
import { createLeadership, leaseMs } from "./leadership.ts";
import type { Term } from "./term.ts";

interface Lead {
  readonly process: number;
  readonly term: Term;
  left: boolean;
}

function stage() {
  const clock = createVirtualClock();
  const leases = createTestLeases(clock);
  const random = createTestRandom(clock);
  const led: Lead[] = [];
  let processes = 0;
  const process = ({
    lead = async () => undefined,
    ...over
  }: Partial<Leases> & { lead?: () => Promise<void> } = {}) => {
    const number = processes++;
    return createLeadership({
      leases: { ...leases, ...over },
      clock,
      random,
      logger: silentLogger,
      lead: async (term) => {
        led.push({ process: number, term, left: false });
        await lead();
      },
      leave: async (term) => {
        for (const each of led) if (each.term === term) each.left = true;
      },
    });
  };
  return { clock, leases, led, process };
}

test("K33 the first process leads, a second one does not start an engine beside it, however long", async () => {
  const s = stage();
  const [a, b] = [s.process(), s.process()];
  await a.start();
  await b.start();
  await s.clock.advance(60_000);
  expect([a.leads(), b.leads()]).toEqual([true, false]);
  expect(s.led.map(({ process, term }) => [process, term.lease.epoch])).toEqual([[0, 1]]);
});

test("K33 of several that start at once one leads", async () => {
  const s = stage();
  const all = [s.process(), s.process(), s.process()];
  await Promise.all(all.map((p) => p.start()));
  expect(all.filter((p) => p.leads())).toHaveLength(1);
});

test("K33 a process that renews no more is followed within 2,25 s, with the next epoch, and learns of it", async () => {
  const s = stage();
  let away = false;
  const a = s.process({
    renew: (...asked) => (away ? Promise.reject(new Error("no database")) : s.leases.renew(...asked)),
  });
  const b = s.process();
  await a.start();
  await b.start();
  await s.clock.advance(10_000);
  away = true;
  await s.clock.advance(leaseMs.acts);
  // It has stopped acting by itself before anybody else may begin.
  expect([s.led[0]!.term.holds(), b.leads()]).toEqual([false, false]);
  await s.clock.advance(leaseMs.term - leaseMs.acts + leaseMs.look);
  expect(s.led.map(({ process, term }) => [process, term.lease.epoch])).toEqual([
    [0, 1],
    [1, 2],
  ]);
  away = false;
  await s.clock.advance(leaseMs.renew);
  expect([a.leads(), b.leads(), s.led[0]!.term.over, s.led[0]!.left]).toEqual([false, true, true, true]);
  await s.clock.advance(60_000);
  expect(s.led).toHaveLength(2);
});

test("K33 a lease that was in doubt and that nobody took goes on with its epoch: what was kept back is done", async () => {
  const s = stage();
  let away = false;
  const a = s.process({
    renew: (...asked) => (away ? Promise.reject(new Error("no database")) : s.leases.renew(...asked)),
  });
  await a.start();
  away = true;
  await s.clock.advance(20_000);
  const { term } = s.led[0]!;
  const done: string[] = [];
  void term.held().then(() => done.push("done"));
  await s.clock.settle();
  expect([term.holds(), done]).toEqual([false, []]);
  away = false;
  await s.clock.advance(leaseMs.renew);
  expect([term.holds(), term.lease.epoch, done, s.led.length]).toEqual([true, 1, ["done"], 1]);
});

test("K33 who may be taken for dead does nothing until a renewal that it asked for since has succeeded", async () => {
  const s = stage();
  let doubted: (() => void) | undefined;
  const answers: (() => void)[] = [];
  let waits = false;
  const a = s.process({
    join: (owner, ms, doubt) => {
      doubted = doubt;
      return s.leases.join(owner, ms);
    },
    renew: async (...asked) => {
      if (waits) await new Promise<void>((resolve) => answers.push(resolve));
      return s.leases.renew(...asked);
    },
  });
  await a.start();
  await s.clock.advance(10_000);
  waits = true;
  await s.clock.advance(leaseMs.renew);
  doubted!();
  const { term } = s.led[0]!;
  expect([answers.length, term.holds()]).toEqual([2, false]);
  // Asked before, when the store took it to be alive by another witness.
  answers[0]!();
  await s.clock.advance(1);
  expect(term.holds()).toBe(false);
  answers[1]!();
  await s.clock.advance(1);
  expect([term.holds(), term.over, s.led.length]).toEqual([true, false, 1]);
});

test("K33 who stops hands over at the next look of another; one that stopped takes nothing", async () => {
  const s = stage();
  const [a, b, c] = [s.process(), s.process(), s.process()];
  for (const each of [a, b, c]) await each.start();
  b.stop();
  a.stop();
  await a.release();
  await s.clock.advance(leaseMs.look);
  expect([a, b, c].map((p) => p.leads())).toEqual([false, false, true]);
});

test("K33 who lets go acts no more, and has its lease until the last of it is done; the next one need not wait for the term", async () => {
  const s = stage();
  const [a, b] = [s.process(), s.process()];
  for (const each of [a, b]) await each.start();
  const { term } = s.led[0]!;
  let done = (): void => undefined;
  a.stop();
  const gone = a.release(() => new Promise<void>((resolve) => (done = resolve)));
  // Longer than a lease lasts that nobody renews.
  await s.clock.advance(2 * leaseMs.term);
  expect([term.holds(), term.over, a.leads(), b.leads()]).toEqual([false, true, false, false]);
  done();
  await gone;
  await s.clock.advance(leaseMs.look);
  expect([b.leads(), s.led[1]!.term.lease.epoch, s.led[0]!.left]).toEqual([true, 2, false]);
});

test("an engine that does not start is left, and tried again; where nobody else could lead the start fails", async () => {
  const s = stage();
  let fails = true;
  const lead = async () => {
    if (fails) throw new Error("no switch");
  };
  const a = s.process({ lead });
  await a.start();
  expect([a.leads(), s.led[0]!.left]).toEqual([false, true]);
  fails = false;
  await s.clock.advance(leaseMs.look);
  expect([a.leads(), s.led[1]!.term.lease.epoch]).toEqual([true, 2]);

  const other = stage();
  fails = true;
  await expect(other.process({ lead, alone: true }).start()).rejects.toThrow("no switch");
});

test("K33 where nobody else can have the database the lease is held without renewals", async () => {
  const s = stage();
  const a = s.process({ alone: true, renew: () => Promise.reject(new Error("asked")) });
  await a.start();
  await s.clock.advance(60_000);
  expect(s.led[0]!.term.holds()).toBe(true);
});

test("K33 who leads has the leases of all enterprises: by one renewal, and the next of each takes it with its next epoch", async () => {
  const s = stage();
  let asked = 0;
  let away = false;
  const a = s.process({
    renew: (...about) => {
      asked += 1;
      return away ? Promise.reject(new Error("no database")) : s.leases.renew(...about);
    },
  });
  const b = s.process();
  await a.start();
  await b.start();
  expect(await b.term("100001")).toBeUndefined();
  const enterprises = Array.from({ length: 1_000 }, (_, n) => String(100_001 + n));
  const terms = await Promise.all(enterprises.map((compId) => a.term(compId)));
  expect(new Set(terms.map((term) => term?.lease.epoch))).toEqual(new Set([1]));
  expect([await a.term("100007"), a.leases()]).toEqual([terms[6], 1_001]);
  asked = 0;
  await s.clock.advance(10_000);
  expect(asked).toBe(10_000 / leaseMs.renew);
  expect(terms.every((term) => term!.holds())).toBe(true);

  away = true;
  await s.clock.advance(leaseMs.term + leaseMs.look);
  expect(terms.some((term) => term!.holds())).toBe(false);
  expect([b.leads(), b.leases(), (await b.term("100500"))?.lease]).toEqual([true, 1_001, { name: "100500", epoch: 2 }]);
  // One that nobody had before begins with the first epoch, whoever leads.
  expect((await b.term("200001"))?.lease).toEqual({ name: "200001", epoch: 1 });
  away = false;
  await s.clock.advance(leaseMs.renew);
  expect([terms.every((term) => term!.over), await a.term("100500"), a.leases()]).toEqual([true, undefined, 0]);
});

test("K33 timers of a term end with it, and what it waited for is refused", async () => {
  const s = stage();
  const a = s.process();
  await a.start();
  const term = (await a.term("100001"))!;
  const done: string[] = [];
  term.clock().after(1_000, () => done.push("timer"));
  await a.release();
  await s.clock.advance(2_000);
  expect([done, term.over, term.holds()]).toEqual([[], true, false]);
  await expect(term.held()).rejects.toThrow("another process");
});

/** A process that can be stopped as by SIGSTOP: its timers and answers wait, time goes on. */
function pausable(clock: Clock): { clock: Clock; gate<T>(work: Promise<T>): Promise<T>; pause(on: boolean): void } {
  let paused = false;
  const waiting: (() => void)[] = [];
  const whenRunning = (run: () => void): void => void (paused ? waiting.push(run) : run());
  return {
    clock: {
      ...clock,
      after: (ms, run) => clock.after(ms, () => whenRunning(run)),
      every: (ms, run) => clock.every(ms, () => whenRunning(run)),
    },
    gate: (work) =>
      new Promise((resolve, reject) =>
        work.then(
          (value) => whenRunning(() => resolve(value)),
          (error: unknown) => whenRunning(() => reject(error as Error)),
        ),
      ),
    pause(on) {
      paused = on;
      if (!on) for (const run of waiting.splice(0)) run();
    },
  };
}

const step = fc.record({
  process: fc.nat({ max: 1 }),
  what: fc.constantFrom("pause", "resume", "databaseAway", "databaseBack") as fc.Arbitrary<
    "pause" | "resume" | "databaseAway" | "databaseBack"
  >,
  ms: fc.integer({ min: 1, max: 3_000 }),
});

test("K33 of two processes, stopped, slow or cut off in any order, never two act, and never two with one epoch", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const clock = createVirtualClock();
      const leases = createTestLeases(clock);
      const random = createTestRandom(clock);
      const terms: Term[][] = [[], []];
      const processes = [0, 1].map((n) => {
        const own = pausable(clock);
        let away = false;
        const asked = <T>(run: () => Promise<T>): Promise<T> =>
          away ? Promise.reject(new Error("no database")) : own.gate(run());
        const leadership = createLeadership({
          leases: {
            ...leases,
            join: (...a) => asked(() => leases.join(...a)),
            isFree: (...a) => asked(() => leases.isFree(...a)),
            take: (...a) => asked(() => leases.take(...a)),
            renew: (...a) => asked(() => leases.renew(...a)),
          },
          clock: own.clock,
          random,
          logger: silentLogger,
          lead: async (term) => void terms[n]!.push(term),
          leave: async () => undefined,
        });
        return { ...own, leadership, setAway: (value: boolean) => (away = value) };
      });
      const check = () => {
        // Whether a stopped process holds is asked at the moment it goes on: as the first thing that it may do.
        const acting = terms.flat().filter((term) => term.holds());
        expect(acting.length).toBeLessThanOrEqual(1);
      };
      await Promise.all(processes.map((p) => p.leadership.start()));
      for (const { process, what, ms } of steps) {
        const p = processes[process]!;
        if (what === "pause" || what === "resume") p.pause(what === "pause");
        else p.setAway(what === "databaseAway");
        check();
        for (let left = ms; left > 0; left -= 250) {
          await clock.advance(Math.min(left, 250));
          check();
        }
      }
      const epochs = terms.flat().map(({ lease }) => lease.epoch);
      expect(new Set(epochs).size).toBe(epochs.length);
      for (const p of processes) {
        p.pause(false);
        p.setAway(false);
      }
      await clock.advance(leaseMs.term + leaseMs.look + leaseMs.renew);
      expect(processes.filter((p) => p.leadership.leads())).toHaveLength(1);
      for (const p of processes) p.leadership.stop();
    }),
    { numRuns: 15 },
  );
});
