/** A flow that a robot speaks: its line, its voice and its ears (docs/protocol.md, Y16 and Y20). */
import type { FlowVoice, Program } from "@liantai/api/flows";
import type { Call, CallInput } from "../call/types.ts";
import type { FlowRobots, RobotLine } from "../robot-lines.ts";

interface LineDeps {
  line(callId: string, lines: readonly RobotLine[]): RobotLine | undefined;
  dispatch(callId: string, input: CallInput): void;
}

const labelsOf = ({ variables }: Program): Readonly<Record<string, string>> =>
  Object.fromEntries(variables.map(({ vName, vAlias }) => [vName, vAlias]));

/**
 * Decided and said in one go: two calls that come together see each other. robots: undefined of a flow that is no robot's. False: no line
 * is free.
 */
export function takeLine(
  d: LineDeps,
  { callId, flow }: Call,
  program: Program,
  robots: FlowRobots | undefined,
): boolean {
  if (!robots) {
    d.dispatch(callId, { type: "robotOff" });
    return true;
  }
  const line = d.line(callId, robots.lines);
  const { id: robotId = "", name: robotName = "", tts = "", asr = "", fallbackGroupId = "" } = robots.robot ?? {};
  d.dispatch(callId, {
    type: "robotOn",
    line: line ? { id: line.id, name: line.name } : null,
    robot: { flowId: program.flowId, name: flow?.name ?? "", robotId, robotName, tts, asr, labels: labelsOf(program) },
    fallbackGroupId,
  });
  return line !== undefined;
}

/** With the robot's voice instead of the flow's own. tts: JSON of a FlowVoice; '': none. */
export const voiced = (program: Program, tts: string): Program =>
  tts === "" ? program : { ...program, voice: JSON.parse(tts) as FlowVoice };
