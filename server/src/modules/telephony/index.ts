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
import { createLeftovers } from "./leftovers.ts";
import { missedIn } from "./missed.ts";
import type { Diallers } from "./dialler.ts";
import type { TalkListener } from "./listener.ts";
import type { MeetingDoors } from "./meeting-doors.ts";
import type { OutsideLines } from "./outside.ts";
import type { FlowPort } from "./flows.ts";
import { allowAll, type ScreenCall } from "./screening.ts";
import { createParted } from "./parted.ts";
import type { RunningOptions } from "./running.ts";
import { refusalTopic } from "./topics.ts";
import { createWhole } from "./whole.ts";

export { createSupervision } from "./cti/supervising.ts";
export { createEngineClient } from "./client.ts";
export * from "./flows.ts";
export { listen as listenInFlow } from "./engine/flow-listening.ts";
export { gatheredFor } from "./engine/flow-gathering.ts";
export { freeLine, type FlowRobots } from "./robot-lines.ts";
export type { MeetingDoors } from "./meeting-doors.ts";
export type { OutsideLines } from "./outside.ts";
export { installationLease } from "./leadership.ts";
export type { ScreenCall, Screened } from "./screening.ts";
export type { Hearing, Talk, TalkListener, Voice } from "./listener.ts";
export type { DialGate } from "./dial-refs.ts";
export * from "./dialler.ts";
export type { Placed } from "./call/placed.ts";
export type { Call } from "./call/types.ts";
export type { CallTask, TaskGate } from "./tasks.ts";

/** How long the end of a call waits for the cause of it. */
const refusalMs = 1_000;

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
  /** What calls ask of flows; default: there are none. */
  readonly flows?: FlowPort;
  /** Voices as files; default: there are none. */
  readonly voiceFile?: VoiceFile;
  /** Who listens to talks; default: nobody. */
  readonly listener?: TalkListener;
  /** Members of rooms, and who hears that pins are guessed; default: none, and nobody. */
  readonly doors?: MeetingDoors;
  /** What dials for tasks; default: nothing does. */
  readonly diallers?: Diallers;
  /** The enterprises there are, where the switch has a part of each. */
  readonly enterprises: () => Promise<readonly string[]>;
}

export interface TelephonyModule extends Module {
  readonly gauges: readonly GaugeSource[];
  /** The engines of this process have the calls and have begun. */
  leads(): boolean;
  /** Another process may lead: once the switch of this one is stopped. */
  release(): Promise<void>;
}

/** What the process that sets the trunks knows of a refused call (`SwitchParts.refusal`). */
export async function refusalOf(broker: Ports["broker"], callId: string): Promise<number | undefined> {
  const q850 = await broker.request(refusalTopic, callId, refusalMs).catch(() => null);
  return typeof q850 === "number" ? q850 : undefined;
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
  flows,
  voiceFile,
  listener,
  doors,
  diallers,
  enterprises,
}: TelephonyOptions): TelephonyModule {
  const { database } = ports;
  const hints = createChangeHints(ports);
  const numbers = createNumbers(database, ports.broker, ports.random, voiceFile);
  const { parts } = ports.switch;
  const gateway = createCtiGateway({
    ...ports,
    parted: parts !== undefined,
    tickets,
    sessions,
    supervision,
    tasks,
    dialRefs,
    watches,
  });
  const options = {
    ...ports,
    leases: createLeases(database),
    recordingsFolder,
    secureEntries,
    repair,
    screen,
    numbers,
    changed: hints.changed,
    maySupervise: supervision.may,
    ...(outside ? { outside } : {}),
    ...(flows ? { flows } : {}),
    ...(listener ? { listener } : {}),
    ...(doors ? { doors } : {}),
    ...(diallers ? { diallers } : {}),
  };
  const missed = () => missedIn(database);
  const engines = parts ? createParted({ ...options, parts, enterprises, missed }) : createWhole(options);
  const { leadership } = engines;
  const leftovers = createLeftovers({ ...ports, folder: recordingsFolder, has: (compId) => engines.has(compId) });
  return {
    name: "telephony",
    routes: [],
    sockets: [gateway.socket],
    gauges: [
      {
        name: "calls",
        help: "Calls the engines of this process hold",
        value: () => engines.calls(),
      },
      {
        name: "leases",
        help: "Leases of this process: of the switch and of each enterprise where it leads",
        value: () => leadership.leases(),
      },
    ],
    leads: () => engines.leads(),
    release: () => leadership.release(),
    async start() {
      await gateway.start();
      await leadership.start();
      void leftovers.start();
    },
    async stop() {
      leftovers.stop();
      leadership.stop();
      await engines.end();
      await gateway.stop();
      await engines.flush();
      hints.stop();
    },
  };
}
