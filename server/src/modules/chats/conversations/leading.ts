/** A conversation is led through its flow: what a step says and decides is done to it; handed over, it waits for somebody. */
import { formatDate, formatTime, minuteMs } from "@liantai/api/contract";
import type { ChatEnd } from "@liantai/api/contract/im";
import {
  flowTypes,
  promptsIn,
  type Program,
  type Prompts,
  type TransferResult,
  type TransferTo,
  type Values,
} from "@liantai/api/flows";
import { freeLine, type FlowRobots } from "../../telephony/index.ts";
import type { ConversationsDeps } from "./deps.ts";
import { beginLine, stepLine } from "./line.ts";
import type { LineContext, LineEvent, LineLoad, LineStep } from "./line-types.ts";
import { groupsOfQueue, seatMeant } from "./names-repository.ts";
import { lineHeldBy, linesHeld, lockLines } from "./repository.ts";
import type { Turn } from "./turn.ts";

/** Transfers one after the other, each refused. */
const mostRefusals = 20;

/** Of a flow that ended by a fault. */
const faults: ReadonlySet<string> = new Set(["failed", "loop", "noRobot"]);

/** A program with what stands beside it as it is when the conversation begins. */
export interface Entering {
  readonly program: Program;
  readonly prompts: Prompts;
  /** Of a robot's flow. */
  readonly robots: FlowRobots | undefined;
}

type Deps = Pick<ConversationsDeps, "ports" | "flows" | "assignment" | "pages">;

/** Outside of any transaction. undefined: it is not published. */
export async function enteringOf(
  { flows }: Pick<Deps, "flows">,
  compId: string,
  flowId: string,
  visitorId: string,
  began: number,
): Promise<Entering | undefined> {
  // The visitor stands for the number of a caller: shares of versions fall to him by it, every time to the same.
  const program = await flows.resolve(compId, flowId, visitorId);
  if (!program) return undefined;
  return {
    program,
    prompts: await flows.prompts(compId, promptsIn(program), began),
    robots: program.flowType === flowTypes.robot ? await flows.robots(compId, flowId) : undefined,
  };
}

const contextOf = ({ flows }: Pick<Deps, "flows">, { now }: Turn, program: Program): LineContext => ({
  program,
  tools: flows.tools,
  now,
});

const systemOf = ({ flows }: Pick<Deps, "flows">, { session, site, now }: Turn): Values => ({
  ...flows.place(""),
  ...{ caller: "", callee: "", customerNumber: "", taskId: "" },
  accessNumber: site.webName,
  callId: session.id,
  now: formatTime(now),
});

/** False: there is no line for it. */
async function takeLine(turn: Turn, robots: FlowRobots | undefined): Promise<boolean> {
  if (!robots) {
    turn.set({ robotLineId: "" });
    return true;
  }
  const { compId, robotLineId } = turn.session;
  if (robots.lines.some(({ id }) => id === robotLineId)) return true;
  await lockLines(turn.trx, compId);
  const line = freeLine(robots.lines, await linesHeld(turn.trx, compId), formatDate(turn.now));
  turn.set({ robotLineId: line?.id ?? "" });
  if (line) await lineHeldBy(turn.trx, turn.session);
  return line !== undefined;
}

/** load: of a flow that leads over to this one. */
export async function begin(
  d: Deps,
  turn: Turn,
  { program, prompts, robots }: Entering,
  load?: LineLoad,
): Promise<void> {
  const noLine = !(await takeLine(turn, robots));
  const vars = { ...load?.vars, ...systemOf(d, turn) };
  const given = { seed: d.ports.random.int(2 ** 31), vars, masks: load?.masks, prompts, noLine };
  apply(turn, beginLine(contextOf(d, turn, program), given, turn.flow));
  await handOver(d, turn, program);
}

export async function advance(d: Deps, turn: Turn, program: Program, event: LineEvent): Promise<void> {
  if (!turn.flow) return;
  apply(turn, stepLine(contextOf(d, turn, program), turn.flow, event));
  await handOver(d, turn, program);
}

/** Its visitor is gone. */
export function hangUp(d: Deps, turn: Turn, program: Program | undefined, reason: ChatEnd): void {
  const step =
    turn.flow &&
    program &&
    stepLine(contextOf(d, turn, program), turn.flow, { type: "flow", event: { type: "hungUp" } });
  if (step) {
    turn.flow = step.flow;
    for (const out of step.out) if (out.say === "note") turn.robot(out);
  }
  turn.close(reason);
  if (!step || step.ended !== undefined) turn.flow = undefined;
}

function apply(turn: Turn, { flow, out, score, ended }: LineStep): void {
  const gone = turn.session.status === "closed";
  turn.flow = flow;
  if (turn.session.status === "waiting" && !flow.transfer && ended === undefined) backInFlow(turn);
  for (const each of out) if (!gone || each.say === "note") turn.robot(each);
  if (score !== undefined) turn.set({ score });
  if (ended === undefined) return;
  if (gone) turn.leaveFlow();
  else turn.close(faults.has(ended) ? "failed" : "flow");
}

const nobody = { skillGroupId: "", askedAgentId: "", queuedAt: null, waitUntil: null, priorityMs: 0 } as const;

