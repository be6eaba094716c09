/** Flow tests (decision 078): run on publish, by press and from the command line; pure, in virtual time. */
import type { Program } from "../program.ts";
import type { Tools } from "../tools.ts";
import { isLinked, ownName } from "../shared/names.ts";
import { textOf } from "../values.ts";
import { answer } from "./answer.ts";
import { act, doings } from "./act.ts";
import { testResultText } from "./results.ts";
import { VirtualCall, type Steps } from "./call.ts";
import type { Coverage, Expectation, FlowTest, FlowTestResult, TestWorld } from "./types.ts";

export type * from "./types.ts";
export { testResults } from "./results.ts";

function failure(call: VirtualCall, expected: Expectation): string | undefined {
  switch (expected.what) {
    case "said": {
      const was = call.said.some((said) => said.includes(expected.value));
      if (was === !expected.not) return undefined;
      return expected.not
        ? `不应播报“${expected.value}”`
        : `没有播报“${expected.value}”，播报的是：${call.said.join("；") || "无"}`;
    }
    case "node": {
      const was = call.track.some(
        ({ action, nodeId, nodeName }) =>
          action === "node" && [nodeId, ownName(nodeId), nodeName].includes(expected.value),
      );
      if (was === !expected.not) return undefined;
      return expected.not ? `不应经过节点“${expected.value}”` : `没有经过节点“${expected.value}”`;
    }
    case "variable": {
      const { vars } = call.state;
      const own = textOf(Object.hasOwn(vars, expected.name) ? vars[expected.name] : undefined);
      return own === expected.value ? undefined : `变量“${expected.name}”应为“${expected.value}”，实际为“${own}”`;
    }
    case "target":
      return call.target === expected.value
        ? undefined
        : `应转到“${expected.value}”，实际为“${call.target || "没有转接"}”`;
    case "result":
      return call.result === expected.value
        ? undefined
        : `结果应为“${testResultText(expected.value)}”，实际为“${testResultText(call.result)}”`;
  }
}

function covered(call: VirtualCall): Coverage {
  const nodes = new Set<string>();
  const exits = new Set<string>();
  for (const { action, nodeId, data } of call.track) {
    if (action === "node") nodes.add(nodeId);
    if (action === "branch" && typeof data?.["exit"] === "string") exits.add(`${nodeId}:${data["exit"]}`);
  }
  return { nodes: [...nodes], exits: [...exits] };
}

/** A test in steps: it stops behind each event of its call. */
export function* flowTestSteps(
  program: Program,
  test: FlowTest,
  tools: Tools,
  world: TestWorld,
): Steps<FlowTestResult> {
  const { overrides } = test;
  const call = new VirtualCall(program, overrides, tools, (ask) => answer(ask, overrides, world), {
    prompts: world.prompts,
  });
  const failures: string[] = [];
  for (const [at, doing] of test.steps.entries()) {
    const why = yield* act(call, doing, world.hears);
    if (why !== undefined) failures.push(`第${at + 1}步（${doings[doing.do]}）：${why}`);
    if (why !== undefined) break;
  }
  yield* call.settle();
  failures.push(...test.expect.flatMap((expected) => failure(call, expected) ?? []));
  return { name: test.name, passed: failures.length === 0, failures, track: call.track, coverage: covered(call) };
}

/** All of it at once. */
export function ended<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export const runFlowTest = (program: Program, test: FlowTest, tools: Tools, world: TestWorld): FlowTestResult =>
  ended(flowTestSteps(program, test, tools, world));

export interface SummedCoverage {
  readonly nodes: { readonly all: number; readonly missing: readonly string[] };
  readonly exits: { readonly all: number; readonly missing: readonly string[] };
}

/**
 * Of all tests together: what of the flow none of them came to. Exits are those that lead somewhere. Shared sub-processes have tests of
 * their own.
 */
export function coverageOf(program: Program, results: readonly Pick<FlowTestResult, "coverage">[]): SummedCoverage {
  const own = Object.values(program.subs)
    .filter(({ id }) => !isLinked(id))
    .flatMap(({ nodes }) => Object.values(nodes));
  const nodes = own.map(({ id }) => id);
  const exits = own.flatMap(({ id, exits }) => Object.keys(exits).map((exit) => `${id}:${exit}`));
  const left = (all: readonly string[], what: "nodes" | "exits") => {
    const reached = new Set(results.flatMap(({ coverage }) => coverage[what]));
    return { all: all.length, missing: all.filter((each) => !reached.has(each)) };
  };
  return { nodes: left(nodes, "nodes"), exits: left(exits, "exits") };
}

export const runFlowTests = (
  program: Program,
  tests: readonly FlowTest[],
  tools: Tools,
  world: TestWorld,
): { readonly results: readonly FlowTestResult[]; readonly coverage: SummedCoverage } => {
  const results = tests.map((test) => runFlowTest(program, test, tools, world));
  return { results, coverage: coverageOf(program, results) };
};
