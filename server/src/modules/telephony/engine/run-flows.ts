/** The runner of an enterprise's calls in flows, put together. */
import { farOf } from "../call/parties.ts";
import type { Call, CallInput } from "../call/types.ts";
import { noFlows } from "../flows.ts";
import { publish } from "../../topics.ts";
import { writeNote } from "./call-log.ts";
import type { EngineDeps } from "./deps.ts";
import { FlowAlarms } from "./flow-alarms.ts";
import { FlowRunner } from "./flow-runner.ts";
import { lineFor } from "./robots-now.ts";

export type { FlowRunner } from "./flow-runner.ts";

interface CallsOfFlows {
  dispatch(callId: string, input: CallInput): boolean;
  track(work: Promise<unknown>): void;
  get(callId: string): Call | undefined;
  ofEnterprise(compId: string): readonly Call[];
}

export const flowRunner = (deps: EngineDeps, calls: CallsOfFlows): FlowRunner =>
  new FlowRunner({
    ...deps,
    alarms: new FlowAlarms({
      clock: deps.clock,
      tell: (compId, message) =>
        calls.track(publish(deps.broker, "message.send", { to: { compId, administrators: true }, message })),
    }),
    dispatch: (callId, input) => void calls.dispatch(callId, input),
    track: (work) => calls.track(work),
    line: lineFor(deps, calls),
    flows: deps.flows ?? noFlows,
    written: () => deps.eventLog.written(),
    note: (of, fact) => writeNote(deps, of, { actor: "engine", fact }),
    refused: (of, by) => {
      const { compId, callId, task } = of;
      writeNote(deps, of, { actor: "engine", fact: { type: "callsRefused", by } });
      const who = { taskId: task?.id ?? "", phoneId: task?.phoneId ?? "", number: farOf(of).number };
      calls.track(publish(deps.broker, "call.refused", { compId, callId, ...who, by }));
    },
    gathered: (of, what, late) => {
      const { compId, callId, flow } = of;
      const name = flow?.name ?? "";
      writeNote(deps, of, { actor: "engine", fact: { type: "flowGathered", name, ...what } });
      if (late)
        calls.track(deps.eventLog.flush().then(() => publish(deps.broker, "flow.gathered", { compId, callId })));
    },
  });
