/** Why legs end, and what is heard before an answer: words of the Switch port (switch.ts). */
/** Why a leg ended, in words that do not depend on the adapter. `sipCode` beside it carries the raw SIP status. */
export type HangupCause =
  | "normal" // BYE from either side after answer
  | "cancelled" // CANCEL, or the engine gave up before answer
  | "busy" // 486, 600
  | "rejected" // 603, 403
  | "no-answer" // ring time-out, 408, 480 after ringing
  | "unreachable" // not registered, dead socket before ringing, 480
  | "not-found" // 404, 484
  | "lost" // the leg's socket or media was gone and the engine gave it up
  | "forbidden" // 403: who calls may not
  | "failed" // anything else, e.g. SDP that cannot be met (488), 5xx
  | "shutdown"; // the switch stopped

/** What an announcement before the answer says. unknown: sound came, and nobody knows what it said. */
export type EarlyMedia =
  | "unknown"
  | "poweredOff"
  | "emptyNumber"
  | "suspended"
  | "inCall"
  | "rejected"
  | "unreachable"
  | "outOfService"
  | "busy"
  | "wrongDialling"
  | "reminder"
  | "networkBusy"
  | "noAnswer"
  | "arrears"
  | "numberChanged"
  | "lineFault"
  | "later"
  | "restricted";
