/**
 * A call through ten nodes with its log, ours and an xstate actor with a persisted snapshot a step in turns, by CPU time; then a flow
 * of 300 nodes compiled and judged, and 500 flow tests. What is written a step is what another process needs to go on: of ours the event
 * (the state is the fold of events), of an actor its snapshot (it has effects and no fold that a library would promise). The other two
 * ways stand beside it: the whole state of ours, and the bare event of theirs. Both are killed after each event before anything is timed.
 */
import { noTools, runFlowTests, validate, type FlowTest, type Surroundings } from "@liantai/api/flows";
import { callsInFlow } from "@liantai/server/testing/flow-load";
import {
  bodyOf,
  node,
  ourKills,
  ourWaiting,
  ourWalk,
  programOf,
  tenNodes,
  theirKills,
  theirWaiting,
  theirWalk,
  type Kept,
} from "./lib/flow-walk.ts";
import { heldMb } from "./lib/held.ts";
import { compare, median, type Measured } from "./lib/result.ts";
import { inTurns, type Turns } from "./lib/turns.ts";

const rounds = 7;

/** Sessions a second of CPU. */
const perCpuSecond = (times: number, walk: (i: number) => unknown) => async (): Promise<number> => {
  const from = process.cpuUsage();
  for (let i = 0; i < times; i += 1) walk(i);
  const { user, system } = process.cpuUsage(from);
  return (times * 1_000_000) / (user + system);
};

const ms = (act: () => unknown): number => {
  const from = performance.now();
  act();
  return performance.now() - from;
};

const long = bodyOf([
  node("start", "start", { nextNodeId: "n0" }),
  ...Array.from({ length: 298 }, (_, at) =>
    node(`n${at}`, at % 3 === 0 ? "keyNav" : "play", {
      says: `第${at}段`,
      nextNodeId: at % 3 === 0 ? "" : at === 297 ? "end" : `n${at + 1}`,
      branch:
        at % 3 === 0
          ? ["1", "2"].map((key) => ({
              id: `key-${key}`,
              nodeName: key,
              nodeId: at === 297 ? "end" : `n${at + 1}`,
              dictionariesId: "",
            }))
          : [],
    }),
  ),
  node("end", "hangup"),
]);

const nothing: Surroundings = {
  existing: {},
  voices: {},
  intents: {},
  engines: { speaks: true, listens: "any" },
  inUse: [],
  expressionError: () => undefined,
  expressionNames: () => [],
  expressionFails: () => true,
  patternError: () => undefined,
};

const test: FlowTest = {
  name: "查账单",
  steps: [
    { do: "keys", value: "1" },
    { do: "say", value: "查账单" },
    { do: "keys", value: "1" },
  ],
  overrides: { vars: { caller: "13800000000", level: "1" }, interfaces: { i: { ok: true, values: { sum: 12 } } } },
  expect: [
    { what: "said", value: "12元" },
    { what: "result", value: "hangup" },
  ],
};

const compared = (what: string, { ours, theirs }: Turns<number>, reference = "xstate actor, snapshot a step") =>
  compare({ what, reference, unit: "/CPU s" }, ours, theirs);

const live = 1_000;

export async function run(): Promise<Measured> {
  ourKills();
  theirKills();
  const walk = (kept: Kept, their: Parameters<typeof theirWalk>[0] = "snapshot") =>
    inTurns(
      rounds,
      perCpuSecond(10_000, (i) => ourWalk(i, kept)),
      perCpuSecond(3_000, () => theirWalk(their)),
    );
  const [logged, noted, pure] = [await walk("events"), await walk("notes"), await walk("none")];
  const [whole, bare, unkept] = [await walk("state"), await walk("events", "events"), await walk("none", "none")];
  const held = compare(
    { what: "1,000 calls that wait, the flow's part of memory", reference: "1,000 xstate actors", unit: "MB" },
    await heldMb(async () => ourWaiting(live)),
    await heldMb(async () => theirWaiting(live)),
  );
  const program = programOf(tenNodes);
  const waiting = await heldMb(async () => {
    const calls = await callsInFlow(programOf(long), live, 41);
    calls.close();
    return calls.held;
  });
  const understood = { intentId: "i1", score: 1, secondId: "", secondScore: 0, by: "bench", slots: {} };
  const world = { understand: () => understood };
  const tests = Array.from({ length: 500 }, () => test);
  const ran = runFlowTests(program, tests, noTools, world);
  const wrong = ran.results.find(({ passed }) => !passed);
  if (wrong) throw new Error(wrong.failures.join("\n"));
  const found = validate(long, nothing);
  if (found.length > 0) throw new Error(found[0]!.text);
  return {
    name: "flows",
    compared: [
      compared("a call through ten nodes, its events logged", logged),
      compared("the same with the track in the log", noted),
      compared("the same without a log", pure),
      compared("the same with the whole state a step", whole),
      compared("the same with events on both sides", bare, "xstate actor, events logged"),
      compared("the same with nothing on either side", unkept, "xstate actor, nothing kept"),
      held,
    ],
    unit: "ms",
    goal: "five times xstate's with the log, twenty times without; 1,000 calls < 100 MB; 300 nodes compiled < 50 ms, 500 flow tests < 10 s",
    values: {
      compiled300: median(Array.from({ length: 7 }, () => ms(() => programOf(long)))),
      compiled300First: ms(() => programOf(long)),
      judged300: median(Array.from({ length: 7 }, () => ms(() => validate(long, nothing)))),
      liveCallsMb: waiting,
      tests500: ms(() => runFlowTests(program, tests, noTools, world)),
    },
  };
}
