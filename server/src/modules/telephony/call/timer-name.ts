/** What a call waits for. */
import type { PartyId } from "./party.ts";

/** lost-ID: the grace of a party that was lost; confirm-ID: of one that must press a key; redial-ID: until a line outside is dialled again. */
export type TimerName =
  | "arrive"
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
  | `lost-${PartyId}`
  | `confirm-${PartyId}`
  | `redial-${PartyId}`;
