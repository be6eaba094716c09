/**
 * Telephony: the call engine (where the switch is) and the CTI sockets (in every process). The only face of this module;
 * other modules ask the engine through engineTopic.
 */
import type { Module } from "../../http/module.ts";
import type { Ports } from "../../ports/index.ts";
import type { GaugeSource } from "../../http/metrics.ts";
import { createChangeHints } from "../event-log/index.ts";
import { createLeases } from "../lease/index.ts";
import { createNumbers, type VoiceFile } from "../numbers/index.ts";
import { createCtiGateway, type GatewayDeps } from "./cti/gateway.ts";
import { createLeadership } from "./leadership.ts";
import type { OutsideLines } from "./outside.ts";
import { allowAll, type ScreenCall } from "./screening.ts";
import { engineUnder, type Running, type RunningOptions } from "./running.ts";
import type { Term } from "./term.ts";

export { createSupervision } from "./cti/supervising.ts";
export { createEngineClient } from "./client.ts";
export type { OutsideLines } from "./outside.ts";
export { installationLease } from "./leadership.ts";
export type { ScreenCall, Screened } from "./screening.ts";
export type { DialGate } from "./dial-refs.ts";
export type { CallTask, TaskGate } from "./tasks.ts";

export interface TelephonyOptions {
  readonly ports: Ports;
  readonly tickets: GatewayDeps["tickets"];
  readonly sessions: GatewayDeps["sessions"];
  readonly supervision: GatewayDeps["supervision"];
  readonly tasks: GatewayDeps["tasks"];
  readonly dialRefs: GatewayDeps["dialRefs"];
  readonly watches: GatewayDeps["watches"];
  /** DATA_DIR/recordings-live. */
  readonly recordingsFolder: string;
  readonly secureEntries: RunningOptions["secureEntries"];
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
  readonly gauges: readonly GaugeSource[];
  /** The engines of this process have the calls and have begun. */
  leads(): boolean;
  /** Another process may lead: once the switch of this one is stopped. */
  release(): Promise<void>;
}

/** Starts the switch where it leads; stopping it, after this module, is its owner's. */
export function createTelephonyModule({
  ports,
  tickets,
  sessions,
  supervision,
  tasks,
  dialRefs,
  watches,
  recordingsFolder,
  secureEntries,
  repair,
  screen = allowAll,
  outside,
  voiceFile,
}: TelephonyOptions): TelephonyModule {
  const { database } = ports;
  const hints = createChangeHints(ports);
  const numbers = createNumbers(database, ports.broker, ports.random, voiceFile);
  const gateway = createCtiGateway({ ...ports, tickets, sessions, supervision, tasks, dialRefs, watches });
  const engines = { ...ports, recordingsFolder, secureEntries, repair, screen, numbers, changed: hints.changed };
  let running: Running | undefined;
  /** Under which the engines have begun. */
  let begun: Term | undefined;

  const leadership = createLeadership({
    ...ports,
    leases: createLeases(database),
    async lead(term) {
      const mine = (running = engineUnder(term, { ...engines, ...(outside ? { outside } : {}), leadership }));
      const { epoch } = term.lease;
      await ports.switch.fence(epoch);
      await ports.switch.as(epoch).start();
      await mine.engine.start();
      begun = term;
    },
    async leave() {
      running = undefined;
      await ports.switch.letGo();
    },
  });

  /** Calls end with the process, or go on in the next one, which need not wait. */
  async function end({ engine, eventLog }: Running): Promise<void> {
    if (!ports.switch.capabilities.outlives) return engine.stop();
    await engine.letGo();
    await leadership.release(async () => {
      await eventLog.flush();
      await ports.switch.letGo();
    });
  }

  return {
    name: "telephony",
    routes: [],
    sockets: [gateway.socket],
    gauges: [
      {
        name: "calls",
        help: "Calls the engines of this process hold",
        value: () => running?.engine.stats().calls ?? 0,
      },
      {
        name: "leases",
        help: "Leases of this process: of the switch and of each enterprise where it leads",
        value: () => leadership.leases(),
      },
    ],
    leads: () => begun?.holds() === true,
    release: () => leadership.release(),
    async start() {
      await gateway.start();
      await leadership.start();
    },
    async stop() {
      leadership.stop();
      if (leadership.leads() && running) await end(running);
      await gateway.stop();
      await running?.eventLog.stop();
      hints.stop();
    },
  };
}
