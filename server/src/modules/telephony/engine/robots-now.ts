/** Calls that robots have now, as those see them who may take them over. */
import { formatDate } from "@liantai/api/contract";
import type { RobotCall } from "@liantai/api/contract/flow-editor";
import type { Clock } from "../../../ports/clock.ts";
import type { RobotsNow } from "../../../ports/engine.ts";
import { farOf, nearOf } from "../call/parties.ts";
import { collectedOf } from "../call/robot.ts";
import type { Call } from "../call/types.ts";
import { freeLine, type RobotLine } from "../robot-lines.ts";

/** Calls by the line that they hold. */
function linesUsed(calls: Iterable<Call>): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  for (const { flow } of calls) if (flow?.line) used.set(flow.line.id, (used.get(flow.line.id) ?? 0) + 1);
  return used;
}

const serves = ({ enabled, expiresOn }: RobotLine, today: string): boolean =>
  enabled && (expiresOn === "" || expiresOn >= today);

/** A robot's task has begun it, and it comes to its line yet. */
const comes = ({ placed, task, phase, flow }: Call): boolean =>
  placed !== undefined &&
  task?.type === 1 &&
  (phase.kind === "dialling" || phase.kind === "detecting" || (phase.kind === "inFlow" && flow?.line === undefined));

/** How many of these lines calls may hold, and how many are held or will be. */
export function linesTaken(calls: readonly Call[], lines: readonly RobotLine[], now: number) {
  const today = formatDate(now);
  const used = linesUsed(calls);
  const own = lines.filter((line) => serves(line, today));
  return {
    most: own.reduce((sum, { concurrency }) => sum + concurrency, 0),
    used: own.reduce((sum, { id }) => sum + (used.get(id) ?? 0), 0) + calls.filter(comes).length,
  };
}

interface CallsThere {
  get(callId: string): Call | undefined;
  ofEnterprise(compId: string): readonly Call[];
}

/** The line that a call gets: counted from the calls there are, so that nothing could be forgotten, or be left over. */
export const lineFor =
  ({ clock }: { readonly clock: Clock }, calls: CallsThere) =>
  (callId: string, lines: readonly RobotLine[]): RobotLine | undefined => {
    const own = calls.get(callId);
    const held = lines.find(({ id }) => id === own?.flow?.line?.id);
    if (held || !own) return held;
    return freeLine(lines, linesUsed(calls.ofEnterprise(own.compId)), formatDate(clock.now()));
  };

/** undefined: no robot has it. Numbers are whole. */
export function robotCall(call: Call): RobotCall | undefined {
  const { robot, flow } = call;
  if (!robot || !flow?.line) return undefined;
  const { flowId, name, robotId, robotName, since, node } = robot;
  return {
    callId: call.callId,
    number: farOf(call).number,
    accessNumber: call.accessNumber ?? null,
    flowId,
    flowName: name,
    robotId,
    robotName,
    lineId: flow.line.id,
    line: flow.line.name,
    startedAt: call.startedAt,
    since,
    node,
    variables: collectedOf(call),
    taking: call.phase.kind === "inFlow" ? takerOf(call) : null,
  };
}

function takerOf(call: Call): string | null {
  const near = nearOf(call);
  return near ? (near.agentId ?? near.administrator?.by ?? "") : null;
}

export function robotsNow(calls: readonly Call[], at: number): RobotsNow {
  const found = calls.flatMap((call) => {
    const shown = robotCall(call);
    return shown ? [{ ...shown, dialogue: call.robot?.dialogue ?? [] }] : [];
  });
  return { at, calls: found };
}
