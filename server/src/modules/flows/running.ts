/** Tests of flows are run in virtual time; between two of them others have their turn. */
import { setImmediate } from "node:timers/promises";
import type { ReplyOf } from "@liantai/api/contract";
import type { flowTestApi } from "@liantai/api/contract/flow-editor";
import { compile, runFlowTest, type FlowBody, type FlowTest } from "@liantai/api/flows";
import type { FlowRow } from "./repository.ts";
import { voiceOf } from "./reading.ts";
import { flowTools } from "./tools.ts";

export type TestResult = ReplyOf<typeof flowTestApi.run>["results"][number];

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly test: object;
  readonly enabled: number;
}

export const testFault = (_test: object): string | undefined => undefined;

export async function runTests(flow: FlowRow, body: FlowBody, tests: readonly Stored[]): Promise<TestResult[]> {
  const { id: flowId, flowType, tts } = flow;
  const program = compile({ flowId, versionId: "", flowType, body, voice: voiceOf(tts) });
  const results: TestResult[] = [];
  for (const { id, name, test } of tests) {
    await setImmediate();
    const { passed, faults } = runFlowTest(program, test as FlowTest, flowTools, undefined);
    results.push({ id, name, passed: passed ? 1 : 0, faults, taken: [], track: [] });
  }
  return results;
}

export const coverageOf = (_body: FlowBody, _results: readonly TestResult[]) => ({ taken: 0, exits: 0 });
