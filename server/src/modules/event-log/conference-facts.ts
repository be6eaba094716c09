/** Facts of conferences and of the meetings of rooms. */
import type { HangupCause } from "../../ports/switch.ts";

export type ConferenceFact =
  /** atAnswer: of a consultation that was begun for it (三方转, K46). */
  | {
      readonly type: "conferenceStarted";
      readonly with: string;
      readonly agentId: string;
      readonly atAnswer?: true;
    }
  /** name, host: of meetings. */
  | {
      readonly type: "memberInvited";
      readonly to: string;
      readonly agentId?: string;
      readonly displayed?: string;
      /** Whose ready agent it is, where a group was asked. */
      readonly skillGroupId?: string;
      readonly name?: string;
      readonly host?: boolean;
    }
  | { readonly type: "memberJoined"; readonly number: string; readonly agentId?: string; readonly name?: string }
  /** By the owner of the conference: nobody hears him, or they do again. */
  | {
      readonly type: "memberMuted";
      readonly number: string;
      readonly muted: boolean;
      readonly agentId?: string;
      readonly name?: string;
    }
  /** Of a caller whose number leads into a room: his leg is a member of that meeting from now on, or why it is not. */
  | {
      readonly type: "meetingEntered";
      readonly roomId: string;
      readonly name: string;
      readonly meetingId: string;
    }
  | {
      readonly type: "meetingRefused";
      readonly roomId: string;
      readonly name: string;
      readonly why: "full" | "closed" | "pin" | "shut" | "internal";
    }
  /** Out of a conference that goes on. */
  | {
      readonly type: "partyLeft";
      readonly number: string;
      readonly cause: HangupCause;
      readonly agentId?: string;
      readonly name?: string;
    };
