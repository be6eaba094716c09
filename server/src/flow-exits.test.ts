/**
 * Every exit of every node type over the wire (acceptance check E1 of flows): one flow with all 27 types, made by the contract's calls, and
 * callers who take each exit once. testing/flow-calls/exits/ has the table.
 */
import { flowReplayApi } from "@liantai/api/contract/flow-editor";
import type { ReplyOf } from "@liantai/api/contract";
import { nodeTypeList } from "@liantai/api/flows";
import { sounding } from "./testing/flow-calls/drawing.ts";
import { asking } from "./testing/flow-calls/exits/asking.ts";
import { kindOf, kindsOf } from "./testing/flow-calls/exits/contract-kinds.ts";
import { deciding } from "./testing/flow-calls/exits/deciding.ts";
import { drawn } from "./testing/flow-calls/exits/draw.ts";
import { heard, type ExitCase, type World } from "./testing/flow-calls/exits/exit-case.ts";
import { leading } from "./testing/flow-calls/exits/leading.ts";
import { openSystems, outward, texted, type Systems } from "./testing/flow-calls/exits/outward.ts";
import { speaking } from "./testing/flow-calls/exits/speaking.ts";
import { expected, Walkers } from "./testing/flow-calls/exits/walking.ts";
import { until } from "./testing/processes.ts";
import { Studio } from "./testing/flow-calls/studio.ts";

/** They are all under way at once, and one test may wait for the calls of all others before its own. */
const patienceMs = 600_000;

let studio: Studio;
let systems: Systems;
let cases: readonly ExitCase[];
let walkers: Walkers;
let flowId = "";

beforeAll(async () => {
  [studio, systems] = await Promise.all([Studio.open(), openSystems()]);
  const [which, typed, short, long] = await Promise.all([
    studio.voice({ hz: heard.which, ms: 300 }),
    studio.voice({ hz: heard.typed, ms: 300 }),
    studio.voice({ hz: heard.node, ms: 300 }),
    studio.voice({ hz: heard.node, ms: 1_500 }),
  ]);
  let number = "";
  const world: World = {
    ...{ studio, voiceId: short, number: () => number },
    ...{ short: () => sounding(short), long: () => sounding(long) },
  };
  // Those that take long come first.
  cases = [
    ...(await leading(world)),
    ...(await speaking(world)),
    ...(await asking(world)),
    ...(await outward(world, systems)),
    ...(await deciding(world)),
  ];
  flowId = await studio.flow(drawn(cases, { which, typed }));
  number = await studio.number(flowId);
  walkers = new Walkers(studio, number, cases);
  walkers.start();
});
afterAll(async () => {
  await studio?.close();
  await systems?.close();
});

test("E1 the table has every type, and each kind of exit that the contract gives it", () => {
  expect(nodeTypeList).toHaveLength(27);
  for (const type of nodeTypeList) {
    const own = cases.filter((each) => each.type === type.type);
    const kinds = own.flatMap(({ config = {}, exits }) => Object.keys(exits).map((exit) => kindOf(type, config, exit)));
    // The start has been gone through by all.
    const taken = type.type === "start" ? ["next"] : [...new Set(kinds)].sort();
    expect([type.type, taken]).toEqual([type.type, kindsOf(type)]);
    expect([type.type, type.type === "start" || own.length > 0]).toEqual([type.type, true]);
  }
});

// The table is made with ids that are not known before; the types are.
test.each(nodeTypeList.map(({ type }) => type).filter((type) => type !== "start"))(
  "E1 %s: each of its exits is taken, and the track has every node in order",
  async (type) => {
    const own = cases.filter((each) => each.type === type);
    for (const each of own)
      for (const exit of [...Object.keys(each.exits), ...Object.keys(each.ways ?? {})])
        expect([each.id, exit, await walkers.walked(each, exit)]).toEqual([each.id, exit, expected(cases, each, exit)]);
  },
  patienceMs,
);

test("E1 the product's own counters know no exit that leads somewhere and was not taken", async () => {
  const { nodes } = await studio.admin.post<ReplyOf<typeof flowReplayApi.counters>>(flowReplayApi.counters.path, {
    ...{ flowId, days: 1 },
  });
  const counted = new Map(nodes.map((each) => [each.nodeId, each.branches]));
  for (const each of cases)
    for (const exit of Object.keys(each.exits)) {
      const count = counted.get(each.id)?.find((branch) => branch.exit === exit)?.count ?? 0;
      expect([each.id, exit, count > 0]).toEqual([each.id, exit, true]);
    }
});

test("E1 the other systems were told what the callers typed: the interface each wish, the gateway the message", async () => {
  await until("the message", () => systems.told("/sms").some((text) => text.includes(texted)));
  const wanted = systems.told("/ask").map((text) => (JSON.parse(text) as { readonly want: string }).want);
  expect([...new Set(wanted)].sort()).toEqual(["1", "2", "3"]);
});
