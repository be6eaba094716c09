/** What the monitors of queues ask of the engine. Whether somebody may was asked before. */
import type { CommandReply } from "../../../ports/engine.ts";
import type { Clock } from "../../../ports/clock.ts";
import { leadsNowhere, type Numbers } from "../../numbers/index.ts";
import { farOf } from "../call/parties.ts";
import type { Call } from "../call/types.ts";
import type { QueueRequest } from "../topics.ts";
import type { Arrivals } from "./arrivals.ts";
import type { Asking } from "./asking.ts";
import type { AgentSession } from "./agent-session.ts";
import { pickUp } from "./picking-up.ts";
import { queuesNow, type QueueViewDeps } from "./queue-view.ts";
import { supervise } from "./supervision.ts";

export interface QueueVerbDeps extends QueueViewDeps {
  readonly clock: Clock;
  readonly numbers: Pick<Numbers, "target" | "callPlan">;
  readonly asking: Pick<Asking, "aim">;
  readonly arrivals: Pick<Arrivals, "makeCall">;
}

const refused = (msg: string): CommandReply => ({ code: -403, msg });
const gone: CommandReply = { code: -404, msg: "该来电已不在排队" };

async function sendOn(
  { calls, numbers, clock, asking }: QueueVerbDeps,
  { compId, callId, to, by, name }: Extract<QueueRequest, { verb: "sendOn" }>,
): Promise<CommandReply> {
  const find = () => {
    const call = calls.get(callId);
    return call?.compId === compId ? call : undefined;
  };
  const call = find();
  if (!call) return gone;
  const { number } = farOf(call);
  if (to.kind === "number" && to.id === number) return refused("不能转移到来电者自己的号码");
  const target =
    to.kind === "number" ? await asking.aim(compId, to.id) : await numbers.target(compId, to, clock.now(), number);
  if (target && "code" in target) return target;
  if (!target || target.kind === "hangup" || target.kind === "voice" || target.kind === "announcement")
    return refused("要转移到的目标不存在或已停用");
  const routed = calls.targets.serving(compId, target);
  if ("queue" in target && routed.served.length === 0) return refused(`${target.name}没有坐席签入，请选择其他目标`);
  // While the target was looked up the caller may have hung up, or a seat may have begun to ring.
  const phase = find()?.phase.kind;
  if (phase === "offering") return refused("该来电正在振铃，请稍后再试");
  if (phase !== "waiting") return gone;
  return calls.dispatch(callId, { type: "sendOn", routed, by, name }) ? { code: 1, fields: { to: target.name } } : gone;
}

/** The number has done its part: somebody has talked with the caller, or has sent him elsewhere (K20, K28). */
const hasLeftNumber = ({ talked, sentOn }: Call): boolean => talked || sentOn === true;

/** Those who wait, or are on the way into the queue, go where it leads now. */
async function divertAll(
  { calls, numbers, clock }: QueueVerbDeps,
  { compId, subject, id, by, name }: Extract<QueueRequest, { verb: "emergency" }>,
): Promise<CommandReply> {
  for (const call of calls.ofEnterprise(compId)) {
    const target = call.routed?.target;
    const queue = target && "queue" in target ? target : undefined;
    const concerned =
      subject === "number"
        ? call.accessNumber === id && !hasLeftNumber(call)
        : queue?.queue.groups.some((group) => group.id === id) === true;
    if (call.direction !== "inbound" || !concerned) continue;
    const { callId } = call;
    const { number } = farOf(call);
    const plan = subject === "number" ? await numbers.callPlan(id, clock.now(), number) : undefined;
    // Those who wait are better where they are than with a sentence.
    const next =
      subject === "number"
        ? plan && !leadsNowhere(plan) && plan.target
        : queue && (await numbers.target(compId, { kind: queue.kind, id: queue.id }, clock.now(), number));
    if (next) calls.dispatch(callId, { type: "divert", routed: calls.targets.serving(compId, next), by, name });
  }
  return { code: 1 };
}

/** From a seat that is signed in. */
function bySeat(
  { sessions }: QueueVerbDeps,
  { compId, own }: { readonly compId: string; readonly own: string },
  run: (session: AgentSession) => CommandReply | Promise<CommandReply>,
): CommandReply | Promise<CommandReply> {
  const session = sessions.get(compId, own);
  return session && session.agent.state.kind !== "offline" ? run(session) : refused("请先在上方工具条签入");
}

/** Likewise; of a seat that somebody else has do it, who must not take an agent out of anything, and who is told to him. */
async function calls(
  deps: QueueVerbDeps,
  r: Extract<QueueRequest, { verb: "callNow" | "callBack" }>,
  run: (session: AgentSession) => CommandReply | Promise<CommandReply>,
): Promise<CommandReply> {
  const { sentBy } = r;
  if (sentBy === undefined) return bySeat(deps, r, run);
  const session = deps.sessions.get(r.compId, r.own);
  if (session?.agent.state.kind !== "ready" || !session.registered)
    return refused("该坐席此刻不是空闲状态，或话机未注册");
  const reply = await run(session);
  if (reply.code === 1) deps.sessions.notify(session, "notice", { level: "info", msg: `${sentBy}安排您回拨客户` });
  return reply;
}

export async function answerQueue(r: QueueRequest, deps: QueueVerbDeps): Promise<unknown> {
  switch (r.verb) {
    case "queues":
      return queuesNow(deps, r.compId, deps.clock.now());
    case "sendOn":
      return sendOn(deps, r);
    case "pickUp":
      return bySeat(deps, r, (own) => pickUp(deps, own, r.callId));
    case "emergency":
      return divertAll(deps, r);
    case "cancelCallback":
      return deps.callbacks.cancel(r.compId, r.id, r.by, r.name);
    case "callNow":
      return calls(deps, r, (own) => deps.callbacks.callNow(own, r.id));
    case "callBack": {
      const callbackOf = { ...r.of, abandoned: true } as const;
      return calls(deps, r, (own) => deps.arrivals.makeCall(own, r.number, { callType: 1, callbackOf }));
    }
    case "join":
      return bySeat(deps, r, (own) => supervise(deps, own, r.agentId, r.mode));
  }
}
