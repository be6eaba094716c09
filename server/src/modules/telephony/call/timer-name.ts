/** What a call waits for. */
import type { PartyId } from "./party.ts";

/** Of a party: lost-ID until its grace is over, confirm-ID until it has pressed the key, redial-ID until its line is dialled again. */
export type TimerName =
  | "arrive"
  | "detect"
  | "sound"
  | "machineTone"
  | "maxWait"
  | "announce"
  | "notice"
  | "nextGroup"
  | "farewell"
  | "connect"
  | "recordPause"
  | "survey"
  | "ring"
  | "sticky"
  | "sender"
  | "menu"
  | "menuKey"
  | "voicemail"
  | "nobodyCame"
  | "secureEntry"
  | "suspended"
  | "outsideTalk"
  | `flow-${string}`
  | `lost-${PartyId}`
  | `confirm-${PartyId}`
  | `door-${PartyId}`
  | `redial-${PartyId}`;
