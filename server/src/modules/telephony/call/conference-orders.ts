/** What is ordered of a conference, and of the meeting of a room. */
import type { RoomInfo } from "../../../ports/engine.ts";
import type { LegId } from "../../../ports/switch.ts";
import type { AskedParty, PartyId } from "./party.ts";

export type RoomInput =
  /** Somebody dials the room's code; with a leg, or from the bar. asked: in his own call, where he was let in; his leg is up. */
  | { readonly type: "enter"; readonly to: AskedParty; readonly asked?: true }
  /** Of a caller's own call: what came of `goIn`. */
  | { readonly type: "wentIn"; readonly meetingId: string }
  | { readonly type: "roomFull" }
  /** What came of `knock`. wrong: pins that were, within the hour, his own counted; shut: nobody is let in with one for now. */
  | { readonly type: "knocked"; readonly party: PartyId; readonly wrong: number; readonly shut: boolean };

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

export type RoomEffect =
  /** A caller who was let in: the room's meeting is to have his leg; `wentIn` or `roomFull` answers. */
  | { readonly do: "goIn"; readonly leg: LegId; readonly room: RoomInfo; readonly host: boolean }
  /** Somebody is at the door: whether it is shut. right: of the pin he typed, which counts where it is not. `knocked` answers. */
  | {
      readonly do: "knock";
      readonly party: PartyId;
      readonly room: Pick<RoomInfo, "roomId" | "name">;
      readonly right?: boolean;
    };
