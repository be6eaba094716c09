/** What a process has while it leads: the engines of all enterprises, each under its own term, and what they share under the switch's. */
import type { Ports } from "../../ports/index.ts";
import type { HeldLease } from "../../ports/lease.ts";
import type { Switch } from "../../ports/switch.ts";
import { createEventLog, type EventLog, type SharedEventLog } from "../event-log/index.ts";
import type { Numbers } from "../numbers/index.ts";
import { createQueuedContacts } from "../queued-contacts/index.ts";
import { createEngine, type Engine, type EngineOptions } from "./engine/index.ts";
import { Recordings, type RecordingsOptions } from "./engine/recordings.ts";
import { Spool } from "./engine/spool.ts";
import type { Diallers } from "./dialler.ts";
import type { Leadership } from "./leadership.ts";
import type { Term } from "./term.ts";

export interface Running {
  readonly engine: Engine;
  readonly eventLog: EventLog;
}

export interface RunningOptions
  extends
    Pick<Ports, "clock" | "random" | "database" | "broker" | "blobs" | "switch" | "speech" | "logger">,
    Pick<EngineOptions, "screen" | "outside" | "flows" | "listener" | "doors">,
    Required<Pick<EngineOptions, "maySupervise">> {
  /** What dials for tasks; absent: nothing. */
  readonly diallers?: Diallers;
  /** What customers typed in secret, kept under a lease. */
  readonly secureEntries: (lease: HeldLease) => EngineOptions["secureEntries"];
  readonly numbers: Numbers;
  readonly recordingsFolder: string;
  readonly repair: RecordingsOptions["repair"];
  /** Told which enterprises' calls or states changed. */
  readonly changed: (compIds: Iterable<string>) => void;
  readonly leadership: Pick<Leadership, "lost" | "term">;
}

/** What acts, and writes, under a term alone. */
function under(options: RunningOptions, term: Term, eventLog: SharedEventLog, sw: Switch) {
  const { broker, database, leadership } = options;
  const lease = { ...term.lease, lost: () => leadership.lost(term) };
  return {
    clock: term.clock(),
    broker: term.broker(broker),
    switch: term.switch(sw),
    eventLog: eventLog.under(lease),
    contacts: createQueuedContacts(database, lease),
    secureEntries: options.secureEntries(lease),
    ...(options.diallers ? { dialling: options.diallers(lease) } : {}),
  };
}

/** What the engines of a lease act through, and their recordings. */
function begun(term: Term, options: RunningOptions, { eventLog, sw, only }: Begun) {
  const { blobs, recordingsFolder: folder, ...rest } = options;
  const shared = under(options, term, eventLog, sw);
  const spool = blobs.shared ? new Spool({ ...rest, ...shared, blobs, folder, only }) : undefined;
  return { ...shared, recordings: new Recordings({ ...rest, ...shared, blobs, folder, spool, only }) };
}

interface Begun {
  readonly eventLog: SharedEventLog;
  /** Its verbs carry the epoch of whoever has it. */
  readonly sw: Switch;
  readonly only?: string;
}

/** The log of a process: one writer for all that it has. */
export const logOf = (options: RunningOptions): SharedEventLog => createEventLog(options);

/** The engine of one enterprise, whose part of the switch goes with its lease. */
export function engineOf(term: Term, options: RunningOptions, eventLog: SharedEventLog, part: Switch): Running {
  const only = term.lease.name;
  const shared = begun(term, options, { eventLog, sw: part.as(term.lease.epoch), only });
  return { eventLog: shared.eventLog, engine: createEngine({ ...options, ...shared, only }) };
}

/** The engines of all enterprises. term: of the switch. */
export function engineUnder(term: Term, options: RunningOptions): Running {
  const { leadership } = options;
  // Its verbs carry the epoch of whoever has the switch; an enterprise's go out while its own term holds.
  const sw = options.switch.as(term.lease.epoch);
  const eventLog = logOf(options);
  const shared = begun(term, options, { eventLog, sw });
  const own = async (compId: string) => {
    const its = await leadership.term(compId);
    return its && under(options, its, eventLog, sw);
  };
  return { eventLog, engine: createEngine({ ...options, ...shared, own }) };
}
