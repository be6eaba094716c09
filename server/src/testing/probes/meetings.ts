import { mark, type AreaProbes } from "./types.ts";

const settings = { name: "外来", code: "77001" };

export const meetingsProbes: AreaProbes = {
  probes: {
    meetingRoomList: (_, own) => ({ body: { compId: own, pageNo: 1, pageSize: 20 } }),
    meetingRoomCreate: (_, own) => ({ body: { compId: own, ...settings } }),
    meetingRoomUpdate: (ids, own) => ({ body: { compId: own, id: ids["meetingRoom"], ...settings } }),
    meetingRoomDelete: (ids, own) => ({ params: { id: ids["meetingRoom"]! }, query: { compId: own } }),
    meetingInit: (ids, own) => ({ body: { compId: own, id: ids["meetingRoom"] } }),
    meetingInvite: (ids, own) => ({ body: { compId: own, id: ids["meetingRoom"], kind: "seat", value: "7001" } }),
    meetingRemove: (ids, own) => ({ body: { compId: own, id: ids["meetingRoom"], member: "p2" } }),
    meetingMuteMember: (ids, own) => ({ body: { compId: own, id: ids["meetingRoom"], member: "p2" } }),
    meetingUnmuteMember: (ids, own) => ({ body: { compId: own, id: ids["meetingRoom"], member: "p2" } }),
    meetingMuteAll: (ids, own) => ({ body: { compId: own, id: ids["meetingRoom"] } }),
    meetingUnmuteAll: (ids, own) => ({ body: { compId: own, id: ids["meetingRoom"] } }),
    meetingEnd: (ids, own) => ({ body: { compId: own, id: ids["meetingRoom"] } }),
    meetingRecordControl: (ids, own) => ({ body: { compId: own, id: ids["meetingRoom"], action: "start" } }),
    meetingLive: (ids, own) => ({ body: { compId: own, id: ids["meetingRoom"] } }),
    meetingHistory: (_, own) => ({ body: { compId: own, pageNo: 1, pageSize: 20 } }),
    meetingExport: (_, own) => ({ body: { compId: own } }),
    meetingRecord: (ids, own) => ({ query: { compId: own, meetingId: ids["meeting"]! } }),
    meetingCandidates: (_, own) => ({ body: { compId: own, kind: "contact", keyword: "" } }),
    meetingMemberList: (_, own) => ({ body: { compId: own, pageNo: 1, pageSize: 20 } }),
    meetingMemberCreate: (ids, own) => ({
      body: { compId: own, roomId: ids["meetingRoom"], kind: "number", value: "13800138000" },
    }),
    meetingMemberUpdate: (ids, own) => ({
      body: { compId: own, id: ids["meetingMember"], roomId: ids["meetingRoom"], kind: "number", value: "13800138000" },
    }),
    meetingMemberDelete: (ids, own) => ({ params: { id: ids["meetingMember"]! }, query: { compId: own } }),
  },
  async fixtures(trx, own, { random, clock }) {
    const [meetingRoom, meetingMember, meeting] = [random.id(), random.id(), random.id()];
    const now = new Date(clock.now());
    await trx
      .insertInto("meeting_room")
      .values({ compId: own, id: meetingRoom, name: mark, code: "77000", createdAt: now })
      .execute();
    await trx
      .insertInto("meeting_member")
      .values({ compId: own, id: meetingMember, roomId: meetingRoom, kind: "number", value: "13900139000", name: mark })
      .execute();
    await trx
      .insertInto("meeting")
      .values({
        compId: own,
        meetingId: meeting,
        roomId: meetingRoom,
        name: mark,
        openedBy: "7001",
        startAt: now,
        members: "[]",
      })
      .execute();
    return { meetingRoom, meetingMember, meeting };
  },
};
