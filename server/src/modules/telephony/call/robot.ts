/** A call with a robot: the line it holds, what the two say, and who takes it over (docs/protocol.md, Y16 to Y24). */
import { callDataFits, isCallDataKey, mergeCallData, type CallData } from "@liantai/api/contract";
import type { RobotCall, RobotSaid } from "@liantai/api/contract/flow-editor";
import type { FlowNote } from "@liantai/api/flows";
import type { HangupCause } from "../../../ports/switch.ts";
import { addData } from "./call-data.ts";
import type { Draft } from "./draft.ts";
import { offerEnd } from "./ending.ts";
import { limits, sentences } from "./limits.ts";
import { wrapUpOf } from "./parties.ts";
import { isPerson, type Party } from "./party.ts";
import type { RobotInput } from "./robot-types.ts";
import type { Call, CallInput } from "./types.ts";

const most = { entries: 200, text: 500 } as const;
const levelKey = "意向等级";
/** Column of a task's number. */
const numberName = "客户姓名";

/** Holds a line. */
export const isWithRobot = ({ flow }: Pick<Call, "flow">): boolean => flow?.line !== undefined;

export function robotInput(d: Draft, input: Extract<RobotInput, { type: "robotOn" | "robotOff" }>): void {
  const { flow } = d.call;
  if (!flow) return;
  const { line: held, fallback: _, ...rest } = flow;
  if (input.type === "robotOff") return held ? d.set({ flow: rest }) : undefined;
  const { line, robot, fallbackGroupId } = input;
  const fallback = fallbackGroupId === "" ? {} : { fallback: fallbackGroupId };
  d.set({ flow: { ...rest, ...fallback, ...(line ? { line } : {}) } });
  if (!line) return;
  const before = d.call.robot;
  const { dialogue = [], made = 0 } = before ?? {};
  d.set({ robot: { ...robot, since: d.now, node: "", dialogue, made } });
  const { flowId, robotId, robotName } = robot;
  // A flow that is begun again, by another process, says nothing new; one that goes over to another robot's does.
  if (line.id === held?.id && before?.flowId === flowId && before.robotId === robotId) return;
  d.note({ type: "robotTaken", flowId, robotId, robotName, lineId: line.id, line: line.name });
}

/** What a step of the flow means for who reads along. */
export function heardOfRobot(d: Draft, { action, nodeName, content = "" }: FlowNote): void {
  const { robot } = d.call;
  if (!robot || !isWithRobot(d.call)) return;
  if (action === "node") return d.set({ robot: { ...robot, node: nodeName } });
  const said = saidIn(action, content);
  if (!said) return;
  const made = robot.made + 1;
  const entry: RobotSaid = { ...said, text: said.text.slice(0, most.text), id: `r${made}`, at: d.now };
  d.set({ robot: { ...robot, made, dialogue: [...robot.dialogue, entry].slice(-most.entries) } });
}

/** Step 123 (docs/protocol.md, G177), at the node where the dialogue is. */
export function scoredOfRobot(d: Draft, scored: { readonly level: string; readonly score: number } | undefined): void {
  const { robot, flow } = d.call;
  if (!scored || !robot || !isWithRobot(d.call)) return;
  const { level, score } = scored;
  const nodeId = flow?.state?.frames.at(-1)?.node ?? "";
  const content = `${score}分${level === "" ? "" : `，${levelKey}${level}`}`;
  d.note({ type: "flowStep", step: "intention", nodeId, nodeName: robot.node, content, data: { level, score } });
}

/** Sounds that are no words are named; music and tones say nothing. */
function saidIn(action: FlowNote["action"], content: string): Pick<RobotSaid, "side" | "text"> | undefined {
  if (action === "heard") return { side: "customer", text: content };
  if (action === "keys") return { side: "customer", text: `按键${content}` };
  if (action !== "play" || content === "" || /^(music|tone)+$/.test(content)) return undefined;
  return { side: "robot", text: /^(audio)+$/.test(content) ? "（播放录音）" : content };
}

