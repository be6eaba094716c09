/** W3 to W8 over random flows and random walks: what must hold whatever people do. */
import fc from "fast-check";
import { codeOf, orderCommands } from "../codes.ts";
import type { CountersignNode, FlowDefinition, HandlerRule, SignMode } from "../flow.ts";
import { everyAction, edge, is, node, otherwise, Stage, task } from "../testing/stage.ts";
import { validateFlow } from "../validate.ts";
import { verdict, type Order, type OrderInput } from "./index.ts";

/** H: who has it, or one who signs. */
const people = ["H", "H", "H", "H", "1000", "1001", "1002", "1003", "1004", "1005", "1006", "M", ""];

const handlers: fc.Arbitrary<HandlerRule> = fc.oneof(
  fc.constant({ by: "creator" } as const),
  fc.constantFrom("group", "leastLoaded", "online").map((by): HandlerRule => ({ by: by as "group", groupId: "g1" })),
  fc.subarray(["1001", "1003", "1004"], { minLength: 1 }).map((agentIds): HandlerRule => ({ by: "seat", agentIds })),
  fc.constant({ by: "field", field: "owner" } as const),
);
const modes = fc.constantFrom<SignMode>("all", "any", "percentage");

/** A line of up to six nodes of any kind, with a gateway that may lead back to the first. */
const flows: fc.Arbitrary<FlowDefinition> = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom("task", "task", "countersign", "subOrder"),
        handlers,
        modes,
        fc.integer({ min: 1, max: 100 }),
      ),
      { minLength: 1, maxLength: 6 },
    ),
    fc.boolean(),
  )
  .map(([made, loops]) => {
    const nodes = made.map(([kind, handler, mode, percentage], i) => {
      const id = `n${i}`;
      if (kind === "task") return task(id, handler, { claimMinutes: i });
      if (kind === "subOrder")
        return {
          kind,
          id,
          name: id,
          x: 0,
          y: 0,
          formId: "f",
          flowId: "w",
          wait: (["all", "any", "none"] as const)[i % 3]!,
        } as const;
      return {
        kind: "countersign",
        id,
        name: id,
        x: 0,
        y: 0,
        actions: everyAction,
        handler,
        mode,
        percentage,
      } as const;
    });
    const line = ["开始", ...nodes.map(({ id }) => id), "条件"];
    return {
      nodes: [node("start", "开始"), ...nodes, node("gateway", "条件"), node("end", "结束")],
      edges: [
        ...line.slice(1).map((to, i) => edge(line[i]!, to)),
        ...(loops ? [edge("条件", "n0", is("again", true))] : []),
        otherwise("条件", "结束"),
      ],
    };
  });

const inputs: fc.Arbitrary<OrderInput> = fc.oneof(
  fc.constantFrom(...Object.keys(orderCommands)).chain((type) =>
    fc
      .record({
        to: fc.constantFrom(...people),
        nodeId: fc.constantFrom("n0", "n1", "n2", "条件", "结束", "开始", "x"),
        even: fc.boolean(),
      })
      .map(
        ({ to, nodeId, even }) =>
          ({ type, to, nodeId, text: "说明", priority: 2, evenWithSubOrders: even }) as OrderInput,
      ),
  ),
  fc.constantFrom<OrderInput>(
    { type: "timeOut", limit: "node" },
    { type: "warn", limit: "order" },
    { type: "claimTimeOut" },
    { type: "addSubOrder", id: "a" },
    { type: "addSubOrder", id: "b" },
    { type: "endSubOrder", id: "a" },
    { type: "endSubOrder", id: "b" },
  ),
);
type Act = readonly [by: string, input: OrderInput, chance: number];
const acts: fc.Arbitrary<readonly Act[]> = fc.array(fc.tuple(fc.constantFrom(...people), inputs, fc.nat(9)), {
  minLength: 40,
  maxLength: 60,
});

/** Who has it: exactly one, several who sign, or nobody. */
function holders({ phase }: Order): number {
  if (phase.kind === "handling" || phase.kind === "transferred") return phase.holder === "" ? 0 : 1;
  return phase.kind === "suspended" ? (phase.before.holder === "" ? 0 : 1) : -1;
}

