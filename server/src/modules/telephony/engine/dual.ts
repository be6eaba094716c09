/** 双呼: a number is called first, and when it answers a second one; the two then talk. */
import { endCauses, errors, texts, type EndCause } from "@liantai/api/contract";
import type { CommandReply } from "../../../ports/engine.ts";
import { isFree } from "../agent-machine.ts";
import type { NewParty } from "../call/party.ts";
import type { DualRequest } from "../topics.ts";
import { seatNumber } from "./agent-party.ts";
import type { AgentSession } from "./agent-session.ts";
import type { StartDeps } from "./call-start.ts";
import { dial, findTarget, type Target } from "./dialling.ts";

/** Who is called first, reserved if somebody is signed in there. */
interface First {
  readonly near: NewParty;
  readonly session?: AgentSession;
}

const refused = (msg: string): CommandReply => ({ code: -403, msg });

function reasonOf(label: string, { begin }: Target, cause: EndCause): string {
  if (begin.screened?.ok === false) return `${label}：${begin.screened.text}`;
  return cause === "arrears" ? errors.arrears.text : `${label}：${endCauses[cause]}`;
}

/** Undefined: it can be rung now. */
function seatRefusal(session: AgentSession | undefined): string | undefined {
  if (!session || session.agent.state.kind === "offline") return "坐席未签入";
  if (!session.registered) return "坐席的话机未注册";
  return isFree(session.agent) ? undefined : "坐席正在通话中";
}

function ofSeat(session: AgentSession | undefined): First | CommandReply {
  const refusal = seatRefusal(session);
  if (!session || refusal !== undefined) return refused(refusal ?? "");
  const { seat, agentId } = session;
  return { near: { role: "agent", number: seatNumber(seat), user: seat.user, agentId }, session };
}

async function findFirst(deps: StartDeps, r: DualRequest): Promise<First | CommandReply> {
  if (r.agentId) return ofSeat(deps.sessions.get(r.compId, r.agentId));
  const target = await findTarget(deps, { compId: r.compId, extension: "", agentId: null }, r.caller, r.callerDisplay);
  const { far, begin, displayed } = target;
  const session = far.role === "agent" ? deps.sessions.byUser(far.user) : undefined;
  if (session && session.agent.state.kind !== "offline") return ofSeat(session);
  if (begin.cause) return refused(reasonOf("主叫号码", target, begin.cause));
  const shown = r.callerDisplay || displayed;
  return { near: { ...far, ...(far.role === "customer" && shown ? { displayed: shown } : {}) } };
}

interface Both extends First {
  readonly second: Target;
}

async function findBoth(deps: StartDeps, r: DualRequest): Promise<Both | CommandReply> {
  const { compId, callee } = r;
  for (const [label, number] of [
    ["主叫外显号码", r.callerDisplay],
    ["被叫外显号码", r.calleeDisplay],
  ] as const)
    if (number && !(await deps.numbers.owns(compId, number))) return refused(`${label}不是本企业的接入号码`);
  const first = await findFirst(deps, r);
  if ("code" in first) return first;
  const { number } = first.near;
  if (number === callee) return refused("主叫号码和被叫号码不能相同");
  const second = await findTarget(
    deps,
    { compId, extension: number, agentId: r.agentId || null },
    callee,
    r.calleeDisplay,
  );
  if (second.begin.cause) return refused(reasonOf("被叫号码", second, second.begin.cause));
  return { ...first, second };
}

/** Once a call id: asked again, what has begun is answered and nothing is dialled. */
export async function dualCall(deps: StartDeps, r: DualRequest): Promise<CommandReply> {
  const { compId, callId, callee, calleeDisplay } = r;
  const begun: CommandReply = { code: 1, fields: { callId } };
  if (deps.calls.get(callId)) return begun;
  if (deps.eventLog.overloaded()) return refused(texts.busy);
  const both = await findBoth(deps, r);
  // Meanwhile the same question may have begun it: then whom it is about is busy with this very call.
  if (deps.calls.get(callId)) return begun;
  if ("code" in both) return both;
  const { near, session, second } = both;
  // The seat may have been offered a call.
  const late = session && seatRefusal(session);
  if (late !== undefined) return refused(late);
  const target = calleeDisplay ? { ...second, displayed: calleeDisplay } : second;
  const { cause } = dial(deps, compId, near, callee, target, session, {
    callId,
    dual: true,
    ...(r.callData ? { callData: r.callData } : {}),
  });
  return cause ? refused(reasonOf("被叫号码", second, cause)) : begun;
}
