/**
 * Telephony: the call engine (where the switch is) and the CTI sockets (in every process). The only face of this module;
 * other modules ask the engine through engineTopic.
 */
import type { Module } from "../../http/module.ts";
import type { Ports } from "../../ports/index.ts";
import { createChangeHints, createEventLog, type EventLog } from "../event-log/index.ts";
import { createLeases } from "../lease/index.ts";
import { createNumbers, type VoiceFile } from "../numbers/index.ts";
import { createQueuedContacts } from "../queued-contacts/index.ts";
import type { SecureEntries } from "../secure-entries/index.ts";
import { createCtiGateway, type GatewayDeps } from "./cti/gateway.ts";
import { createEngine, type Engine } from "./engine/index.ts";
import { Recordings } from "./engine/recordings.ts";
import { Spool } from "./engine/spool.ts";
import { createLeadership, installationLease } from "./leadership.ts";
import type { OutsideLines } from "./outside.ts";
import { allowAll, type ScreenCall } from "./screening.ts";
import type { Term } from "./term.ts";

export { createSupervision } from "./cti/supervising.ts";
export { createEngineClient } from "./client.ts";
export type { OutsideLines } from "./outside.ts";
export { installationLease } from "./leadership.ts";
export type { ScreenCall, Screened } from "./screening.ts";
export type { CallTask, TaskGate } from "./tasks.ts";

export interface TelephonyOptions {
  readonly ports: Ports;
  readonly tickets: GatewayDeps["tickets"];
  readonly sessions: GatewayDeps["sessions"];
  readonly supervision: GatewayDeps["supervision"];
  readonly tasks: GatewayDeps["tasks"];
  readonly watches: GatewayDeps["watches"];
  /** DATA_DIR/recordings-live. */
  readonly recordingsFolder: string;
  readonly secureEntries: Pick<SecureEntries, "keep">;
  /** repairWav of the switch adapter. */
  readonly repair: (path: string) => Promise<number | undefined>;
  /** Call limits, blacklists and outbound routes; default: every call may go on as it is. */
  readonly screen?: ScreenCall;
  /** Trunks; default: there are none. */
  readonly outside?: OutsideLines;
  /** Voices as files; default: there are none. */
  readonly voiceFile?: VoiceFile;
}

export interface TelephonyModule extends Module {
  readonly engine: Pick<Engine, "stats">;
  /** The engine runs in this process: only here may SIP sockets be opened. */
  leads(): boolean;
  /** Another process may lead: once the switch of this one is stopped. */
  release(): Promise<void>;
}

/** What this process has while it leads. */
interface Running {
  readonly term: Term;
  readonly engine: Engine;
  readonly eventLog: EventLog;
}

/** Starts the switch where it leads; stopping it, after this module, is its owner's. */
export function createTelephonyModule({
  ports,
  tickets,
  sessions,
  supervision,
  tasks,
  watches,
  recordingsFolder,
  secureEntries,
  repair,
  screen = allowAll,
  outside,
  voiceFile,
}: TelephonyOptions): TelephonyModule {
  const { database, clock, logger } = ports;
  const hints = createChangeHints(ports);
  const numbers = createNumbers(database, ports.broker, ports.random, voiceFile);
  const gateway = createCtiGateway({ ...ports, tickets, sessions, supervision, tasks, watches });
  const lines = outside ? { outside } : {};
  let running: Running | undefined;

  /** An engine acts, and writes, under its own term alone. */
  function engineOf(term: Term): Running {
    const sw = term.switch(ports.switch);
    const lease = { name: installationLease, epoch: term.epoch, lost: () => leadership.lost(term) };
    const eventLog = createEventLog({ database, clock, logger, lease, changed: hints.changed });
    const spool = ports.blobs.shared
      ? new Spool({ ...ports, clock: term.clock(), folder: recordingsFolder })
      : undefined;
    const { blobs } = ports;
    const recordings = new Recordings({ folder: recordingsFolder, blobs, switch: sw, logger, spool, repair });
    const contacts = createQueuedContacts(database, lease);
    const own = { ...ports, clock: term.clock(), broker: term.broker(ports.broker), switch: sw };
    return {
      term,
      eventLog,
      engine: createEngine({ ...own, eventLog, numbers, recordings, contacts, secureEntries, screen, ...lines }),
    };
  }

  const leadership = createLeadership({
    ...ports,
    leases: createLeases(database),
    async lead(term) {
      running = engineOf(term);
      await ports.switch.fence(term.epoch);
      await ports.switch.as(term.epoch).start();
      await running.engine.start();
    },
    async leave() {
      running = undefined;
      await ports.switch.letGo();
    },
  });

  return {
    name: "telephony",
    routes: [],
    sockets: [gateway.socket],
    engine: { stats: () => running?.engine.stats() ?? { calls: 0 } },
    leads: () => leadership.leads(),
    release: () => leadership.release(),
    async start() {
      await gateway.start();
      await leadership.start();
    },
    async stop() {
      leadership.stop();
      if (leadership.leads()) await running?.engine.stop();
      await gateway.stop();
      await running?.eventLog.stop();
      hints.stop();
    },
  };
}
