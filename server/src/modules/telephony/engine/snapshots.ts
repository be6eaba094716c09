/**
 * What another engine needs to go on with a call or an agent, as JSON. What another version wrote, or what cannot be read, is closed as
 * a process that died leaves it (K7), never guessed at.
 */
import { array, number, object, string, type AnySchema } from "yup";
import type { Place } from "../../routing/index.ts";
import type { StatusEntry } from "../../seats/index.ts";
import type { StoredSnapshot } from "../../event-log/index.ts";
import type { Call, Phase } from "../call/types.ts";
import type { TimerName } from "../call/timer-name.ts";
import type { AgentSession } from "./agent-session.ts";

/** Digest of the shape below with all that it names. snapshots.test.ts computes it, and fails with the next one when it changes. */
export const snapshotVersion = "891514b6";

export interface CallSnapshot {
  readonly v: typeof snapshotVersion;
  readonly call: Call;
  /** When each is due. */
  readonly timers: Readonly<Partial<Record<TimerName, number>>>;
  /** While it waits for an agent. rung: the seats that were rung for it. */
  readonly queued?: { readonly place: Place; readonly rung: readonly string[] };
}

type Kept =
  | "seat"
  | "agent"
  | "reason"
  | "hideNumbers"
  | "sessionId"
  | "owner"
  | "device"
  | "taken"
  | "lastEnd"
  | "notice"
  | "aloneSince"
  | "checks";
export interface AgentSnapshot extends Pick<AgentSession, Kept> {
  readonly v: typeof snapshotVersion;
  /** The custom status it was let into. */
  readonly status?: StatusEntry | undefined;
}

export const agentSnapshot = (session: AgentSession): AgentSnapshot => {
  const { seat, agent, reason, hideNumbers, sessionId, owner, device } = session;
  const { taken, lastEnd, notice, aloneSince, checks, status } = session;
  return {
    ...{ v: snapshotVersion, seat, agent, reason, hideNumbers, sessionId, owner, device },
    ...{ taken, lastEnd, notice, aloneSince, checks, status },
  };
};

const kinds: Record<Phase["kind"], true> = {
  arriving: true,
  greeting: true,
  detecting: true,
  inFlow: true,
  waiting: true,
  offering: true,
  routing: true,
  preparing: true,
  dialling: true,
  talking: true,
  survey: true,
  voicemail: true,
  callback: true,
  farewell: true,
  ended: true,
};

const text = string().strict().required();
const count = number().strict().required();
const version = text.oneOf([snapshotVersion]);
const whole = object().required();

/** The parts that steps take for granted. */
const callShape = object({
  v: version,
  call: object({
    callId: text,
    compId: text,
    direction: text.oneOf(["inbound", "outbound", "internal"]),
    caller: string().strict().defined(),
    callee: string().strict().defined(),
    startedAt: count,
    parties: array(object({ id: text, role: text, number: string().strict().defined() }))
      .strict()
      .min(1)
      .required(),
    far: text,
    phase: object({ kind: text.oneOf(Object.keys(kinds)) }),
    hearings: whole,
    rings: whole,
    recorder: object({ state: text.oneOf(["off", "on", "paused"]) }),
    activities: whole,
    counter: count,
    made: count,
  }),
  timers: whole,
});

const agentShape = object({
  v: version,
  seat: object({ compId: text, agentId: text, extension: text, user: text, groups: array().strict().required() }),
  agent: object({
    state: object({ kind: text, since: count }),
    rest: object({ kind: text.oneOf(["ready", "busy"]) }),
    idleSince: count,
  }),
  reason: text,
});

/** undefined: of another version, of another row, or damaged. */
function read<T>(shape: AnySchema, state: unknown, own: (value: T) => boolean): T | undefined {
  if (!shape.isValidSync(state, { strict: true })) return undefined;
  const value = state as T;
  return own(value) ? value : undefined;
}

export const readCall = ({ compId, id, state }: StoredSnapshot): CallSnapshot | undefined =>
  read<CallSnapshot>(
    callShape,
    state,
    ({ call }) => call.compId === compId && call.callId === id && call.parties.some((party) => party.id === call.far),
  );

export const readAgent = ({ compId, id, state }: StoredSnapshot): AgentSnapshot | undefined =>
  read<AgentSnapshot>(agentShape, state, ({ seat }) => seat.compId === compId && seat.agentId === id);