/** What the flow collects and what may stand in its log, in the flow's order. */
export function collectedOf({ robot, flow }: Pick<Call, "robot" | "flow">): RobotCall["variables"] {
  const { vars = {}, secret = [] } = flow?.state ?? {};
  return Object.entries(robot?.labels ?? {}).flatMap(([name, label]) => {
    const value = secret.includes(name) ? undefined : vars[name];
    const text = Array.isArray(value) ? value.join("、") : String(value ?? "");
    return text === "" ? [] : [{ name, label, value: text }];
  });
}

/**
 * A person gets him by the level of the dialogue: what the flow has collected travels with the call as far as there is room, and whoever
 * answers is told level and name. Before the flow is over.
 */
export function warmly(d: Draft, level: string): void {
  const name = d.call.task?.variables?.[numberName]?.trim() ?? "";
  const { callData = {} } = d.call;
  let data: CallData = { [levelKey]: level };
  for (const { name, label, value } of collectedOf(d.call)) {
    const key = isCallDataKey(label) ? label : name;
    const more = { [key]: value, ...data };
    if (callDataFits(mergeCallData(callData, more))) data = more;
  }
  addData(d, undefined, data);
  const { robot } = d.call;
  if (robot) d.set({ robot: { ...robot, whisper: `${name === "" ? "" : `${name}，`}${levelKey}${level}` } });
}

/** What whoever answers hears before the customer, once. */
export function toldWarmly(d: Draft): string {
  if (!d.call.robot) return "";
  const { whisper = "", ...robot } = d.call.robot;
  if (whisper !== "") d.set({ robot });
  return whisper;
}

/** Rings at him by himself while the robot goes on; the caller is his once he answers. */
export function takeFromRobot(d: Draft, { by, ringMs: longest }: Extract<CallInput, { type: "pickUp" }>): void {
  const { far, near } = d;
  if (!isWithRobot(d.call) || near || far.lost || !far.leg || d.find((each) => isPerson(each, by))) return d.refuse();
  const ringMs = longest ?? limits.ownLeg;
  const actor = by.agentId ?? `monitor:${by.administrator?.by}`;
  const id = d.add({ ...by, role: "agent" });
  d.set({ ringingAt: d.now, ...wrapUpOf(by), near: id });
  if (by.agentId === undefined) d.note({ type: "dialled", to: by.number }, actor, "pickedUp");
  else d.note({ type: "offered", agentId: by.agentId, ringMs, idleMs: 0 }, actor, "pickedUp");
  d.originate(id, ringMs, true);
}

/** Who wanted to take the caller from the robot. */
const taker = (d: Draft): Party | undefined => (d.call.phase.kind === "inFlow" ? d.near : undefined);

/** He does not get the caller, who stays where he is. why: as he reads it. */
export function takeOverInVain(d: Draft, cause: HangupCause, why = ""): void {
  const { near } = d;
  if (!near) return;
  if (near.leg) d.do({ do: "hangup", leg: near.leg, cause: "cancelled" });
  const reason = why === "" ? offerEnd(cause) : "customerGone";
  if (near.agentId) d.note({ type: "offerEnded", agentId: near.agentId }, d.actor(near), reason);
  else d.note({ type: "notReached", to: near.number, cause }, d.actor(near));
  d.dropNear();
  if (!near.agentId) return;
  if (why !== "") d.do({ do: "tell", agentId: near.agentId, msg: why });
  d.do({ do: "agent", agentId: near.agentId, input: { type: "offerEnded", reason, restore: true } });
}

/** The flow leads the caller elsewhere. */
export const takenElsewhere = (d: Draft): void => {
  if (taker(d)) takeOverInVain(d, "cancelled", sentences.robotMovedOn);
};

/** The flow is over for the caller, and somebody is on his way: he is waited for. True: so it is. */
export function waitsForTaker(d: Draft): boolean {
  if (!taker(d)) return false;
  d.phase({ kind: "offering", expired: false, since: d.now, ringMs: limits.ownLeg, direct: true });
  return true;
}
