/** What is ordered of a conference, and of the meeting of a room. */
import type { AskedParty, PartyId } from "./party.ts";

export type ConferenceOrder =
  | { readonly type: "meeting"; readonly agentId: string }
  /** Of the owner of a conference, or by somebody who may from outside, as the log names him. member: a party's id. */
  | {
      readonly type: "invite";
      readonly agentId: string;
      readonly by?: string;
      readonly to: AskedParty;
      readonly autoAnswer?: boolean;
    }
  /** Somebody dials the room's code; with a leg, or from the bar. */
  | { readonly type: "enter"; readonly to: AskedParty }
  | {
      readonly type: "muteMember";
      readonly agentId: string;
      readonly by?: string;
      readonly member: PartyId;
      readonly muted: boolean;
    }
  | { readonly type: "muteAll"; readonly agentId: string; readonly by?: string; readonly muted: boolean }
  | { readonly type: "removeMember"; readonly agentId: string; readonly by?: string; readonly member: PartyId }
  | { readonly type: "endMeeting"; readonly agentId: string; readonly by?: string };
