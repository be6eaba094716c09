/** Calls to an access number: who may come in, and with what plan the call begins. */
import type { CallData, EndCause } from "@liantai/api/contract";
import type { LegId, SwitchEvent } from "../../../ports/switch.ts";
import { writings, type CallPlan, type Guest, type ServiceInfo } from "../../numbers/index.ts";
import { callOf } from "../agent-machine.ts";
import { mayReturn } from "../call/losing.ts";
import type { NewParty } from "../call/party.ts";
import type { Plan } from "../call/types.ts";
import type { Screened } from "../screening.ts";
import type { AgentSession } from "./agent-session.ts";
import { lines, networkUser } from "./outside.ts";
import { beginCall, noted, screenCall, type StartDeps } from "./call-start.ts";

export type Incoming = Extract<SwitchEvent, { type: "incoming" }>;

/** Whether a caller may come in. cause: said to the caller, who is answered. */
export interface Entry {
  readonly service: ServiceInfo;
  readonly cause?: EndCause;
  readonly screened?: Screened;
}

export const stopped = ({ enabled, arrears }: ServiceInfo): EndCause | undefined =>
  !enabled ? "suspended" : arrears ? "arrears" : undefined;

/** Whether a caller may come in through an access number: asked of the enterprise first, then of the screening. */
export async function mayEnter(
  deps: StartDeps,
  { compId, number }: Pick<CallPlan, "compId" | "number">,
  caller: string,
): Promise<Entry> {
  const service = await deps.numbers.service(compId, deps.clock.now());
  const cause = stopped(service);
  if (cause) return { service, cause };
  return { service, screened: await screenCall(deps, { compId, direction: "inbound", caller, callee: number }) };
}

export function takeIn(
  deps: StartDeps,
  callPlan: CallPlan,
  far: NewParty,
  { service, cause, screened }: Entry,
  seated?: AgentSession,
  callData?: CallData,
): void {
  const { live, targets } = deps.calls;
  const { compId, number, greeting, greetingPath, rule, recordsByHand, boostMs = 0, boosts } = callPlan;
  // Counted in the turn in which the call begins, so that two cannot take the last place.
  const over =
    (service.maxCalls > 0 && live.ofEnterprise(compId) >= service.maxCalls) ||
    (callPlan.maxCalls > 0 && live.on(number) >= callPlan.maxCalls);
  const refuse = cause ?? (over ? "overConcurrency" : undefined);
  const plan: Plan = {
    greeting,
    rule,
    boostMs,
    ...(boosts ? { boosts } : {}),
    ...(greetingPath === undefined ? {} : { greetingPath }),
    ...(refuse ? { refuse } : {}),
  };
  beginCall(
    deps,
    {
      compId,
      direction: "inbound",
      caller: far.number,
      callee: number,
      accessNumber: number,
      plan,
      routed: targets.serving(compId, callPlan.target),
      far,
      wrapUpMs: 0,
      ...(recordsByHand ? { recordsByHand } : {}),
      ...(callData ? { callData } : {}),
    },
    { ...(screened?.ok === false ? { cause: screened.cause } : {}), ...noted(screened) },
    seated,
  );
}

/** An agent who is lost at this line outside calls by himself: he takes his place in the talk again. */
function comesBack({ calls, sessions }: StartDeps, from: string, leg: LegId): boolean {
  const numbers = new Set(writings(from));
  for (const { seat, agent, agentId } of sessions.all()) {
    if (!seat.line || !writings(seat.line.phone).some((phone) => numbers.has(phone))) continue;
    const call = calls.get(callOf(agent) ?? "");
    if (call && mayReturn(call, agentId)) return calls.takeIn(call.callId, leg, { type: "calledAgain", agentId, leg });
  }
  return false;
}

/** Its number was typed, and telephones outside have numbers that the network vouches for. */
const provesNothing = (deps: StartDeps, { typed }: Guest): boolean => typed === true && deps.switch.capabilities.trunks;

/** A page is one telephone: it is in a call, or rung. A call that it was lost from it has left: who calls anew does not come back. */
function isCalling(deps: StartDeps, user: string): boolean {
  const { calls } = deps;
  const call = calls.get(calls.outsiders.byUser(user) ?? "");
  const party = call?.parties.find((each) => each.user === user && each.agentId === undefined);
  if (!party) return false;
  if (!party.lost) return true;
  const leg = party.leg ?? party.rejoin?.leg;
  if (leg !== undefined) calls.track(deps.switch.hangup(leg, "normal"));
  return false;
}

/** From a customer's page, which may call its own number alone. */
export async function fromCustomer(deps: StartDeps, leg: LegId, guest: Guest, to: string): Promise<void> {
  const { numbers, clock } = deps;
  if (isCalling(deps, guest.user)) return deps.switch.hangup(leg, "busy");
  const far = { role: "customer", number: guest.phone, user: guest.user, leg } as const;
  // Side by side: the caller hears nothing meanwhile.
  const [callPlan, entry] =
    to === guest.number
      ? await Promise.all([numbers.callPlan(to, clock.now(), guest.phone), mayEnter(deps, guest, guest.phone)])
      : [];
  if (entry && callPlan?.compId === guest.compId) {
    if (!provesNothing(deps, guest) && comesBack(deps, guest.phone, leg)) return;
    if (entry.cause === undefined && entry.screened?.ok !== false)
      await numbers.guests.calledIn(guest.user, (user) => isThere(deps, user));
    // Looked at in the turn in which the call begins, so that of two at once one is taken.
    if (isCalling(deps, guest.user)) return deps.switch.hangup(leg, "busy");
    return takeIn(deps, callPlan, far, entry, undefined, guest.callData);
  }
  if (isCalling(deps, guest.user)) return deps.switch.hangup(leg, "busy");
  beginCall(
    deps,
    { compId: guest.compId, direction: "inbound", caller: guest.phone, callee: to, far, wrapUpMs: 0 },
    { cause: to === guest.number ? "numberUnknown" : "barred" },
  );
}

/** Over a trunk. */
export async function fromNetwork(
  deps: StartDeps,
  { leg, from: caller, trunk, headers }: Pick<Incoming, "leg" | "from" | "trunk" | "headers">,
  callPlan: CallPlan,
): Promise<void> {
  const from = caller || "anonymous";
  if (comesBack(deps, from, leg)) return;
  const far = { role: "customer", number: from, user: networkUser(from), leg } as const;
  const entry = await mayEnter(deps, callPlan, from);
  return takeIn(deps, callPlan, far, entry, undefined, await dataOver(deps, trunk, headers));
}

/** What its headers say; a call is not lost over it. */
async function dataOver(
  deps: StartDeps,
  trunk: string | undefined,
  headers: Incoming["headers"],
): Promise<CallData | undefined> {
  if (trunk === undefined) return undefined;
  try {
    const data = await lines(deps).dataIn(trunk, headers);
    return Object.keys(data).length > 0 ? data : undefined;
  } catch (error) {
    deps.logger.warn({ error, trunk }, "what a trunk says of a call was not read");
    return undefined;
  }
}

/** A customer's page: open, or in a call while its socket is away. */
function isThere(deps: StartDeps, user: string): boolean {
  return deps.switch.isRegistered(user) || deps.calls.outsiders.byUser(user) !== undefined;
}
