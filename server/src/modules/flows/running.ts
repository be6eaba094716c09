/**
 * Tests of flows are run in virtual time; in and between them others have their turn (docs/protocol.md, G180). Nothing outside is asked,
 * but a recogniser where sentences are really said (G118).
 */
import { setImmediate } from "node:timers/promises";
import type { ReplyOf } from "@liantai/api/contract";
import { appliesAt, type WorkingTime } from "@liantai/api/contract/admin";
import type { flowTestApi, FlowTestBody } from "@liantai/api/contract/flow-editor";
import { epochOf } from "@liantai/api/contract";
import {
  compile,
  coverageOf,
  flowTestSteps,
  type FlowBody,
  type FlowTestResult,
  type HeardInTest,
  type Listened,
  type Program,
  type TestSaid,
  type TestWorld,
} from "@liantai/api/flows";
import type { Trx } from "../../ports/database.ts";
import { lookUpNow } from "./contents/look-up.ts";
import { besideIn } from "./contents/named.ts";
import { promptsAt } from "./contents/prompts.ts";
import type { FlowNeighbour } from "./deps.ts";
import type { FlowRow } from "./repository.ts";
import { voiceOf } from "./reading.ts";
import { timeRules } from "./surroundings-repository.ts";
import { inSlices } from "./slices.ts";
import type { SaidEars } from "./test-audio.ts";
import { flowTools } from "./tools.ts";

type Run = ReplyOf<typeof flowTestApi.run>;
export type TestResult = Run["results"][number];

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly test: FlowTestBody;
}

const notUnderstood = { intentId: "", score: 0, secondId: "", secondScore: 0, by: "", slots: {} };

/** `now` of a test: yyyy-MM-dd HH:mm, with seconds or without. */
const applies = (rule: WorkingTime, now: string): boolean => {
  const at = epochOf(now.length === 16 ? `${now}:00` : now);
  return !Number.isNaN(at) && appliesAt(rule, at).applies;
};

/** What a test of this flow asks the world about and does not answer itself, as it is now. of: with what it calls. */
export async function worldOf(
  neighbours: readonly FlowNeighbour[],
  trx: Trx,
  compId: string,
  of: FlowBody | Program,
  /** Instead of what sentences mean now. */
  understand?: TestWorld["understand"],
): Promise<TestWorld> {
  const { tables, prompts } = besideIn(of);
  const rules = new Map((await timeRules(trx, compId)).map((rule) => [rule.id, rule]));
  const listeners = understand ? [] : await Promise.all(neighbours.map((each) => each.understands?.(trx, compId)));
  const means = understand ?? listeners.find((each) => each !== undefined);
  return {
    understand: (question) => means?.(question) ?? notUnderstood,
    lookUp: await lookUpNow(trx, compId, tables),
    prompts: await promptsAt(trx, compId, prompts),
    timeRule: (ids, now) => ids.find((id) => rules.has(id) && applies(rules.get(id)!, now)) ?? "",
  };
}

/** Rows of the track of one test, and of all of one run, that a page is told. */
const mostRows = { test: 1_000, run: 50_000 } as const;

/** The beginning of it, and how many there are besides. */
function trackOf(track: FlowTestResult["track"], most: number): TestResult["track"] {
  const rows = track
    .slice(0, most)
    .map(({ action, nodeId, nodeName, content = "", at }) => ({ action, nodeId, nodeName, content, at }));
  const left = track.length - rows.length;
  if (left === 0) return rows;
  const at = track[most]?.at ?? 0;
  return [...rows, { action: "cut", nodeId: "", nodeName: "", content: `后面还有${left}步，没有列出`, at }];
}

function shown({ id }: Stored, result: FlowTestResult, rows: number): TestResult {
  const { name, passed, failures, coverage, track } = result;
  return {
    id,
    name,
    passed: passed ? 1 : 0,
    faults: [...failures],
    taken: [...coverage.exits],
    track: trackOf(track, Math.min(rows, mostRows.test)),
  };
}

/** Recognised in one run of tests, of which a page waits for the end. */
const mostSentences = 200;
const tooMany: HeardInTest = { type: "failed", reason: `一次最多识别${mostSentences}句` };

/** A test said a sentence that nobody has recognised yet. */
class Unheard extends Error {
  readonly said: TestSaid;
  readonly listened: Listened;
  constructor(said: TestSaid, listened: Listened) {
    super("a sentence is to be recognised first");
    this.said = said;
    this.listened = listened;
  }
}

/** The engine knows no waiting: a test is run up to the sentence, and from the beginning once that is recognised. */
function createHearing(ears: SaidEars) {
  const heard = new Map<string, HeardInTest>();
  const keyOf = ({ text, audioId }: TestSaid, { intents, endSilenceMs, maxMs }: Listened): string =>
    JSON.stringify([audioId === undefined ? text : { audioId }, intents, endSilenceMs, maxMs]);
  const hears: TestWorld["hears"] = (said, listened) => {
    const found = heard.get(keyOf(said, listened));
    if (!found) throw new Unheard(said, listened);
    return found;
  };
  return async (run: (hears: TestWorld["hears"]) => Promise<FlowTestResult>): Promise<FlowTestResult> => {
    for (;;)
      try {
        return await run(hears);
      } catch (error) {
        if (!(error instanceof Unheard)) throw error;
        const { said, listened } = error;
        heard.set(keyOf(said, listened), heard.size < mostSentences ? await ears(said, listened) : tooMany);
      }
  };
}

/** body: with the shared sub-processes that it calls. */
export async function runTests(
  { id: flowId, flowType, tts }: Pick<FlowRow, "id" | "flowType" | "tts">,
  body: FlowBody,
  tests: readonly Stored[],
  world: TestWorld,
  ears?: SaidEars,
): Promise<Pick<Run, "results" | "coverage">> {
  const program = compile({ flowId, versionId: "", flowType, body, voice: voiceOf(tts) });
  const hearing = ears && createHearing(ears);
  const results: TestResult[] = [];
  const covered: Pick<FlowTestResult, "coverage">[] = [];
  let rows: number = mostRows.run;
  for (const stored of tests) {
    await setImmediate();
    const { name, test } = stored;
    const once = (hears?: TestWorld["hears"]) =>
      inSlices(flowTestSteps(program, { name, ...test }, flowTools, hears ? { ...world, hears } : world));
    const result = hearing ? await hearing(once) : await once();
    // Tracks of hundreds of tests that go round and round would not fit beside each other.
    const told = shown(stored, result, rows);
    rows = Math.max(0, rows - told.track.length);
    results.push(told);
    covered.push({ coverage: result.coverage });
  }
  const { nodes, exits } = coverageOf(program, covered);
  const summed = ({ all, missing }: typeof nodes) => ({ all, missing: [...missing] });
  return {
    results,
    coverage: { nodes: summed(nodes), exits: summed(exits) },
  };
}
