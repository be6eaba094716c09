/** A meeting's events as its row of 会议统计: pure, so that a rebuild gives equal rows. */
import type { MeetingEnd } from "@liantai/api/contract/admin";
import type { Attendance } from "../../ports/schema/event-log.ts";
import type { HangupCause } from "../../ports/switch.ts";
import type { CallFact, ContactEntry, Sequenced } from "./events.ts";

/** Times are epoch ms. */
export interface MeetingRecord {
  readonly compId: string;
  readonly meetingId: string;
  readonly roomId: string;
  readonly name: string;
  /** As the log names him. */
  readonly openedBy: string;
  readonly startAt: number;
  readonly endAt: number | null;
  readonly members: readonly Attendance[];
}

type Event = Sequenced<ContactEntry>;
type Whom = { readonly number: string; readonly agentId?: string };

const isOpen = ({ to }: Attendance): boolean => to === null;
const is =
  ({ number, agentId }: Whom) =>
  (stay: Attendance): boolean =>
    isOpen(stay) && stay.number === number && stay.agentId === (agentId ?? null);

const change = (
  meeting: MeetingRecord,
  test: (stay: Attendance) => boolean,
  to: (stay: Attendance) => Attendance,
): MeetingRecord => ({ ...meeting, members: meeting.members.map((stay) => (test(stay) ? to(stay) : stay)) });

const audible = (stay: Attendance, at: number): Attendance =>
  stay.mutedAt === null ? stay : { ...stay, mutedMs: stay.mutedMs + Math.max(0, at - stay.mutedAt), mutedAt: null };

const gone = (stay: Attendance, at: number, why: MeetingEnd): Attendance => ({ ...audible(stay, at), to: at, why });

function invited(
  meeting: MeetingRecord,
  at: number,
  fact: Extract<CallFact, { type: "memberInvited" }>,
): MeetingRecord {
  const { to: number, agentId = null, name = "", host = false } = fact;
  const stay: Attendance = {
    number,
    agentId,
    name,
    host,
    rungAt: at,
    from: null,
    to: null,
    mutedMs: 0,
    mutedAt: null,
    why: null,
  };
  return { ...meeting, members: [...meeting.members, stay] };
}

const inVain: Partial<Record<HangupCause, MeetingEnd>> = {
  busy: "refused",
  rejected: "refused",
  normal: "refused",
  "no-answer": "noAnswer",
  cancelled: "cancelled",
};

/** Who was put out is told by who did it: nobody leaves in another one's name. */
function whyLeft(actor: string, { agentId, cause }: Extract<CallFact, { type: "partyLeft" }>): MeetingEnd {
  if (cause === "lost") return "lost";
  const himself = agentId === undefined ? actor === "callee" || actor === "caller" : actor === agentId;
  return himself ? "left" : "removed";
}

/** Undefined: it is no meeting of a room. */
export function applyMeeting(before: MeetingRecord | undefined, event: Event): MeetingRecord | undefined {
  const { fact, at, actor } = event;
  if (fact.type === "created") {
    if (!fact.meeting) return undefined;
    const { compId, id: meetingId } = event;
    return { compId, meetingId, ...fact.meeting, openedBy: actor, startAt: at, endAt: null, members: [] };
  }
  if (!before) return undefined;
  switch (fact.type) {
    case "memberInvited":
      return invited(before, at, fact);
    case "memberJoined":
      return change(before, is(fact), (stay) => ({ ...stay, from: at }));
    case "memberMuted":
      return change(before, is(fact), (stay) =>
        fact.muted ? { ...stay, mutedAt: stay.mutedAt ?? at } : audible(stay, at),
      );
    case "notReached":
      return change(before, is({ ...fact, number: fact.to }), (stay) =>
        gone(stay, at, inVain[fact.cause] ?? "notReached"),
      );
    case "partyLeft":
      return change(before, is(fact), (stay) => gone(stay, at, whyLeft(actor, fact)));
    case "ended":
      return {
        ...change(before, isOpen, (stay) => gone(stay, at, stay.from === null ? "cancelled" : "ended")),
        endAt: at,
      };
    default:
      return before;
  }
}
