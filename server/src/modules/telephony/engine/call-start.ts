/** What every new call goes through: the screening, then its beginning in one turn with its agents. */
import { endCauses, type EndCause } from "@liantai/api/contract";
import type { NewParty } from "../call/party.ts";
import { farId, firstParties } from "../call/parties.ts";
import type { Decided } from "../call/offer-input.ts";
import type { Call, Phase } from "../call/types.ts";
import type { CallQuestion, Screened } from "../screening.ts";
import type { AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import type { Calls } from "./calls.ts";
import type { EngineDeps } from "./deps.ts";
import type { Echo } from "./echo.ts";

export interface StartDeps extends EngineDeps {
  readonly calls: Calls;
  readonly sessions: AgentSessions;
  readonly echo: Echo;
}

/** How a call begins: why it is refused, and what the screening said. */
export interface Begin {
  readonly cause?: EndCause;
  /** Who is called is in another call of ours. */
  readonly inCall?: boolean;
  readonly screened?: { readonly ok: boolean; readonly text: string };
  /** It was refused whenever it is asked again. */
  readonly forGood?: boolean;
  /** Who opened a meeting, as the log names him. */
  readonly by?: string;
  /** Why the queue gave a callback to its agent. */
  readonly decided?: Decided;
}

interface Start extends Pick<
  Call,
  | "compId"
  | "direction"
  | "caller"
  | "callee"
  | "accessNumber"
  | "displayed"
  | "dual"
  | "meeting"
  | "plan"
  | "routed"
  | "wrapUpMs"
  | "wrapUpRules"
  | "recordsByHand"
  | "callData"
  | "goesOut"
  | "task"
  | "placed"
  | "callbackOf"
> {
  readonly far: NewParty;
  readonly near?: NewParty;
  /** Where somebody else named it. */
  readonly callId?: string;
}

export async function screenCall({ screen, logger }: StartDeps, question: CallQuestion): Promise<Screened> {
  try {
    return await screen(question);
  } catch (error) {
    logger.error({ error }, "a call could not be screened");
    return { ok: true };
  }
}

/** What the screening said, for the log; nothing where it let the call go on without a word. */
export function noted(screened: Screened | undefined): Begin {
  const text = screened?.reason || (screened?.ok === false ? endCauses[screened.cause] : "");
  const forGood = screened?.ok === false && screened.forGood ? { forGood: true } : {};
  return screened && text ? { screened: { ok: screened.ok, text }, ...forGood } : {};
}

function firstPhase({ direction, meeting }: Pick<Call, "direction" | "meeting">, now: number): Phase {
  if (meeting) return { kind: "talking", answeredAt: now };
  return direction === "inbound" ? { kind: "arriving" } : { kind: "preparing" };
}

/** Reserves the agents in one turn with the call's beginning, so that nothing can come between. Gives the call's id. */
export function beginCall(
  deps: StartDeps,
  { far: called, near, callId = deps.random.id(), ...start }: Start,
  { cause: refused, inCall: taken = false, screened, by, decided }: Begin,
  dialler?: AgentSession,
  colleague?: AgentSession,
): string {
  const { calls, sessions, clock } = deps;
  const now = clock.now();
  let far = called;
  let cause = refused;
  let inCall = taken;
  if (dialler) sessions.apply(dialler, { type: "dial", callId }, dialler.agentId);
  if (!cause && colleague && colleague.agent.state.kind !== "offline") {
    if (sessions.apply(colleague, { type: "offer", callId })) far = { ...far, agentId: colleague.agentId };
    else [cause, inCall] = ["busy", true];
  }
  calls.begin(
    {
      ...start,
      ...firstParties(far, near),
      callId,
      startedAt: now,
      ringingAt: now,
      phase: firstPhase(start, now),
      ...(start.meeting ? { conference: { owner: farId } } : {}),
      hearings: {},
      recorder: { state: "off", auto: false },
      activities: {},
      talked: false,
      counter: 0,
      joined: 0,
      rings: {},
      movedMs: 0,
      hops: 0,
    },
    {
      type: "begin",
      ...(cause ? { refuse: cause } : {}),
      ...(inCall ? { inCall } : {}),
      ...(by ? { by } : {}),
      ...(screened ? { screened } : {}),
      ...(decided ? { decided } : {}),
    },
  );
  return callId;
}
