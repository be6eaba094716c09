/** npm run flow:test: the tests of a flow, run and printed. Nothing outside is asked, nothing is kept. */
import { number, object, string } from "yup";
import type { Blobs } from "../../ports/blobs.ts";
import type { Database } from "../../ports/database.ts";
import type { FlowNeighbour } from "./deps.ts";
import { keptBody } from "./reading.ts";
import { enterpriseOfFlow, findFlow } from "./repository.ts";
import { runTests, worldOf } from "./running.ts";
import { linkedIn } from "./shared.ts";
import { earsOf } from "./test-audio.ts";
import { listTests } from "./tests-repository.ts";
import { listVersions, findVersion } from "./versions-repository.ts";

export interface FlowTestQuestion {
  readonly flowId: string;
  /** A number; absent: the draft. */
  readonly version?: string | undefined;
  /** 1: on real audio (docs/protocol.md, G118). */
  readonly audio?: number | undefined;
}

const question = object({
  flowId: string().required().max(64),
  version: string().matches(/^[1-9]\d{0,8}$/),
  audio: number().oneOf([0, 1]),
});

/** As it comes over the control socket, from the tool that has looked at it. */
export const parseTestQuestion = (text: string): FlowTestQuestion =>
  question.validateSync(JSON.parse(text), { strict: true });

/** Of the last line of the text: how many are red. */
export const redIn = (text: string): number => Number(/，(\d+)个失败$/.exec(text)?.[1] ?? 0);

/** Throws with a sentence where there is no such flow, or no test of it. */
export async function testFlow(
  database: Database,
  { flowId, version, audio }: FlowTestQuestion,
  neighbours: readonly FlowNeighbour[] = [],
  /** Of an installation that runs; without it nothing is said. */
  blobs?: Blobs,
): Promise<string> {
  // Who asks has the installation's data; ids of flows are the same in no two enterprises.
  const compId = await database.system((trx) => enterpriseOfFlow(trx, flowId));
  if (compId === undefined) throw new Error(`there is no flow ${flowId}`);
  const { flow, linked, tests, world } = await database.tenant(compId, async (trx) => {
    const row = (await findFlow(trx, compId, flowId))!;
    const named =
      version === undefined
        ? undefined
        : (await listVersions(trx, compId, flowId)).find((each) => each.version === Number(version));
    const found = named && (await findVersion(trx, compId, named.id));
    if (version !== undefined && !found) throw new Error(`the flow has no version ${version}`);
    const enabled = (await listTests(trx, compId, flowId)).filter((each) => each.enabled === 1);
    const drawn = await linkedIn(trx, compId, keptBody(found?.flow ?? row.draft));
    return { flow: row, linked: drawn, tests: enabled, world: await worldOf(neighbours, trx, compId, drawn) };
  });
  if (tests.length === 0) throw new Error(`flow ${flowId} has no test that is enabled`);
  const ears = audio === 1 && blobs ? earsOf({ ports: { blobs }, neighbours }, compId, flowId) : undefined;
  if (audio === 1 && !ears) throw new Error("real audio needs the running installation");
  const { results } = await runTests(flow, linked, tests, world, ears);
  const red = results.filter(({ passed }) => passed === 0).length;
  return [
    `流程「${flow.name}」${version === undefined ? "草稿" : `第${version}版`}`,
    ...results.flatMap(({ name, passed, faults }) => [
      `${passed === 1 ? "通过" : "失败"}  ${name}`,
      ...faults.map((fault) => `      ${fault}`),
    ]),
    `${results.length - red}个通过，${red}个失败`,
  ].join("\n");
}
