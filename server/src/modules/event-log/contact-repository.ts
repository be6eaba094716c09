/** Legs, visits, stays in flows and talks with robots in SQL. */
import type { Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type {
  CallLegTable,
  CallVisitTable,
  FlowStayTable,
  MeetingTable,
  RobotTalkTable,
} from "../../ports/schema/event-log.ts";
import type { FlowStay } from "./flow-stays.ts";
import type { Leg } from "./legs/leg.ts";
import type { MeetingRecord } from "./meeting-record.ts";
import type { RobotTalk } from "./robot-talks.ts";
import type { Visit } from "./visits.ts";

export type StoredLeg = Selectable<CallLegTable>;
export type StoredVisit = Selectable<CallVisitTable>;
export type StoredStay = Selectable<FlowStayTable>;
export type StoredTalk = Selectable<RobotTalkTable>;
export type StoredMeeting = Selectable<MeetingTable>;

const at = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export const legRow = ({ since: _, apart: __, ...leg }: Leg) => ({
  ...leg,
  startAt: new Date(leg.startAt),
  ringAt: at(leg.ringAt),
  answerAt: at(leg.answerAt),
  endAt: at(leg.endAt),
});

export const visitRow = (visit: Visit) => ({
  ...visit,
  enteredAt: new Date(visit.enteredAt),
  leftAt: at(visit.leftAt),
});

export async function saveLegs(trx: Trx, legs: readonly Leg[]): Promise<void> {
  if (legs.length === 0) return;
  await trx
    .insertInto("call_leg")
    .values(legs.map(legRow))
    .onConflict((c) =>
      c.columns(["compId", "callId", "seq"]).doUpdateSet((e) => ({
        agentId: e.ref("excluded.agentId"),
        number: e.ref("excluded.number"),
        startAt: e.ref("excluded.startAt"),
        ringAt: e.ref("excluded.ringAt"),
        answerAt: e.ref("excluded.answerAt"),
        endAt: e.ref("excluded.endAt"),
        talkMs: e.ref("excluded.talkMs"),
        holdMs: e.ref("excluded.holdMs"),
        holds: e.ref("excluded.holds"),
        consultMs: e.ref("excluded.consultMs"),
        conferenceMs: e.ref("excluded.conferenceMs"),
        supervision: e.ref("excluded.supervision"),
        result: e.ref("excluded.result"),
        cause: e.ref("excluded.cause"),
        left: e.ref("excluded.left"),
        sipCode: e.ref("excluded.sipCode"),
        q850: e.ref("excluded.q850"),
        mos: e.ref("excluded.mos"),
        worstMos: e.ref("excluded.worstMos"),
        loss: e.ref("excluded.loss"),
        jitterMs: e.ref("excluded.jitterMs"),
        rttMs: e.ref("excluded.rttMs"),
        silenceMs: e.ref("excluded.silenceMs"),
        overlapMs: e.ref("excluded.overlapMs"),
      })),
    )
    .execute();
}

export async function saveVisits(trx: Trx, visits: readonly Visit[]): Promise<void> {
  if (visits.length === 0) return;
  await trx
    .insertInto("call_visit")
    .values(visits.map(visitRow))
    .onConflict((c) =>
      c.columns(["compId", "callId", "seq"]).doUpdateSet((e) => ({
        leftAt: e.ref("excluded.leftAt"),
        outcome: e.ref("excluded.outcome"),
        flowTo: e.ref("excluded.flowTo"),
        waitMs: e.ref("excluded.waitMs"),
        offers: e.ref("excluded.offers"),
      })),
    )
    .execute();
}

export const stayRow = (stay: FlowStay) => ({
  ...stay,
  enteredAt: new Date(stay.enteredAt),
  leftAt: at(stay.leftAt),
});

/** Rows a statement: each has some dozen parameters. */
const mostStays = 1_000;

export async function saveStays(trx: Trx, stays: readonly FlowStay[]): Promise<void> {
  for (let from = 0; from < stays.length; from += mostStays)
    await trx
      .insertInto("flow_stay")
      .values(stays.slice(from, from + mostStays).map(stayRow))
      .onConflict((c) =>
        c.columns(["compId", "callId", "seq"]).doUpdateSet((e) => ({
          leftAt: e.ref("excluded.leftAt"),
          exit: e.ref("excluded.exit"),
          outcome: e.ref("excluded.outcome"),
          stayMs: e.ref("excluded.stayMs"),
          bargeIns: e.ref("excluded.bargeIns"),
          falseBargeIns: e.ref("excluded.falseBargeIns"),
        })),
      )
      .execute();
}

export const talkRow = (talk: RobotTalk) => ({ ...talk, takenAt: new Date(talk.takenAt), leftAt: at(talk.leftAt) });

export async function saveTalks(trx: Trx, talks: readonly RobotTalk[]): Promise<void> {
  for (let from = 0; from < talks.length; from += mostStays)
    await trx
      .insertInto("robot_talk")
      .values(talks.slice(from, from + mostStays).map(talkRow))
      .onConflict((c) =>
        c.columns(["compId", "callId", "seq"]).doUpdateSet((e) => ({
          leftAt: e.ref("excluded.leftAt"),
          outcome: e.ref("excluded.outcome"),
          turns: e.ref("excluded.turns"),
          talkMs: e.ref("excluded.talkMs"),
        })),
      )
      .execute();
}

export const meetingRow = (meeting: MeetingRecord) => ({
  ...meeting,
  startAt: new Date(meeting.startAt),
  endAt: at(meeting.endAt),
});

export async function saveMeetings(trx: Trx, meetings: readonly MeetingRecord[]): Promise<void> {
  if (meetings.length === 0) return;
  await trx
    .insertInto("meeting")
    .values(meetings.map((meeting) => ({ ...meetingRow(meeting), members: JSON.stringify(meeting.members) })))
    .onConflict((c) =>
      c.columns(["compId", "meetingId"]).doUpdateSet((e) => ({
        endAt: e.ref("excluded.endAt"),
        members: e.ref("excluded.members"),
      })),
    )
    .execute();
}

/** Rows of the calls after one, up to another. */
export async function storedParts(
  trx: Trx,
  compId: string,
  after: string,
  end: string | undefined,
): Promise<{
  readonly legs: readonly StoredLeg[];
  readonly visits: readonly StoredVisit[];
  readonly stays: readonly StoredStay[];
  readonly talks: readonly StoredTalk[];
  readonly meetings: readonly StoredMeeting[];
}> {
  let legs = trx.selectFrom("call_leg").selectAll().where("compId", "=", compId).where("callId", ">", after);
  let visits = trx.selectFrom("call_visit").selectAll().where("compId", "=", compId).where("callId", ">", after);
  let stays = trx.selectFrom("flow_stay").selectAll().where("compId", "=", compId).where("callId", ">", after);
  let talks = trx.selectFrom("robot_talk").selectAll().where("compId", "=", compId).where("callId", ">", after);
  let meetings = trx.selectFrom("meeting").selectAll().where("compId", "=", compId).where("meetingId", ">", after);
  if (end !== undefined) {
    [legs, visits] = [legs.where("callId", "<=", end), visits.where("callId", "<=", end)];
    stays = stays.where("callId", "<=", end);
    talks = talks.where("callId", "<=", end);
    meetings = meetings.where("meetingId", "<=", end);
  }
  return {
    legs: await legs.execute(),
    visits: await visits.execute(),
    stays: await stays.execute(),
    talks: await talks.execute(),
    meetings: await meetings.execute(),
  };
}
