/** Which modules there are, in the order they start, and what each gets. */
import { dirname, join } from "node:path";
import type { TotpRequired } from "@liantai/api/contract";
import type { Config } from "./config.ts";
import type { GaugeSource } from "./http/metrics.ts";
import type { Module } from "./http/module.ts";
import { createAdministration } from "./modules/administration.ts";
import { createAssistModule, createListener, recogniserOf, type Recogniser } from "./modules/assist/index.ts";
import { createAudit, createAuditPurge } from "./modules/audit/index.ts";
import { createAuthModule, type AuthModule, type RevealSettings, type RunningInfo } from "./modules/auth/index.ts";
import { createBackupsModule } from "./modules/backups/index.ts";
import { createChatPurge, createChatsModule } from "./modules/chats/index.ts";
import { createDialGate, createDialRefs } from "./modules/dial-refs/index.ts";
import {
  createDeviceSocketsModule,
  type LocalDeviceSwitch,
  type PartedDevices,
} from "./modules/device-sockets/index.ts";
import { createCallsInFlows, type CallsInFlows } from "./modules/calls-in-flows.ts";
import {
  createDialHooks,
  createDiallers,
  createPreviewGate,
  createTaskCounts,
  flowOver,
} from "./modules/dialling/index.ts";
import { createFilesModule } from "./modules/files/index.ts";
import { createMeetingDoors } from "./modules/meetings/index.ts";
import { createMonitorModule } from "./modules/monitor/index.ts";
import { createLocalPhone, createNumbersModule, sipPath, type LocalPhone } from "./modules/numbers/index.ts";
import { createOrganisationModule, type OrganisationModule } from "./modules/organisation/index.ts";
import { heardBy } from "./modules/queues/index.ts";
import { Presences } from "./modules/presence/index.ts";
import { createReminders } from "./modules/reminders/index.ts";
import { createSecureEntries } from "./modules/secure-entries/index.ts";
import { createRecordsModule, parseQuestion, replayHour } from "./modules/records/index.ts";
import type { Sealer } from "./modules/system/index.ts";
import { createSatisfactionModule } from "./modules/satisfaction/index.ts";
import { createTaskGate, createTasksModule } from "./modules/tasks/index.ts";
import {
  createEngineClient,
  createSupervision,
  createTelephonyModule,
  type TelephonyModule,
} from "./modules/telephony/index.ts";
import { monitorsSeeing } from "./modules/seats/index.ts";
import { createCallScreening, createOutsideLines } from "./modules/trunks/index.ts";
import { createVersionsModule, type VersionsModule } from "./modules/versions/index.ts";
import { createVoiceFiles } from "./modules/voices/index.ts";
import { createMaintenanceModule, type DiskWatchDeps } from "./modules/maintenance/index.ts";
import type { Ports } from "./ports/index.ts";
import { createRealtimeModule, type RealtimeModule } from "./realtime/index.ts";

export interface ModulesOptions {
  readonly ports: Ports;
  readonly sealer: Sealer;
  readonly info: RunningInfo;
  readonly sessionDays?: number | undefined;
  readonly totpRequired?: TotpRequired | undefined;
  /** Days the operation log is kept; default 365. */
  readonly operationLogDays?: number | undefined;
  /** Days conversations of web chats are kept; default: for ever. */
  readonly chatDays?: number | undefined;
  readonly reveal: RevealSettings;
  /** TURN_URLS and TURN_SECRET; absent: pages use none. */
  readonly turn?: Config["turn"];
  /** Digest realm of the switch. */
  readonly realm: string;
  readonly dataDir: string;
  /** Nightly dumps that stay. */
  readonly backupsKept: number;
  /** Where a recording grows while its call lives. */
  readonly recordingsFolder: string;
  /** Makes a recording of a killed process readable. */
  readonly repair: (path: string) => Promise<number | undefined>;
  /** Where DATA_DIR lies, and when its room is scarce; absent: nobody watches it. */
  readonly disk?: Omit<DiskWatchDeps, "ports">;
  /** The import map that the build left; default: there is no build. */
  readonly builtIn?: Parameters<typeof createVersionsModule>[1];
  /** Who understands what is said in talks; default: the engines that operators allotted. */
  readonly recogniser?: Recogniser | undefined;
  /** The switch that takes the SIP sockets of devices; absent: there are none. */
  readonly devices?: LocalDeviceSwitch | PartedDevices;
}

