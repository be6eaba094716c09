/** SQL of meeting rooms, their standing members and the meetings that were held. */
import { contactFormId } from "@liantai/api/contract/workorder";
import { sql, type Insertable, type Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import { writings } from "../numbers/index.ts";
import type { MeetingMemberTable, MeetingRoomTable } from "../../ports/schema/meetings.ts";

export type RoomRow = Selectable<MeetingRoomTable>;
export type MemberRow = Selectable<MeetingMemberTable>;

const contactName = sql<string>`${sql.ref("c.values")} ->> 'name'`;
const contactPhone = sql<string>`${sql.ref("c.values")} ->> 'phone'`;

/** Undefined: every room of the enterprise; else a seat's own and those it is a member of. */
export type Seat = string | undefined;

const roomsOf = (trx: Trx, compId: string, seat: Seat) => {
  const base = trx.selectFrom("meeting_room as r").where("r.compId", "=", compId);
  if (seat === undefined) return base;
  return base.where((e) =>
    e.or([
      e("r.ownerId", "=", seat),
      e.exists(
        e
          .selectFrom("meeting_member as m")
          .select("m.id")
          .whereRef("m.compId", "=", "r.compId")
          .whereRef("m.roomId", "=", "r.id")
          .where("m.kind", "=", "seat")
          .where("m.value", "=", seat),
      ),
    ]),
  );
};

interface RoomQuery extends PageQuery {
  readonly name?: string | undefined;
  readonly code?: string | undefined;
  readonly enable?: string | undefined;
}

/** members: how many; hosts: whether the seat that lists is a host of it, 1. */
export type ListedRoom = RoomRow & {
  readonly ownerName: string | null;
  readonly members: number | null;
  readonly hosts: number | null;
};

export function pageRooms(trx: Trx, compId: string, seat: Seat, query: RoomQuery) {
  let base = roomsOf(trx, compId, seat);
  if (query.name) base = base.where("r.name", "like", containing(query.name));
  if (query.code) base = base.where("r.code", "like", containing(query.code));
  if (query.enable) base = base.where("r.enable", "=", Number(query.enable));
  return pageOf(base, query, {
    rows: (q) =>
      q.selectAll("r").select((e) => [
        e
          .selectFrom("seat as s")
          .select("s.name")
          .whereRef("s.compId", "=", "r.compId")
          .whereRef("s.agentId", "=", "r.ownerId")
          .as("ownerName"),
        e
          .selectFrom("meeting_member as m")
          .select((c) => c.fn.countAll<number>().as("n"))
          .whereRef("m.compId", "=", "r.compId")
          .whereRef("m.roomId", "=", "r.id")
          .as("members"),
        e
          .selectFrom("meeting_member as h")
          .select((c) => c.fn.countAll<number>().as("n"))
          .whereRef("h.compId", "=", "r.compId")
          .whereRef("h.roomId", "=", "r.id")
          .where("h.kind", "=", "seat")
          .where("h.host", "=", 1)
          .where("h.value", "=", seat ?? "")
          .as("hosts"),
      ]),
    order: { name: "r.name", code: "r.code", createTime: "r.createdAt" },
    tie: "r.id",
  });
}

const hosting = (trx: Trx, compId: string, seat: string) =>
  trx
    .selectFrom("meeting_member as h")
    .select("h.id")
    .where("h.compId", "=", compId)
    .where("h.kind", "=", "seat")
    .where("h.host", "=", 1)
    .where("h.value", "=", seat);

/** Undefined: there is none that the seat could see. */
export const findRoom = (trx: Trx, compId: string, seat: Seat, id: string): Promise<RoomRow | undefined> =>
  roomsOf(trx, compId, seat).selectAll("r").where("r.id", "=", id).executeTakeFirst();

export const visibleRooms = async (trx: Trx, compId: string, seat: Seat): Promise<string[]> =>
  (await roomsOf(trx, compId, seat).select("r.id").execute()).map(({ id }) => id);

export const hostsRoom = async (trx: Trx, compId: string, seat: string, id: string): Promise<boolean> =>
  (await hosting(trx, compId, seat).where("h.roomId", "=", id).executeTakeFirst()) !== undefined;

export const codeTaken = async (trx: Trx, compId: string, code: string): Promise<boolean> =>
  (await trx
    .selectFrom("extension")
    .select("extension")
    .where("compId", "=", compId)
    .where("extension", "=", code)
    .executeTakeFirst()) !== undefined;

export const insertRoom = (trx: Trx, row: Insertable<MeetingRoomTable>) =>
  trx.insertInto("meeting_room").values(row).execute();

export const updateRoom = (trx: Trx, compId: string, id: string, row: Partial<Insertable<MeetingRoomTable>>) =>
  trx.updateTable("meeting_room").set(row).where("compId", "=", compId).where("id", "=", id).execute();

export const removeRoom = (trx: Trx, compId: string, id: string) =>
  trx.deleteFrom("meeting_room").where("compId", "=", compId).where("id", "=", id).execute();

/** phone: of a contact; label: of a seat or a contact. */
export type ListedMember = MemberRow & {
  readonly roomName: string;
  readonly phone: string | null;
  readonly label: string | null;
};

interface MemberQuery extends PageQuery {
  readonly roomId?: string | undefined;
  readonly name?: string | undefined;
}

const members = (trx: Trx, compId: string) =>
  trx
    .selectFrom("meeting_member as m")
    .innerJoin("meeting_room as r", (on) => on.onRef("r.compId", "=", "m.compId").onRef("r.id", "=", "m.roomId"))
    .leftJoin("form_record as c", (on) =>
      on
        .onRef("c.compId", "=", "m.compId")
        .onRef("c.id", "=", "m.value")
        .on("c.formId", "=", contactFormId)
        .on("c.deletedAt", "is", null)
        .on("m.kind", "=", "contact"),
    )
    .leftJoin("seat as s", (on) =>
      on.onRef("s.compId", "=", "m.compId").onRef("s.agentId", "=", "m.value").on("m.kind", "=", "seat"),
    )
    .where("m.compId", "=", compId);

const shownMember = (base: ReturnType<typeof members>) =>
  base
    .selectAll("m")
    .select(["r.name as roomName", contactPhone.as("phone")])
    .select((e) => e.fn.coalesce("s.name", contactName).as("label"));

export function pageMembers(trx: Trx, compId: string, rooms: readonly string[], query: MemberQuery) {
  let base = members(trx, compId).where("m.roomId", "in", [...rooms, ""]);
  if (query.roomId) base = base.where("m.roomId", "=", query.roomId);
  if (query.name)
    base = base.where((e) => {
      const like = containing(query.name ?? "");
      return e.or([e("m.name", "like", like), e("s.name", "like", like), e(contactName, "like", like)]);
    });
  return pageOf(base, query, {
    rows: (q) => shownMember(q),
    order: { name: "m.name", kind: "m.kind" },
    tie: "m.id",
  });
}

/** In the order in which they were added. */
export const membersOf = (trx: Trx, compId: string, roomId: string): Promise<ListedMember[]> =>
  shownMember(members(trx, compId).where("m.roomId", "=", roomId))
    .orderBy("m.id")
    .execute();

/** Whether somebody has it who is a standing member, however it is written. */
export const isMemberNumber = async (trx: Trx, compId: string, roomId: string, number: string): Promise<boolean> => {
  const written = writings(number);
  const held = members(trx, compId)
    .where("m.roomId", "=", roomId)
    .where((e) => e.or([e("m.value", "in", written).and("m.kind", "<>", "contact"), e(contactPhone, "in", written)]));
  return (await held.select("m.id").limit(1).executeTakeFirst()) !== undefined;
};

export const findMember = (trx: Trx, compId: string, id: string): Promise<ListedMember | undefined> =>
  shownMember(members(trx, compId).where("m.id", "=", id)).executeTakeFirst();

export const insertMember = (trx: Trx, row: Insertable<MeetingMemberTable>) =>
  trx.insertInto("meeting_member").values(row).execute();

export const updateMember = (trx: Trx, compId: string, id: string, row: Partial<Insertable<MeetingMemberTable>>) =>
  trx.updateTable("meeting_member").set(row).where("compId", "=", compId).where("id", "=", id).execute();

export const removeMember = (trx: Trx, compId: string, id: string) =>
  trx.deleteFrom("meeting_member").where("compId", "=", compId).where("id", "=", id).execute();

/** Contacts are records of the enterprise's form of contacts. */
const contacts = (trx: Trx, compId: string) =>
  trx
    .selectFrom("form_record as c")
    .where("c.compId", "=", compId)
    .where("c.formId", "=", contactFormId)
    .where("c.deletedAt", "is", null);

export const findContact = (trx: Trx, compId: string, id: string) =>
  contacts(trx, compId)
    .select([contactName.as("name"), contactPhone.as("phone")])
    .where("c.id", "=", id)
    .executeTakeFirst();

export const findSeat = (trx: Trx, compId: string, agentId: string) =>
  trx
    .selectFrom("seat")
    .select(["name", "extension"])
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .executeTakeFirst();

export const findExtension = (trx: Trx, compId: string, extension: string) =>
  trx
    .selectFrom("extension")
    .select("extension")
    .where("compId", "=", compId)
    .where("extension", "=", extension)
    .executeTakeFirst();

const choices = 50;

export const seatsLike = (trx: Trx, compId: string, keyword: string) =>
  trx
    .selectFrom("seat")
    .select(["agentId", "name", "extension"])
    .where("compId", "=", compId)
    .where("enabled", "=", 1)
    .where((e) => e.or([e("agentId", "like", containing(keyword)), e("name", "like", containing(keyword))]))
    .orderBy("agentId")
    .limit(choices)
    .execute();

export const extensionsLike = (trx: Trx, compId: string, keyword: string) =>
  trx
    .selectFrom("extension")
    .select(["extension", "agentId"])
    .where("compId", "=", compId)
    .where("extension", "like", containing(keyword))
    .orderBy("extension")
    .limit(choices)
    .execute();

export const contactsLike = (trx: Trx, compId: string, keyword: string) =>
  contacts(trx, compId)
    .select(["c.id", contactName.as("name"), contactPhone.as("phone")])
    .where(contactName, "like", containing(keyword))
    .orderBy(contactName)
    .limit(choices)
    .execute();
