/** 会议室: rooms, their members, the meetings that are held and were. The only face of this module. */
import { meetingMemberApi, meetingRoomApi } from "@liantai/api/contract/admin";
import type { Module } from "../../http/module.ts";
import { route } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { createHistory } from "./history.ts";
import { createLeading } from "./leading.ts";
import { createMembers } from "./members.ts";
import { createRooms } from "./rooms.ts";

export { createMeetingDoors } from "./doors.ts";
export { leadsHeld } from "./history-repository.ts";

export function createMeetingsModule(deps: AdministrationDeps): Module {
  const rooms = createRooms(deps);
  const members = createMembers(deps);
  const leading = createLeading(deps);
  const history = createHistory(deps);
  return {
    name: "meetings",
    routes: [
      route(meetingRoomApi.list, ({ body }, context) => rooms.list(body, context)),
      route(meetingRoomApi.create, ({ body }, context) => rooms.create(body, context)),
      route(meetingRoomApi.update, ({ body }, context) => rooms.update(body, context)),
      route(meetingRoomApi.delete, ({ params, query }, context) => rooms.remove({ ...query, ...params }, context)),
      route(meetingRoomApi.init, ({ body }, context) => leading.init(body, context)),
      route(meetingRoomApi.invite, ({ body }, context) => leading.invite(body, context)),
      route(meetingRoomApi.remove, ({ body }, context) => leading.remove(body, context)),
      route(meetingRoomApi.mute, ({ body }, context) => leading.mute(body, context)),
      route(meetingRoomApi.unmute, ({ body }, context) => leading.unmute(body, context)),
      route(meetingRoomApi.muteAll, ({ body }, context) => leading.muteAll(body, context)),
      route(meetingRoomApi.unmuteAll, ({ body }, context) => leading.unmuteAll(body, context)),
      route(meetingRoomApi.end, ({ body }, context) => leading.end(body, context)),
      route(meetingRoomApi.recordControl, ({ body }, context) => leading.record(body, context)),
      route(meetingRoomApi.live, ({ body }, context) => leading.live(body, context)),
      route(meetingRoomApi.history, ({ body }, context) => history.list(body, context)),
      route(meetingRoomApi.export, ({ body }, context) => history.start(body, context)),
      route(meetingRoomApi.record, ({ query }, context) => history.record(query, context)),
      route(meetingRoomApi.candidates, ({ body }, context) => members.candidates(body, context)),
      route(meetingMemberApi.list, ({ body }, context) => members.list(body, context)),
      route(meetingMemberApi.create, ({ body }, context) => members.create(body, context)),
      route(meetingMemberApi.update, ({ body }, context) => members.update(body, context)),
      route(meetingMemberApi.delete, ({ params, query }, context) => members.remove({ ...query, ...params }, context)),
    ],
  };
}
