/** Numbers that an agent dials: whom they reach, and the call to him. */
import type { CallData, CallDirection, EndCause } from "@liantai/api/contract";
import type { ServiceInfo } from "../../numbers/index.ts";
import { callOf } from "../agent-machine.ts";
import type { Call } from "../call/types.ts";
import { wrapUpOf } from "../call/parties.ts";
import type { NewParty } from "../call/party.ts";
import type { AgentSession } from "./agent-session.ts";
import { groupOf } from "./kept-callback.ts";
import { beginCall, noted, screenCall, type Begin, type StartDeps } from "./call-start.ts";
import { forwardsOf, hindrance } from "./forwarded.ts";
import { stopped } from "./inbound.ts";
import { whoOutside } from "./outside.ts";

export interface Target {
  readonly far: NewParty;
  readonly direction: CallDirection;
  readonly displayed?: string;
  /** That lead to a number of the network. */
  readonly trunks?: readonly string[];
  /** The access number it shows, or the group it is made for, is not recorded by itself. */
  readonly recordsByHand?: boolean;
  /** Whose concurrency counts; none: an internal call, or one that is refused anyway. */
  readonly service?: ServiceInfo;
  readonly begin: Begin;
}

interface Dialler {
  readonly compId: string;
  readonly extension: string;
  readonly agentId: string | null;
  /** It only asks: nobody is dialled, and no number counts as shown. */
  readonly asks?: true;
  /** Of a callback: whose caller it is. */
  readonly skillGroupId?: string | undefined;
}

const nobody = (number: string, cause: EndCause, begin: Begin = {}): Target => ({
  far: { role: "customer", number, user: "" },
  direction: "outbound",
  begin: { ...begin, cause },
});

/**
 * Whom a number reaches: a colleague, or somebody outside if the enterprise, limits and routes allow it. given: the number to show, which
 * is the enterprise's.
 */
export async function findTarget(deps: StartDeps, own: Dialler, number: string, given = ""): Promise<Target> {
  const { numbers, sessions } = deps;
  if (number === own.extension) return nobody(number, "barred");
  const [service, extension] = await Promise.all([
    numbers.service(own.compId, deps.clock.now()),
    numbers.extension(own.compId, number),
  ]);
  if (extension) {
    const { user, agentId } = extension;
    const session = sessions.byUser(user);
    const busy = session !== undefined && callOf(session.agent) !== undefined;
    const seat = agentId === null ? undefined : await numbers.seat(own.compId, agentId);
    const forwards = seat ? forwardsOf(seat.agentId, seat.forward, busy ? "busy" : hindrance(session, () => true)) : {};
    const free = forwards.forwarding !== undefined || !busy;
    return {
      far: { role: "agent", number, user: forwards.forwarding ? "" : user, ...forwards },
      direction: "internal",
      begin: service.enabled ? (free ? {} : { cause: "busy", inCall: true }) : { cause: "suspended" },
    };
  }
  const cause = stopped(service);
  return cause ? nobody(number, cause) : findOutside(deps, own, number, service, given);
}

async function findOutside(
  deps: StartDeps,
  { compId, agentId, asks, skillGroupId }: Dialler,
  number: string,
  service: ServiceInfo,
  given: string,
): Promise<Target> {
  const { numbers, calls } = deps;
  const shown = await numbers.displayNumber(compId, agentId ?? "");
  const screened = await screenCall(deps, {
    compId,
    direction: "outbound",
    caller: shown ?? "",
    callee: number,
    ...(agentId === null ? {} : { agentId }),
  });
  if (!screened.ok) return nobody(number, screened.cause, noted(screened));
  const allowed = screened.displayed && (await numbers.owns(compId, screened.displayed));
  // What a route, or whoever asks, wants to be shown comes before the callee's place.
  const local =
    given || allowed || !shown || asks ? undefined : await numbers.localNumber(compId, number, shown, deps.clock.now());
  const displayed = given || (allowed ? screened.displayed : (local?.number ?? shown));
  // An extension's number may be anybody's outside.
  if (!displayed)
    return nobody(number, "barred", { screened: { ok: false, text: "企业没有可外显的接入号码，无法外呼" } });
  const dialled = screened.dialled || number;
  const begin = noted(
    local ? { ...screened, reason: [screened.reason, local.text].filter(Boolean).join("；") } : screened,
  );
  const [outside, numberByHand, group] = await Promise.all([
    whoOutside(deps, compId, displayed, dialled),
    numbers.recordsByHand(compId, displayed),
    skillGroupId ? groupOf(deps, { compId, skillGroupId }) : undefined,
  ]);
  const recordsByHand = numberByHand || group?.recordsByHand;
  const nowhere = deps.switch.capabilities.trunks ? "noRoute" : "numberUnknown";
  if (outside === undefined) return { ...nobody(number, nowhere, begin), displayed };
  const { user, trunks } = outside;
  return {
    far: { role: "customer", number: dialled, user },
    direction: "outbound",
    service,
    displayed,
    trunks,
    ...(recordsByHand ? { recordsByHand } : {}),
    begin: { ...begin, ...(calls.outsiders.byUser(user) ? { cause: "busy" as const, inCall: true } : {}) },
  };
}

/** No line of the enterprise is free. */
export const isFull = (
  { calls }: StartDeps,
  compId: string,
  service: Pick<ServiceInfo, "maxCalls"> | undefined,
): boolean => service !== undefined && service.maxCalls > 0 && calls.live.ofEnterprise(compId) >= service.maxCalls;

/** What the group wants after it for which the call is made, else the best of the agent's own. */
const wrapUpAfter = ({ seat: { groups } }: AgentSession, skillGroupId: string | undefined) =>
  groups.find(({ id }) => id === skillGroupId) ?? groups[0] ?? {};

export function dial(
  deps: StartDeps,
  compId: string,
  near: NewParty,
  number: string,
  { far, direction, displayed, recordsByHand, service, begin }: Target,
  session: AgentSession | undefined,
  more: { readonly callId?: string; readonly dual?: boolean; readonly callData?: CallData } & Pick<
    Call,
    "callbackOf" | "goesOut" | "task"
  > = {},
): { readonly callId: string; readonly cause: EndCause | undefined } {
  const colleague = direction === "internal" ? deps.sessions.byUser(far.user) : undefined;
  const wrapUp = direction === "outbound" && session ? wrapUpAfter(session, more.callbackOf?.skillGroupId) : {};
  const over = isFull(deps, compId, service);
  const cause = begin.cause ?? (over ? "overConcurrency" : undefined);
  const callId = beginCall(
    deps,
    {
      compId,
      direction,
      caller: near.number,
      callee: number,
      ...(displayed ? { displayed, accessNumber: displayed } : {}),
      near,
      far,
      ...wrapUpOf(wrapUp),
      ...(recordsByHand ? { recordsByHand } : {}),
      ...more,
    },
    { ...begin, ...(cause ? { cause } : {}) },
    session,
    colleague,
  );
  return { callId, cause };
}
