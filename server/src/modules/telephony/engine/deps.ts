import type { Ports } from "../../../ports/index.ts";
import type { EventLog } from "../../event-log/index.ts";
import type { Numbers } from "../../numbers/index.ts";
import type { QueuedContacts } from "../../queued-contacts/index.ts";
import type { OwnDiallers } from "../dialler.ts";
import type { MeetingDoors } from "../meeting-doors.ts";
import type { TalkListener } from "../listener.ts";
import type { OutsideLines } from "../outside.ts";
import type { SecureEntries } from "../../secure-entries/index.ts";
import type { FlowPort } from "../flows.ts";
import type { ScreenCall } from "../screening.ts";
import type { LegRouter } from "./leg-router.ts";
import type { Recordings } from "./recordings.ts";

export interface EngineDeps extends Pick<Ports, "clock" | "random" | "switch" | "broker" | "speech" | "logger"> {
  readonly eventLog: EventLog;
  /** Where events of its legs come from. */
  readonly legs: LegRouter;
  readonly numbers: Numbers;
  readonly recordings: Recordings;
  /** Who left a queue and keeps his place in it. */
  readonly contacts: QueuedContacts;
  /** Trunks; absent: there are none. */
  readonly outside?: OutsideLines;
  /** What customers typed in secret, sealed. */
  readonly secureEntries: Pick<SecureEntries, "keep">;
  /** What calls ask of flows; absent: there are none. */
  readonly flows?: FlowPort;
  /** Who listens to talks; absent: nobody. */
  readonly listener?: TalkListener;
  /** Members of rooms, and who hears that pins are guessed; absent: none, and nobody. */
  readonly doors?: MeetingDoors;
  /** What dials for tasks; absent: nothing. */
  readonly dialling?: OwnDiallers;
  /** Whether who signed in with a session may hear this agent now; absent: who began may go on. */
  readonly maySupervise?: (sessionId: string, agentId: string) => Promise<boolean>;
  /** Whether a call to or from outside may go on, and how. */
  readonly screen: ScreenCall;
}
