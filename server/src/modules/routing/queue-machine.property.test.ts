import fc from "fast-check";
import { strategies, type Strategy } from "@liantai/api/contract/admin";
import { chooseAgain, QueueMachine, type QueueEffect } from "./index.ts";

const agents = ["a", "b", "c", "d"];
const groups = ["g", "h", "i"];
const group = fc.constantFrom(...groups);
const some = fc.uniqueArray(group, { minLength: 1 });
const strategy = fc.constantFrom(...(Object.keys(strategies) as Strategy[]));
const draw = fc.double({ min: 0, max: 0.999, noNaN: true });
const level = fc.integer({ min: 1, max: 3 });
const boostMs = fc.integer({ min: 0, max: 20 });
const agent = fc.constantFrom(...agents);
const pick = fc.nat();
const command = fc.oneof(
  fc.record({ do: fc.constant("ready" as const), agent, groups: some, level, calls: fc.nat(3) }),
  fc.record({ do: fc.constant("gone" as const), agent }),
  fc.record({
    do: fc.constant("arrive" as const),
    groups: some,
    first: fc.boolean(),
    strategy,
    boostMs,
    groupBoostMs: boostMs,
    level: fc.option(level, { nil: undefined }),
    sticky: fc.option(agent, { nil: undefined }),
    draw,
  }),
  fc.record({ do: fc.constant("add" as const), pick, group, strategy, level, draw }),
  fc.record({ do: fc.constant("widen" as const), pick, group, level: fc.option(level, { nil: undefined }), draw }),
  fc.record({ do: fc.constant("raise" as const), pick, byMs: boostMs }),
  fc.record({
    do: fc.constantFrom("leave" as const, "accept" as const, "fail" as const, "unstick" as const),
    pick,
    draw,
  }),
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

interface Waiter {
  /** The level up to which each group's agents are offered it. */
  readonly groups: Map<string, number>;
  readonly first: boolean;
  turn: number;
  readonly order: number;
  heldFor?: string | undefined;
}

/** What must be true, kept as plainly as it can be said. */
class Model {
  readonly waiting = new Map<string, Waiter>();
  readonly offered = new Map<string, { readonly agent: string; readonly waiter: Waiter }>();
  readonly idle = new Map<string, Map<string, number>>();

  /** Whether the agent may be offered the caller at all. */
  fits(waiter: Waiter, who: string, of: ReadonlyMap<string, number>): boolean {
    if (waiter.heldFor !== undefined && waiter.heldFor !== who) return false;
    return [...of].some(([g, l]) => waiter.groups.has(g) && (waiter.heldFor === who || l <= waiter.groups.get(g)!));
  }

  take(
    effects: readonly QueueEffect[],
    known?: { readonly agent: string; readonly groups: ReadonlyMap<string, number> },
  ) {
    for (const e of effects) {
      if (e.type !== "offer") continue;
      expect(this.offered.has(e.call)).toBe(false);
      expect([...this.offered.values()].map((o) => o.agent)).not.toContain(e.agent);
      const waiter = this.waiting.get(e.call)!;
      const of = known?.agent === e.agent ? known.groups : this.idle.get(e.agent)!;
      expect(of.has(e.group)).toBe(true);
      expect(waiter.groups.has(e.group)).toBe(true);
      expect(e.why.among === "agents" ? e.why.agents[0]?.agent : e.why.callers[0]?.call).toBe(
        e.why.among === "agents" ? e.agent : e.call,
      );
      if (e.why.among === "agents" && e.strategy && e.strategy !== "random")
        expect(chooseAgain(e.why.agents, e.strategy)).toBe(e.agent);
      // The agent of the last time is offered the call whatever the ring.
      if (!e.sticky) expect(this.fits(waiter, e.agent, of)).toBe(true);
      this.idle.delete(e.agent);
      this.waiting.delete(e.call);
      this.offered.set(e.call, { agent: e.agent, waiter: { ...waiter, heldFor: undefined } });
    }
  }

  all(): Map<string, Waiter> {
    return new Map([...this.waiting, ...[...this.offered].map(([call, { waiter }]) => [call, waiter] as const)]);
  }

  check(q: QueueMachine): void {
    const all = this.all();
    for (const call of all.keys()) expect(q.ahead(call)).toBeGreaterThanOrEqual(0);
    for (const g of groups) {
      const here = [...all].filter(([, w]) => w.groups.has(g));
      expect(q.waiting(g)).toBe(here.length);
    }
    for (const [call, waiter] of all) {
      const before = (w: Waiter) =>
        Number(w.first) !== Number(waiter.first)
          ? w.first
          : w.turn !== waiter.turn
            ? w.turn < waiter.turn
            : w.order < waiter.order;
      const ahead = [...waiter.groups.keys()].map(
        (g) => [...all.values()].filter((w) => w !== waiter && w.groups.has(g) && before(w)).length,
      );
      expect(q.ahead(call)).toBe(Math.min(...ahead));
    }
    for (const [who, of] of this.idle)
      for (const waiter of this.waiting.values()) expect(this.fits(waiter, who, of)).toBe(false);
  }
}

/** One command to both. */
function play(q: QueueMachine, m: Model, c: Command, now: number): void {
  if (c.do === "ready") {
    // The engine never reports an agent ready whose offer is still open.
    if ([...m.offered.values()].some((o) => o.agent === c.agent)) return;
    m.idle.delete(c.agent);
    const of = c.groups.map((g, i) => ({ group: g, level: c.level, priority: i + 1 }));
    const known = { agent: c.agent, groups: new Map(of.map((g) => [g.group, g.level])) };
    const effects = q.apply({ type: "agentReady", agent: c.agent, groups: of, idleSince: now, calls: c.calls });
    if (!effects.some((e) => e.type === "offer")) m.idle.set(c.agent, known.groups);
    return m.take(effects, known);
  }
  if (c.do === "gone") {
    m.idle.delete(c.agent);
    return m.take(q.apply({ type: "agentGone", agent: c.agent }));
  }
  if (c.do === "arrive") return arrive(q, m, c, now);
  const of = c.do === "accept" || c.do === "fail" ? m.offered : m.all();
  const call = [...of.keys()][c.pick % Math.max(1, of.size)];
  if (call !== undefined) change(q, m, c, call);
}

function arrive(q: QueueMachine, m: Model, c: Extract<Command, { do: "arrive" }>, now: number): void {
  const call = `c${now}`;
  const entries = c.groups.map((g) => ({
    group: g,
    strategy: c.strategy,
    limit: 8,
    boostMs: c.groupBoostMs,
    ...(c.level === undefined ? {} : { level: c.level }),
  }));
  const more = { boostMs: c.boostMs, ...(c.sticky === undefined ? {} : { sticky: c.sticky }), draw: c.draw };
  const effects = q.apply({ type: "callerArrived", call, groups: entries, at: now, firstInLine: c.first, ...more });
  const [queued] = effects;
  if (queued?.type === "queued")
    m.waiting.set(call, {
      groups: new Map(queued.groups.map((g) => [g, c.level ?? Infinity])),
      first: c.first,
      turn: now - c.boostMs,
      order: now,
      heldFor: queued.held ? c.sticky : undefined,
    });
  m.take(effects);
}

function change(
  q: QueueMachine,
  m: Model,
  c: Exclude<Command, { do: "ready" | "gone" | "arrive" }>,
  call: string,
): void {
  const waiter = m.all().get(call)!;
  switch (c.do) {
    case "add":
      if (!waiter.groups.has(c.group)) waiter.groups.set(c.group, c.level);
      return m.take(
        q.apply({
          type: "groupAdded",
          call,
          entry: { group: c.group, strategy: c.strategy, limit: 0, level: c.level },
          draw: c.draw,
        }),
      );
    case "widen":
      if (waiter.groups.has(c.group)) waiter.groups.set(c.group, c.level ?? Infinity);
      return m.take(
        q.apply({
          type: "widened",
          call,
          group: c.group,
          ...(c.level === undefined ? {} : { level: c.level }),
          draw: c.draw,
        }),
      );
    case "raise":
      waiter.turn -= c.byMs;
      return m.take(q.apply({ type: "raised", call, byMs: c.byMs }));
    case "unstick":
      if (m.waiting.has(call)) waiter.heldFor = undefined;
      return m.take(q.apply({ type: "stickyOver", call, draw: c.draw }));
    case "fail":
      m.offered.delete(call);
      m.waiting.set(call, waiter);
      return m.take(q.apply({ type: "offerFailed", call, draw: c.draw }));
    case "accept":
    case "leave":
      m.offered.delete(call);
      m.waiting.delete(call);
      return m.take(q.apply({ type: c.do === "accept" ? "offerAccepted" : "callerGone", call }));
  }
}

test("K2 Q1 Q3 Q4 one offer a call, one call an agent, no caller lost, in the order of scores, nobody idle beside one he may have", () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 120 }), (commands) => {
      const q = new QueueMachine();
      const m = new Model();
      for (const [i, c] of commands.entries()) {
        play(q, m, c, i + 1);
        m.check(q);
      }
    }),
    { numRuns: 400 },
  );
});
