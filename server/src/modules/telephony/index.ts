/**
 * Telephony: the call engine (where the switch is) and the CTI sockets (in every process). The only face of this module;
 * other modules ask the engine through engineTopic.
 */
import type { Module } from "../../http/module.ts";
import type { Ports } from "../../ports/index.ts";
import { createChangeHints, createEventLog } from "../event-log/index.ts";
import { createNumbers, type VoiceFile } from "../numbers/index.ts";
import { createCtiGateway, type GatewayDeps } from "./cti/gateway.ts";
import { createEngine, type Engine } from "./engine/index.ts";
import { Recordings } from "./engine/recordings.ts";
import { createLeadership } from "./leadership.ts";
import { allowAll, type ScreenCall } from "./screening.ts";

export { createSupervision } from "./cti/supervising.ts";
export { createEngineClient } from "./client.ts";
export type { ScreenCall, Screened } from "./screening.ts";

export interface TelephonyOptions {
  readonly ports: Ports;
  readonly tickets: GatewayDeps["tickets"];
  readonly sessions: GatewayDeps["sessions"];
  readonly supervision: GatewayDeps["supervision"];
  readonly watches: GatewayDeps["watches"];
  /** DATA_DIR/recordings-live. */
  readonly recordingsFolder: string;
  /** repairWav of the switch adapter. */
  readonly repair: (path: string) => Promise<number | undefined>;
  /** Call limits, blacklists and outbound routes; default: every call may go on as it is. */
  readonly screen?: ScreenCall;
  /** Voices as files; default: there are none. */
  readonly voiceFile?: VoiceFile;
}

export interface TelephonyModule extends Module {
  readonly engine: Pick<Engine, "stats">;
  /** The engine runs in this process: only here may SIP sockets be opened. */
  leads(): boolean;
}

/** Starts the switch where it leads; stopping it, after this module, is its owner's. */
export function createTelephonyModule({
  ports,
  tickets,
  sessions,
  supervision,
  watches,
  recordingsFolder,
  repair,
  screen = allowAll,
  voiceFile,
}: TelephonyOptions): TelephonyModule {
  const hints = createChangeHints(ports);
  const eventLog = createEventLog({ ...ports, changed: hints.changed });
  const numbers = createNumbers(ports.database, ports.broker, ports.random, voiceFile);
  const recordings = new Recordings({
    folder: recordingsFolder,
    blobs: ports.blobs,
    switch: ports.switch,
    logger: ports.logger,
    repair,
  });
  const engine = createEngine({ ...ports, eventLog, numbers, recordings, screen });
  const gateway = createCtiGateway({ ...ports, tickets, sessions, supervision, watches });
  // Only who leads has the switch: an Asterisk obeys one process.
  const lead = async (): Promise<void> => {
    await ports.switch.start();
    await engine.start();
  };
  const leadership = createLeadership({ ...ports, lead });
  return {
    name: "telephony",
    routes: [],
    sockets: [gateway.socket],
    engine,
    leads: () => leadership.leads(),
    async start() {
      await gateway.start();
      await leadership.start();
    },
    async stop() {
      leadership.stop();
      if (leadership.leads()) await engine.stop();
      await gateway.stop();
      await eventLog.stop();
      hints.stop();
    },
  };
}
