/**
 * What a change of an intent does to flows that calls are led through: their tests with sentences as they will be understood
 * (docs/protocol.md, I19). Nothing outside is asked, nothing is kept.
 */
import { flowTypes, type TestWorld } from "@liantai/api/flows";
import type { Trx } from "../../ports/database.ts";
import type { FlowDeps } from "./deps.ts";
import { keptBody } from "./reading.ts";
import { findFlow } from "./repository.ts";
import { runTests, worldOf } from "./running.ts";
import { linkedIn } from "./shared.ts";
import { listTests } from "./tests-repository.ts";
import { dependentsOf, type Dependent } from "./uses-repository.ts";
import { findVersion } from "./versions-repository.ts";

type Understand = TestWorld["understand"];

/** before, after: what sentences mean; asked for at most once, where there is a test to run. */
export interface IntentChange {
  readonly intentId: string;
  readonly before: () => Understand;
  readonly after: () => Understand;
}

export interface Regression {
  /** Tests that were run, and those that were not, for there are too many. */
  readonly run: number;
  readonly left: number;
  /** They pass now and will not. */
  readonly failed: readonly {
    readonly flowId: string;
    readonly flowName: string;
    readonly version: number;
    readonly id: string;
    readonly name: string;
    readonly faults: readonly string[];
  }[];
}

/** Somebody waits for them. */
const mostTests = 1_000;

/** An index of all intents is behind it. */
function once(make: () => Understand): () => Understand {
  let made: Understand | undefined;
  return () => (made ??= make());
}

/** Versions that calls are led through and that listen for it, themselves or in shared sub-processes that they call. */
async function versionsNaming(trx: Trx, compId: string, intentId: string): Promise<readonly Dependent[]> {
  const found = new Map<string, Dependent>();
  let next = await dependentsOf(trx, compId, "intent", [intentId]);
  while (next.length > 0) {
    const fresh = next.filter(({ versionId }) => versionId !== "" && !found.has(versionId));
    for (const each of fresh) found.set(each.versionId, each);
    const shared = fresh.filter(({ flowType }) => flowType === flowTypes.shared).map(({ flowId }) => flowId);
    next = await dependentsOf(trx, compId, "sharedFlow", [...new Set(shared)]);
  }
  return [...found.values()].sort((one, other) => one.flowName.localeCompare(other.flowName, "zh"));
}

export async function regressionOf(
  {
    ports: { database },
    neighbours,
  }: Pick<FlowDeps, "neighbours"> & { readonly ports: Pick<FlowDeps["ports"], "database"> },
  compId: string,
  { intentId, ...means }: IntentChange,
): Promise<Regression> {
  const [before, after] = [once(means.before), once(means.after)];
  const versions = await database.tenant(compId, (trx) => versionsNaming(trx, compId, intentId));
  let [run, left] = [0, 0];
  const failed: Regression["failed"][number][] = [];
  for (const { flowId, versionId } of versions) {
    const seen = await database.tenant(compId, async (trx) => {
      const [flow, found] = [await findFlow(trx, compId, flowId), await findVersion(trx, compId, versionId)];
      const tests = (await listTests(trx, compId, flowId)).filter(({ enabled }) => enabled === 1);
      if (flow?.enabled !== 1 || !found || tests.length === 0) return undefined;
      const linked = await linkedIn(trx, compId, keptBody(found.flow));
      const world = await worldOf(neighbours, trx, compId, linked, after());
      return { flow: { ...flow, tts: found.tts }, version: found.version, linked, tests, world };
    });
    if (!seen) continue;
    const { flow, version, linked, world } = seen;
    const tests = seen.tests.slice(0, mostTests - run);
    left += seen.tests.length - tests.length;
    run += tests.length;
    const red = (await runTests(flow, linked, tests, world)).results.filter(({ passed }) => passed === 0);
    if (red.length === 0) continue;
    // What is red as it is, is no doing of the change.
    const ids = new Set(red.map(({ id }) => id));
    const was = await runTests(
      flow,
      linked,
      tests.filter(({ id }) => ids.has(id)),
      { ...world, understand: before() },
    );
    const green = new Set(was.results.filter(({ passed }) => passed === 1).map(({ id }) => id));
    for (const { id, name, faults } of red)
      if (green.has(id)) failed.push({ flowId, flowName: flow.name, version, id, name, faults });
  }
  return { run, left, failed };
}