function actorOf({ phase, creator }: Order, by: string): string {
  if (by !== "H") return by;
  if ("holder" in phase) return phase.holder;
  if (phase.kind === "signing") return phase.parties.find((id) => !(id in phase.votes)) ?? "";
  return phase.kind === "suspended" ? phase.before.holder : creator;
}

/** Somebody can do something that moves it: it ends one day. */
function goesOn(s: Stage): boolean {
  if (s.order.phase.kind === "done" || s.order.phase.kind === "deleted") return true;
  const moves: readonly OrderInput[] = [
    { type: "submit" },
    { type: "jump", nodeId: "结束" },
    { type: "assign", to: "1001" },
  ];
  return moves.some((input) => s.try(s.order.phase.kind === "draft" ? "1000" : "M", input).ok);
}

test("W5 W7 random orders are never stuck, have one holder, count every vote once, and refuse without a trace", () => {
  let steps = 0;
  let done = 0;
  fc.assert(
    fc.property(flows, acts, fc.boolean(), (flow, walk, loops) => {
      expect(validateFlow(flow)).toEqual([]);
      const s = new Stage(flow);
      s.values = { owner: "1002", again: loops };
      // A flow of nothing but automatic nodes goes round and round for ever on values that never change.
      if (flow.nodes.every((n) => n.kind !== "task" && n.kind !== "countersign")) s.values = {};
      for (const [whom, input, chance] of walk) {
        // What ends an order ends the walk: mostly left out, so that walks are long.
        if (chance > 0 && ["remove", "complete", "jump"].includes(input.type)) continue;
        const by = actorOf(s.order, whom);
        if (chance === 0) s.online.clear();
        if (chance === 1) s.values = { ...s.values, again: false };
        if (chance === 2) s.away.set("1001", "1003");
        const before = s.order;
        const frozen = JSON.stringify(before);
        const outcome = s.try(by, input);
        expect(JSON.stringify(before)).toBe(frozen);
        if (!outcome.ok) {
          expect(outcome.text).not.toBe("");
          continue;
        }
        steps += 1;
        s.run(by, input);
        const numbered = outcome.events.flatMap(({ type }) => codeOf(type) ?? []).filter((code) => code < 100);
        expect(numbered.length).toBeLessThanOrEqual(1);
        expect(holders(s.order)).not.toBe(0);
        expect(goesOn(s)).toBe(true);
        const { phase } = s.order;
        if (phase.kind === "signing") {
          const at = s.around().flow.nodes.get(s.order.nodeId) as CountersignNode;
          expect(new Set(phase.parties).size).toBe(phase.parties.length);
          expect(Object.keys(phase.votes).every((id) => phase.parties.includes(id))).toBe(true);
          expect(verdict(at, phase.parties.length, Object.values(phase.votes))).toBe("open");
        }
        if (phase.kind === "done") done += 1;
      }
      expect(s.history.map(({ seq }) => seq)).toEqual(s.history.map((_, i) => i + 1));
      expect(s.order.seq).toBe(s.history.length);
    }),
    { numRuns: 500 },
  );
  expect(steps).toBeGreaterThan(2_000);
  expect(done).toBeGreaterThan(0);
});

test("W7 a verdict is what counting every further vote by hand says", () => {
  fc.assert(
    fc.property(
      modes,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.boolean(), { maxLength: 9 }),
      (mode, percentage, parties, all) => {
        const votes = all.slice(0, parties);
        const enough = (yes: number) =>
          mode === "all" ? yes === parties : mode === "any" ? yes > 0 : yes * 100 >= percentage * parties;
        const yes = votes.filter(Boolean).length;
        const best = yes + parties - votes.length;
        const expected = enough(yes) ? "passed" : enough(best) ? "open" : "failed";
        expect(verdict({ mode, percentage }, parties, votes)).toBe(expected);
      },
    ),
    { numRuns: 5_000 },
  );
});
