/** What the screens of meetings share: clients, rows, rooms to choose from. */
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { meetingMemberApi, meetingRoomApi } from "@liantai/api/contract/admin";
import { optionsFrom, type Option } from "@liantai/ui";

export const meetingRooms = queriesOf(meetingRoomApi);
export const meetingMembers = queriesOf(meetingMemberApi);

export type Room = ReplyOf<typeof meetingRoomApi.list>["list"][number];
export type Live = ReplyOf<typeof meetingRoomApi.live>;
export type LiveMember = Live["members"][number];
export type Member = ReplyOf<typeof meetingMemberApi.list>["list"][number];
export type Meeting = ReplyOf<typeof meetingRoomApi.history>["list"][number];

const all = { body: { pageNo: 1, pageSize: 9_999 } };

/** Rooms the person sees; those alone that are his, where that is asked. */
export function useRoomOptions(mine = false): readonly Option[] {
  const { data } = meetingRooms.list.useQuery(all);
  return optionsFrom(
    data?.list.filter((room) => !mine || room.mine),
    ({ id, name, code }) => ({ value: id, label: `${name}（${code}）` }),
  );
}