export interface Composition {
  readonly modules: readonly Module[];
  readonly auth: AuthModule;
  readonly organisation: OrganisationModule;
  readonly versions: VersionsModule;
  readonly localPhone: Pick<LocalPhone, "port">;
  readonly gauges: readonly GaugeSource[];
  readonly enoughRoom: () => boolean;
  readonly blobsUp: () => boolean;
  readonly leads: () => boolean;
}

/** Stops after the engine, which starts it where it leads. */
function switchModule({ ports }: ModulesOptions, telephony: Pick<TelephonyModule, "release">): Module {
  return {
    name: "switch",
    routes: [],
    sockets: [],
    async stop() {
      await ports.switch.stop();
      await telephony.release();
    },
  };
}

const speechFailures = ({ speech }: Pick<Ports, "speech">): GaugeSource => ({
  name: "speech_failures",
  help: "Sentences that this process could not speak; callers heard a chime",
  value: () => speech.failures,
});

const messageStreams = (realtime: Pick<RealtimeModule, "stats">): GaugeSource => ({
  name: "message_streams",
  help: "Streams of messages, live or waiting for a resume",
  value: () => realtime.stats.streams,
});

/** Who listens to talks, and with what. */
function listening({ ports, ...options }: ModulesOptions, { speechFor, assist }: CallsInFlows) {
  const { recogniser = recogniserOf(speechFor) } = options;
  return { recogniser, listener: createListener({ ports, recogniser, flows: assist }) };
}

const diallersOf = ({ ports }: ModulesOptions, { speechFor }: CallsInFlows) =>
  createDiallers({ ports, speechFor, outcome: (of) => flowOver(ports, of) });

/** Who a session is now. */
const callersOf =
  ({ sessions }: AuthModule) =>
  async (sessionId: string) => {
    const caller = await sessions.byId(sessionId);
    return "refused" in caller ? undefined : caller;
  };

/** What tools ask a running installation. */
const answersOf = (
  { database }: Pick<Ports, "database">,
  flows: Pick<CallsInFlows["flows"], "replayText" | "testText">,
) => ({
  replay: (question: string) => replayHour(database, parseQuestion(question)),
  flowReplay: (question: string) => flows.replayText(question),
  flowTest: (question: string) => flows.testText(question),
});

const monitorsIn =
  ({ database }: Pick<Ports, "database">) =>
  (compId: string, agentId: string) =>
    database.tenant(compId, (trx) => monitorsSeeing(trx, compId, agentId));

const jobsModule = ({ jobs }: Pick<Ports, "jobs">): Module => ({
  name: "jobs",
  routes: [],
  start: () => jobs.start(),
  stop: () => jobs.stop(),
});

/** What the night removes, with the figures of all. */
const oneByOne = (purges: readonly (() => Promise<object>)[]) => async (): Promise<object> => {
  const removed = {};
  for (const purge of purges) Object.assign(removed, await purge());
  return removed;
};

