/** Rooms, members and meetings as they are answered; numbers outside are masked here. */
import { maskPhone, type ReplyOf } from "@liantai/api/contract";
import type { meetingMemberApi, meetingRoomApi } from "@liantai/api/contract/admin";
import { hidesNumbers } from "../../http/privacy.ts";
import type { Caller } from "../../http/routes.ts";
import type { LiveMeeting } from "../../ports/engine.ts";
import { owns } from "./policy.ts";
import type { HeldMeeting } from "./history-repository.ts";
import type { ListedMember, ListedRoom } from "./repository.ts";

type Rooms = typeof meetingRoomApi;
type Item<E> = ReplyOf<E> extends { readonly list: (infer R)[] } ? R : never;

const bit = (value: number): 0 | 1 => (value === 1 ? 1 : 0);

export function presentRoom(room: ListedRoom, caller: Caller, live: LiveMeeting | undefined): Item<Rooms["list"]> {
  const mine = owns(caller, room);
  const leads = mine || Number(room.hosts ?? 0) > 0;
  return {
    id: room.id,
    name: room.name,
    code: room.code,
    hostPin: leads ? room.hostPin : "",
    memberPin: room.memberPin,
    maxMembers: room.maxMembers,
    record: bit(room.record),
    enterMuted: bit(room.enterMuted),
    tone: bit(room.tone),
    waitForHost: bit(room.waitForHost),
    enable: bit(room.enable),
    remark: room.remark,
    ownerId: room.ownerId,
    ownerName: room.ownerName ?? "",
    members: Number(room.members ?? 0),
    state: live ? 1 : 0,
    present: live?.members.length ?? 0,
    mine,
    leads,
  };
}

/** agentId: a colleague's number is no secret. */
const masked = (number: string, agentId: string | null, hide: boolean): string =>
  hide && !agentId ? maskPhone(number) : number;

export function presentMember(row: ListedMember, caller: Caller): Item<(typeof meetingMemberApi)["list"]> {
  const { id, roomId, roomName, kind, value, name, label, phone, host, autoInvite } = row;
  const hide = hidesNumbers(caller);
  const outside = kind === "number" ? masked(value, null, hide) : value;
  return {
    id,
    roomId,
    roomName,
    kind,
    value: outside,
    number: kind === "contact" ? masked(phone ?? "", null, hide) : outside,
    name: name || label || "",
    host: bit(host),
    autoInvite: bit(autoInvite),
  };
}

export const presentLive = (live: LiveMeeting | undefined, caller: Caller, at: number): ReplyOf<Rooms["live"]> => ({
  meetingId: live?.meetingId ?? "",
  startedAt: live?.startedAt ?? null,
  at,
  recording: live !== undefined && live.recording.state !== "off",
  paused: live?.recording.state === "paused",
  autoRecord: live?.recording.auto ?? false,
  members: (live?.members ?? []).map((member) => ({
    ...member,
    number: masked(member.number, member.agentId, hidesNumbers(caller)),
  })),
});

export function presentMeeting(row: HeldMeeting, hide: boolean): Item<Rooms["history"]> {
  return {
    meetingId: row.meetingId,
    roomId: row.roomId,
    name: row.name,
    openedBy: row.openedBy,
    from: row.startAt.getTime(),
    to: row.endAt?.getTime() ?? null,
    members: row.members.map(({ number, agentId, name, host, from, to, mutedMs, mutedAt, why }) => ({
      number: masked(number, agentId, hide),
      agentId: agentId ?? "",
      name,
      host,
      from,
      to,
      muted: mutedMs > 0 || mutedAt !== null,
      mutedMs,
      why: why ?? "",
    })),
    recording: row.recordingKey === null ? null : { ms: row.recordingMs ?? 0, bytes: Number(row.recordingBytes ?? 0) },
  };
}
