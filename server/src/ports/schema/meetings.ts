/** Tables of the area meetings; joined in ../schema.ts. */
import type { MeetingMemberKind } from "@liantai/api/contract/admin";
import type { At, Flag, Text, Word } from "./types.ts";

export interface MeetingRoomTable {
  compId: string;
  id: string;
  name: string;
  /** What is dialled to come in. */
  code: string;
  /** '' : none is asked. */
  hostPin: Text;
  memberPin: Text;
  maxMembers: Flag;
  record: Flag;
  enterMuted: Flag;
  tone: Flag;
  waitForHost: Flag;
  enable: Flag;
  remark: Text;
  /** The seat whose room it is; '': the administrators'. */
  ownerId: Text;
  createdAt: At;
}

export interface MeetingMemberTable {
  compId: string;
  id: string;
  roomId: string;
  kind: Word<MeetingMemberKind>;
  /** A seat's or an extension's number, one outside, or the id of a contact. */
  value: string;
  name: Text;
  host: Flag;
  /** 1: rung when the meeting begins. */
  autoInvite: Flag;
}

export interface MeetingsTables {
  meeting_room: MeetingRoomTable;
  meeting_member: MeetingMemberTable;
}