function backInFlow(turn: Turn): void {
  turn.set({ status: "flow", ...nobody });
  turn.tellVisitor();
  turn.changed = true;
}

async function handOver(d: Deps, turn: Turn, program: Program): Promise<void> {
  for (let refused = 0; refused < mostRefusals; refused++) {
    const transfer = turn.flow?.transfer;
    if (!transfer || turn.session.status !== "flow") return;
    const result = await reach(d, turn, transfer.to);
    if (result === undefined || !turn.flow) return;
    const event = { type: "transferEnded", id: transfer.id, result } as const;
    apply(turn, stepLine(contextOf(d, turn, program), turn.flow, { type: "flow", event }));
  }
  if (turn.flow?.transfer && turn.session.status === "flow") turn.close("failed");
}

/** undefined: it waits. */
async function reach(d: Pick<Deps, "assignment">, turn: Turn, to: TransferTo): Promise<TransferResult | undefined> {
  const { trx, session } = turn;
  switch (to.kind) {
    case "skillGroup":
    case "dispatchQueue": {
      const { kind, id, priority, maxWaitMs } = to;
      const groups = kind === "skillGroup" ? [id] : await groupsOfQueue(trx, session.compId, id);
      // The group of a dialling task: a conversation is none's.
      if (id === "") return "failed";
      return waitForGroup(d, turn, groups, { priorityMs: priority * minuteMs, mostMs: maxWaitMs });
    }
    case "seat": {
      const agentId = await seatMeant(trx, session.compId, to.id);
      if (agentId === "") return "absent";
      const { maxWaiting } = turn.site;
      const refusal = await d.assignment().refusal(trx, session.compId, { skillGroupId: "", agentId, maxWaiting });
      if (refusal !== undefined) return refusal === "full" ? "busy" : refusal;
      wait(turn, { skillGroupId: "", askedAgentId: agentId, priorityMs: 0, mostMs: to.ringMs });
      return undefined;
    }
    case "extension":
    case "outside":
      return "failed";
  }
}

/** In the first of them that somebody serves. mostMs 0: as long as it takes. */
export async function waitForGroup(
  { assignment }: Pick<Deps, "assignment">,
  turn: Turn,
  groups: readonly string[],
  { priorityMs, mostMs }: { readonly priorityMs: number; readonly mostMs: number },
): Promise<"absent" | "full" | undefined> {
  const { compId } = turn.session;
  let worst: "absent" | "full" = "absent";
  for (const skillGroupId of groups) {
    const wanted = { skillGroupId, agentId: "", maxWaiting: turn.site.maxWaiting };
    const refusal = await assignment().refusal(turn.trx, compId, wanted);
    if (refusal === undefined) {
      wait(turn, { skillGroupId, askedAgentId: "", priorityMs, mostMs });
      return undefined;
    }
    if (refusal !== "absent") worst = "full";
  }
  return worst;
}

interface Wanted {
  readonly skillGroupId: string;
  readonly askedAgentId: string;
  readonly priorityMs: number;
  readonly mostMs: number;
}

function wait(turn: Turn, { mostMs, ...whom }: Wanted): void {
  const { now } = turn;
  const waitUntil = mostMs > 0 ? new Date(now + mostMs) : null;
  turn.set({ status: "waiting", ...whom, queuedAt: new Date(now), waitUntil, robotLineId: "" });
  turn.tellVisitor();
  turn.changed = true;
}

/** Whom it waits for is there no more: what its flow does then, or the end, of a message that was left, too. */
export async function absent(d: Deps, turn: Turn, program: Program | undefined): Promise<void> {
  const transfer = turn.flow?.transfer;
  if (program && transfer) {
    const event = { type: "transferEnded", id: transfer.id, result: "absent" } as const;
    return advance(d, turn, program, { type: "flow", event });
  }
  turn.close("absent");
  turn.leaveFlow();
}

const waitsHere = async ({ pages }: Deps, { session }: Turn): Promise<boolean> =>
  session.status === "waiting" && ((await pages?.().visitorHere(session.compId, session.visitorId)) ?? false);

/** What has fallen due of it by now. */
export async function fallDue(d: Deps, turn: Turn, program: Program | undefined): Promise<void> {
  const { status, leftMessage, waitUntil } = turn.session;
  if (turn.flow && !program) {
    turn.close("failed");
    return turn.leaveFlow();
  }
  const transfer = turn.flow?.transfer;
  const waited = status === "waiting" && leftMessage === 0 && (waitUntil?.getTime() ?? Infinity) <= turn.now;
  if (program && transfer && waited) {
    const result = transfer.to.kind === "seat" ? "noAnswer" : "timeout";
    await advance(d, turn, program, { type: "flow", event: { type: "transferEnded", id: transfer.id, result } });
  }
  if (program) await advance(d, turn, program, { type: "due" });
  if (turn.session.status === "closed" || turn.session.leftMessage === 1 || !turn.isSilent) return;
  // Who waits for us at his page is not silent: he counts as heard now.
  if (await waitsHere(d, turn)) return turn.set({ heardAt: new Date(turn.now) });
  hangUp(d, turn, program, "idle");
}
