/** SQL of the meetings that were held. */
import { sql, type Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { MeetingTable } from "../../ports/schema/event-log.ts";
import { hostsRoom } from "./repository.ts";

export interface MeetingFilter {
  /** Undefined: of every room, also of those that are gone. */
  readonly rooms: readonly string[] | undefined;
  readonly roomId?: string | undefined;
  readonly name?: string | undefined;
  readonly from: Date;
  readonly to: Date;
}

const held = (trx: Trx, compId: string, { rooms, roomId, name, from, to }: MeetingFilter) => {
  let base = trx
    .selectFrom("meeting as g")
    .leftJoin("call_record as c", (on) => on.onRef("c.compId", "=", "g.compId").onRef("c.callId", "=", "g.meetingId"))
    .where("g.compId", "=", compId)
    .where("g.startAt", ">=", from)
    .where("g.startAt", "<=", to);
  if (rooms) base = base.where("g.roomId", "in", [...rooms, ""]);
  if (roomId) base = base.where("g.roomId", "=", roomId);
  return name ? base.where("g.name", "like", containing(name)) : base;
};

const recorded = ["c.recordingKey", "c.recordingMs", "c.recordingBytes"] as const;

export type HeldMeeting = Selectable<MeetingTable> & {
  readonly recordingKey: string | null;
  readonly recordingMs: number | null;
  readonly recordingBytes: number | null;
};

export const pageMeetings = (trx: Trx, compId: string, filter: MeetingFilter, query: PageQuery) =>
  pageOf(held(trx, compId, filter), query, {
    rows: (q) => q.selectAll("g").select(recorded),
    order: { startTime: "g.startAt" },
    descending: true,
    tie: "g.meetingId",
  });

/** Names of those who opened meetings, by seat or account; who is deleted, or none of the enterprise's, is not among them. */
export async function openers(trx: Trx, compId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const [accounts, seats] = [
    await trx
      .selectFrom("row_name")
      .select(["id", "name"])
      .where("compId", "=", compId)
      .where("id", "in", ids)
      .execute(),
    await trx
      .selectFrom("seat")
      .select(["agentId as id", "name"])
      .where("compId", "=", compId)
      .where("agentId", "in", ids)
      .execute(),
  ];
  return new Map([...accounts, ...seats].map(({ id, name }) => [id, name]));
}

/** Newest first, before `after`. */
export async function meetingsAfter(
  trx: Trx,
  compId: string,
  filter: MeetingFilter,
  after: HeldMeeting | undefined,
  limit: number,
): Promise<HeldMeeting[]> {
  let base = held(trx, compId, filter);
  if (after) base = base.where(sql<boolean>`(g.start_at, g.meeting_id) < (${after.startAt}, ${after.meetingId})`);
  return base
    .selectAll("g")
    .select(recorded)
    .orderBy("g.startAt", "desc")
    .orderBy("g.meetingId", "desc")
    .limit(limit)
    .execute();
}

export const findMeeting = (trx: Trx, compId: string, meetingId: string): Promise<HeldMeeting | undefined> =>
  trx
    .selectFrom("meeting as g")
    .leftJoin("call_record as c", (on) => on.onRef("c.compId", "=", "g.compId").onRef("c.callId", "=", "g.meetingId"))
    .selectAll("g")
    .select(recorded)
    .where("g.compId", "=", compId)
    .where("g.meetingId", "=", meetingId)
    .executeTakeFirst();

/** Whether the meeting was one of a room that this seat leads now: its own, or one it hosts. */
export async function leadsHeld(trx: Trx, compId: string, seat: string, meetingId: string): Promise<boolean> {
  const room = await trx
    .selectFrom("meeting as g")
    .innerJoin("meeting_room as r", (on) => on.onRef("r.compId", "=", "g.compId").onRef("r.id", "=", "g.roomId"))
    .select(["r.id", "r.ownerId"])
    .where("g.compId", "=", compId)
    .where("g.meetingId", "=", meetingId)
    .executeTakeFirst();
  return room !== undefined && (room.ownerId === seat || hostsRoom(trx, compId, seat, room.id));
}
