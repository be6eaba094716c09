/** One party's stretch in a call: data, and how its intervals are added up. Pure. */
import type { CallLegEnd, CallLegRole } from "@liantai/api/contract/admin";
import type { Release } from "../../../ports/switch.ts";

/** Whoever is rung, talks, asks or listens has a leg; in another part he has the next one. Times are epoch ms, lengths ms. */
export interface Leg {
  readonly compId: string;
  readonly callId: string;
  /** From 1, in the order in which they began. */
  readonly seq: number;
  /** Stretches of one telephone share it: who is asked and then takes over has two legs and was dialled once. */
  readonly party: number;
  readonly role: CallLegRole;
  readonly agentId: string | null;
  readonly number: string;
  readonly skillGroupId: string | null;
  /** seq of the visit it was offered out of. */
  readonly visit: number | null;
  /** Access number of a line to the outside; null: a seat or an extension. */
  readonly accessNumber: string | null;
  /** 1: a queue, an access number or a transfer rang this seat. */
  readonly offered: 0 | 1;
  readonly startAt: number;
  readonly ringAt: number | null;
  readonly answerAt: number | null;
  readonly endAt: number | null;
  /** With somebody: from the answer on, hold, consultations and conferences included. */
  readonly talkMs: number;
  readonly holdMs: number;
  readonly holds: number;
  /** It asks, or is asked; ringing included for who asks. */
  readonly consultMs: number;
  /** Of a supervisor: while everybody hears him. */
  readonly conferenceMs: number;
  /** The furthest that a supervisor went. */
  readonly supervision: "listen" | "whisper" | "insert" | null;
  readonly result: number;
  /** Why it was not reached, or of its network's release. */
  readonly cause: string | null;
  readonly left: CallLegEnd | null;
  readonly sipCode: number | null;
  readonly q850: number | null;
  /** How it sounded: mean opinion scores, share of packets lost, ms; null: not measured. */
  readonly mos: number | null;
  readonly worstMos: number | null;
  readonly loss: number | null;
  readonly jitterMs: number | null;
  readonly rttMs: number | null;
  /** Of an agent's talk, as far as it is recorded: nobody spoke, or both sides did (K83); null: not known. */
  readonly silenceMs: number | null;
  readonly overlapMs: number | null;
  /** Bookkeeping: where it held or asked somebody, or was held. */
  readonly apart: readonly Stretch[];
  /** When each running interval began. */
  readonly since: Readonly<Partial<Record<Interval, number>>>;
}

/** Epoch ms. */
export type Stretch = readonly [from: number, to: number];

export type Interval = "talk" | "hold" | "consult" | "conference";

const lengths = { talk: "talkMs", hold: "holdMs", consult: "consultMs", conference: "conferenceMs" } as const;

export type NewLeg = Pick<Leg, "role" | "number"> & Partial<Omit<Leg, "compId" | "callId" | "seq" | "startAt">>;

export function makeLeg(call: Pick<Leg, "compId" | "callId">, legs: readonly Leg[], at: number, leg: NewLeg): Leg {
  return {
    ...call,
    seq: legs.length + 1,
    party: legs.reduce((most, { party }) => Math.max(most, party), 0) + 1,
    agentId: null,
    skillGroupId: null,
    visit: null,
    accessNumber: null,
    offered: 0,
    startAt: at,
    ringAt: null,
    answerAt: null,
    endAt: null,
    talkMs: 0,
    holdMs: 0,
    holds: 0,
    consultMs: 0,
    conferenceMs: 0,
    supervision: null,
    result: leg.ringAt === undefined ? 100 : 180,
    cause: null,
    left: null,
    sipCode: null,
    q850: null,
    mos: null,
    worstMos: null,
    loss: null,
    jitterMs: null,
    rttMs: null,
    silenceMs: null,
    overlapMs: null,
    apart: [],
    since: {},
    ...leg,
  };
}

export const isOpen = ({ endAt }: Leg): boolean => endAt === null;
/** Open, and nobody has answered there. */
export const isWaiting = (leg: Leg): boolean => isOpen(leg) && leg.answerAt === null;

export const begin = (leg: Leg, at: number, name: Interval): Leg =>
  leg.since[name] === undefined ? { ...leg, since: { ...leg.since, [name]: at } } : leg;

/** Ends the intervals named and adds them up. */
export function stop(leg: Leg, at: number, ...names: readonly Interval[]): Leg {
  let next = leg;
  for (const name of names) {
    const began = next.since[name];
    if (began === undefined) continue;
    const { [name]: _, ...since } = next.since;
    next = { ...next, [lengths[name]]: next[lengths[name]] + Math.max(0, at - began), since };
    if ((name === "hold" || name === "consult") && at > began) next = { ...next, apart: [...next.apart, [began, at]] };
  }
  return next;
}

export const finish = (leg: Leg, at: number, left: CallLegEnd, more: Partial<Leg> = {}): Leg => ({
  ...stop(leg, at, "talk", "hold", "consult", "conference"),
  ...more,
  endAt: at,
  left,
});

export const talking = (leg: Leg, at: number): Leg =>
  begin({ ...leg, answerAt: leg.answerAt ?? at, result: 200 }, at, "talk");

export const released = ({ sipCode, q850 }: Release): Pick<Leg, "sipCode" | "q850"> => ({
  sipCode: sipCode ?? null,
  q850: q850 ?? null,
});