export function createModules(options: ModulesOptions): Composition {
  const { ports, sealer, info, reveal, realm, sessionDays, totpRequired } = options;
  const organisation = createOrganisationModule(ports);
  const auth = createAuthModule({ ports, organisation, sealer, info, reveal, sessionDays, totpRequired });
  const engine = createEngineClient(ports.broker, ports.switch.parts !== undefined);
  const refs = createDialRefs({ sealer, clock: ports.clock });
  const reminders = createReminders({ ports, refs });
  const monitor = createMonitorModule({ ports, engine, maySee: auth.maySee });
  const realtime = createRealtimeModule({
    ports,
    ...{ presences: new Presences(ports), taskCounts: createTaskCounts(ports) },
    tickets: auth.tickets,
    sessions: auth.sessions,
    monitorsOf: monitorsIn(ports),
    maySee: auth.maySee,
    watches: monitor.watches,
    engine,
    waiting: reminders.waiting,
  });
  const asked = {
    ...{ ports, audit: createAudit(ports), mayDo: auth.mayDo, mayPress: auth.mayPress },
    caller: callersOf(auth),
  };
  const voiceFile = createVoiceFiles(ports, join(dirname(options.recordingsFolder), "voices"));
  const inFlows = createCallsInFlows({ ports, sealer, voice: voiceFile, mayPress: auth.mayPress });
  const assist = listening(options, inFlows);
  const telephony = createTelephonyModule({
    ports,
    ...{ listener: assist.listener, doors: createMeetingDoors(asked) },
    tickets: auth.tickets,
    sessions: auth.sessions,
    watches: monitor.watches,
    supervision: createSupervision({ ...asked, heard: (by, what) => heardBy({ ...asked, organisation }, by, what) }),
    tasks: createTaskGate({ ...asked, hooks: createDialHooks(ports), preview: createPreviewGate(ports) }),
    dialRefs: createDialGate({ ...asked, refs }),
    recordingsFolder: options.recordingsFolder,
    secureEntries: (lease) => createSecureEntries({ ...ports, sealer }, lease),
    repair: options.repair,
    screen: createCallScreening(ports, organisation.menus),
    outside: createOutsideLines({ ...ports, sealer }),
    enterprises: () => organisation.enterprises.ids(),
    voiceFile,
    flows: inFlows.world,
    diallers: diallersOf(options, inFlows),
  });
  const localPhone = createLocalPhone({ database: ports.database, tickets: auth.tickets });
  const numbers = createNumbersModule({ ports, sealer, engine, localPhone, realm, turn: options.turn });
  const { audit } = asked;
  const files = createFilesModule({ ports, audit, auth, sealer });
  const { flows, understanding } = inFlows;
  const deps = { ports, sealer, audit, auth, organisation, files, reminders, engine, flows, understanding };
  const versions = createVersionsModule(deps, options.builtIn ?? (() => ({})));
  const purges = [createAuditPurge(ports, options.operationLogDays), createChatPurge(ports, options.chatDays)];
  const maintenance = createMaintenanceModule({
    ports,
    disk: options.disk,
    purge: oneByOne([auth.purge, files.purge, ...purges]),
  });
  const backups = createBackupsModule({
    ports,
    dataDir: options.dataDir,
    kept: options.backupsKept,
    resetTotp: auth.resetTotp,
    ...answersOf(ports, flows),
  });
  return {
    modules: [
      organisation,
      auth,
      jobsModule(ports),
      monitor,
      realtime,
      numbers,
      createRecordsModule(ports, files, audit),
      createSatisfactionModule({ engine }),
      createTasksModule(ports),
      createAssistModule({ ...deps, ...assist, ears: inFlows.ears }),
      ...createAdministration(deps),
      createChatsModule({ ...deps, world: inFlows.world }),
      inFlows.audition,
      versions,
      switchModule(options, telephony),
      ...(options.devices ? [createDeviceSocketsModule(ports, sipPath, options.devices)] : []),
      telephony,
      maintenance,
      backups,
    ],
    auth,
    organisation,
    versions,
    localPhone,
    enoughRoom: () => maintenance.enoughRoom(),
    blobsUp: () => maintenance.blobsUp(),
    leads: () => telephony.leads(),
    gauges: [telephony, maintenance, backups]
      .flatMap(({ gauges }) => gauges)
      .concat(speechFailures(ports), messageStreams(realtime)),
  };
}
