/**
 * A call's stays in queues, one a skill group and turn: pure. However often it is offered meanwhile, a stay is one visit; back
 * in the same group later is the next. Every visit ends answered, abandoned or flowed, or is open.
 */
import type { EndCause } from "@liantai/api/contract";
import { shortAbandonRules, type VisitFlow, type VisitOutcome } from "@liantai/api/contract/admin";
import type { ContactEntry, Sequenced } from "./events.ts";

/** Times are epoch ms, lengths ms. */
export interface Visit {
  readonly compId: string;
  readonly callId: string;
  readonly skillGroupId: string;
  /** From 1 within the call. */
  readonly seq: number;
  /** 1: this call's first stay in this group. */
  readonly first: 0 | 1;
  /** 1: an agent sent the customer there without asking. */
  readonly viaTransfer: 0 | 1;
  readonly enteredAt: number;
  readonly leftAt: number | null;
  readonly outcome: VisitOutcome;
  readonly flowTo: VisitFlow | null;
  readonly waitMs: number;
  /** The group's time limit when it came; null: from before it was kept. */
  readonly slMs: number | null;
  /** Given up within this counts as short; 0: nothing does. */
  readonly shortMs: number;
  readonly offers: number;
  /** How long it was thought to wait when it came; null: not known. */
  readonly estimateMs: number | null;
}

export interface Visits {
  readonly list: readonly Visit[];
  /** An agent sent the customer on, and nobody has taken him yet. */
  readonly sentOn: boolean;
}

export const noVisits: Visits = { list: [], sentOn: false };

type Event = Sequenced<ContactEntry>;

interface Entered {
  readonly skillGroupId: string;
  readonly slMs?: number;
  readonly shortMs?: number;
  readonly estimateMs?: number;
}

/** Of the log before it was said it was the same for all. */
export const shortMsOf = ({ shortMs }: Pick<Entered, "shortMs">): number =>
  shortMs ?? shortAbandonRules.default * 1_000;

function enter({ list, sentOn }: Visits, { compId, id, at }: Event, entered: Entered): Visits {
  const { skillGroupId, slMs, estimateMs } = entered;
  // The queue says so again when a further group was needed at once.
  if (list.some((v) => v.leftAt === null && v.skillGroupId === skillGroupId)) return { list, sentOn };
  const visit: Visit = {
    compId,
    callId: id,
    skillGroupId,
    seq: list.length + 1,
    first: list.some((v) => v.skillGroupId === skillGroupId) ? 0 : 1,
    viaTransfer: sentOn ? 1 : 0,
    enteredAt: at,
    leftAt: null,
    outcome: "open",
    flowTo: null,
    waitMs: 0,
    slMs: slMs ?? null,
    shortMs: shortMsOf(entered),
    offers: 0,
    estimateMs: estimateMs ?? null,
  };
  return { list: [...list, visit], sentOn };
}

/** All open visits end: `how` says how each. */
function leave(
  { list, sentOn }: Visits,
  at: number,
  how: (visit: Visit) => Pick<Visit, "outcome"> & Partial<Pick<Visit, "flowTo">>,
): Visits {
  if (!list.some((v) => v.leftAt === null)) return { list, sentOn };
  return {
    list: list.map((v) =>
      v.leftAt === null ? { ...v, leftAt: at, waitMs: Math.max(0, at - v.enteredAt), ...how(v) } : v,
    ),
    sentOn,
  };
}

const flowed = (flowTo: VisitFlow) => () => ({ outcome: "flowed" as const, flowTo });

/** An overflow to one of these is no other queue. */
const overflowTo = (kind: string): VisitFlow => (kind === "voicemail" || kind === "callback" ? kind : "overflow");

/** Causes by which a caller gives up; the others end the wait for him. */
const givenUp: ReadonlySet<EndCause> = new Set([
  "abandonedInGreeting",
  "abandonedInQueue",
  "abandonedRinging",
  "callerLost",
]);

/** The group whose agent answered has answered; the others only waited beside it. */
function answered(visits: Visits, at: number, skillGroupId: string | null): Visits {
  const over = leave(visits, at, (v) =>
    skillGroupId === null || v.skillGroupId === skillGroupId
      ? { outcome: "answered" }
      : { outcome: "flowed", flowTo: "elsewhere" },
  );
  return { ...over, sentOn: false };
}

/** group: through which the agent was offered who is rung now; null: without one. */
export function applyVisits(visits: Visits, event: Event, group: string | null): Visits {
  const { fact, at, reason } = event;
  switch (fact.type) {
    case "queued":
    case "groupAdded":
      return enter(visits, event, fact);
    case "offered": {
      const { skillGroupId } = fact;
      const open = (v: Visit) => v.leftAt === null && v.skillGroupId === skillGroupId;
      return visits.list.some(open)
        ? { ...visits, list: visits.list.map((v) => (open(v) ? { ...v, offers: v.offers + 1 } : v)) }
        : visits;
    }
    case "answered":
    case "answeredAgain":
    case "transferred":
      return answered(visits, at, group);
    case "diverted":
      return leave(visits, at, flowed("overflow"));
    case "sentOn":
      // A supervisor may send on who waits.
      return { ...leave(visits, at, flowed("transfer")), sentOn: true };
    case "transferFailed":
      return visits.sentOn ? { ...visits, sentOn: false } : visits;
    case "overflowed":
      return leave(visits, at, flowed(overflowTo(fact.kind)));
    case "callbackRequested":
      return leave(visits, at, flowed("callback"));
    case "queueLeft":
      return leave(visits, at, flowed(reason === "voicemailLeft" ? "voicemail" : "closed"));
    case "ended":
      return leave(visits, at, () =>
        givenUp.has(reason as EndCause) ? { outcome: "abandoned" } : { outcome: "flowed", flowTo: "closed" },
      );
    default:
      return visits;
  }
}
