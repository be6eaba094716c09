/**
 * Load for bench/flows.ts: calls that are in a flow and wait for a key, with all that the engine keeps of each: the call with its flow's
 * state, the runner's session, its timers. Legs, their audio and the database are left out.
 */
import type { FlowEvent, Program } from "@liantai/api/flows";
import { createSystemClock, createSystemRandom } from "../../../adapters/embedded/clock/index.ts";
import { step } from "../call-machine.ts";
import type { Call, CallEffect, CallInput } from "../call/types.ts";
import { FlowRunner } from "../engine/flow-runner.ts";
import { noFlows } from "../flows.ts";
import { firstParties } from "../call/parties.ts";
import { bareCall } from "./bare.ts";

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const callIn = (program: Program, at: number): Call => ({
  ...bareCall,
  callId: `call-${at}`,
  direction: "inbound",
  ...firstParties({ role: "customer", number: `138${10_000_000 + at}`, user: `guest-${at}`, leg: `leg-${at}` }),
  phase: { kind: "inFlow" },
  flow: { flowId: program.flowId, name: "流程", asks: {} },
});

/** Each after so many events of its flow. Rejects where one is out of it. */
export async function callsInFlow(
  program: Program,
  count: number,
  events: number,
): Promise<{ readonly held: readonly unknown[]; close(): void }> {
  const clock = createSystemClock();
  const calls = new Map<string, Call>();
  const timers = new Map<string, { cancel(): void }>();

  function effect(call: Call, e: CallEffect): void {
    const name = e.do === "timer" || e.do === "clearTimer" ? `${call.callId}/${e.name}` : "";
    if (e.do === "flow") runner.run(call, e);
    if (e.do === "clearTimer") timers.get(name)?.cancel();
    if (e.do === "timer")
      timers.set(
        name,
        clock.after(e.ms, () => undefined),
      );
  }
  function dispatch(callId: string, input: CallInput): void {
    const next = step(calls.get(callId)!, input, clock.now());
    calls.set(callId, next.call);
    for (const each of next.effects) effect(next.call, each);
  }
  const runner: FlowRunner = new FlowRunner({
    flows: { ...noFlows, resolve: async () => program },
    clock,
    random: createSystemRandom(clock),
    switch: { fork: async () => () => undefined },
    speech: { watchSilence: async () => ({ push: () => undefined, close: () => undefined }) },
    logger: silent,
    refused: () => undefined,
    dispatch,
    line: () => undefined,
    alarms: { watch: () => undefined, asked: () => undefined },
    note: () => undefined,
    gathered: () => undefined,
    written: async () => undefined,
    track: () => undefined,
  });
  /** What its caller does: hears the wording to its end, else presses 1. */
  function next(callId: string): void {
    const { state } = calls.get(callId)!.flow ?? {};
    const [id] = Object.entries(state?.open ?? {}).find(([, kind]) => kind === "play") ?? [];
    const event: FlowEvent =
      id === undefined ? { type: "digit", digit: "1" } : { type: "playDone", id, reason: "finished" };
    runner.run(calls.get(callId)!, { do: "flow", event });
  }

  for (let at = 0; at < count; at++) {
    const call = callIn(program, at);
    calls.set(call.callId, call);
    runner.run(call, { do: "flow", event: { type: "begin", vars: {} } });
    // Its program is looked up.
    await new Promise((resolve) => setImmediate(resolve));
    for (let done = 0; done < events; done++) next(call.callId);
    const { flow } = calls.get(call.callId)!;
    if (!flow?.state || flow.state.over) throw new Error(`${call.callId} is out of its flow`);
  }
  return {
    held: [calls, timers, runner],
    close: () => timers.forEach((timer) => timer.cancel()),
  };
}
