/** A whole engine on real embedded adapters with a scripted switch and virtual time, and one enterprise to play with. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase, createTestPorts, type TestPorts } from "../../../testing/index.ts";
import { mortal } from "../../../testing/mortal.ts";
import { repairWav } from "../../../adapters/embedded/switch/index.ts";
import type { Database } from "../../../ports/database.ts";
import { createEventLog, isContact, readStream, type EventLog } from "../../event-log/index.ts";
import { createNumbers, type Numbers, type VoiceFile } from "../../numbers/index.ts";
import { createSecureEntries, type SecureEntries } from "../../secure-entries/index.ts";
import { sealerOf } from "../../system/index.ts";
import { createQueuedContacts } from "../../queued-contacts/index.ts";
import { createEngine, type Engine } from "../engine/index.ts";
import { Recordings } from "../engine/recordings.ts";
import { Spool } from "../engine/spool.ts";
import { noFlows, type FlowPort } from "../flows.ts";
import type { Diallers } from "../dialler.ts";
import type { TalkListener } from "../listener.ts";
import type { MeetingDoors } from "../meeting-doors.ts";
import type { OutsideLines } from "../outside.ts";
import { allowAll, type ScreenCall } from "../screening.ts";
import { ScriptedSwitch } from "./scripted-switch.ts";
import { seedEnterprise, type EnterpriseOptions } from "./stage-enterprise.ts";
import { pagesOf, type Page, type SignInOptions } from "./stage-page.ts";
import { beginTerm } from "./stage-term.ts";

export type { Page } from "./stage-page.ts";

let enterprises = 0;

export interface StageOptions extends EnterpriseOptions {
  /** For several tests: every stage makes an enterprise in it. */
  readonly database?: Database;
  readonly screen?: ScreenCall;
  readonly outside?: OutsideLines;
  readonly flows?: FlowPort;
  readonly voiceFile?: VoiceFile;
  readonly listener?: TalkListener;
  readonly doors?: (ports: TestPorts) => MeetingDoors;
  /** Whether a session may hear an agent, asked anew when rights change. */
  readonly maySupervise?: (sessionId: string, agentId: string) => Promise<boolean>;
  /** What dials for its tasks. */
  readonly diallers?: (ports: TestPorts) => Diallers;
  /** The stage whose process died: same enterprise, same files; where the switch outlives it, the same switch. */
  readonly after?: Stage;
  /** Live recordings lie on a disk of its own and are copied to the store; with `after`: another machine than that of the dead one. */
  readonly ownMachine?: boolean;
  readonly outlives?: boolean;
}

export interface Stage {
  readonly compId: string;
  /** Its access number. */
  readonly number: string;
  readonly ports: TestPorts;
  readonly sw: ScriptedSwitch;
  readonly engine: Engine;
  readonly eventLog: EventLog;
  readonly numbers: Numbers;
  readonly secureEntries: SecureEntries;
  /** Until everything that is under way has been done. */
  settle(): Promise<void>;
  /** Until what grows has been copied as far as it had grown. */
  copied(): Promise<void>;
  advance(ms: number): Promise<void>;
  signIn(agentId: string, options?: SignInOptions): Promise<Page>;
  ready(agentId: string): Promise<Page>;
  /** A page that called in and hung up: its phone can be called. The SIP user. */
  called(phone?: string): Promise<string>;
  /** A customer's page calls the access number. */
  customer(phone?: string): Promise<{ leg: string; user: string }>;
  record(callId: string): Promise<Record<string, unknown> | undefined>;
  records(): Promise<Record<string, unknown>[]>;
  /** Types of the call's events, with reasons: 'ended:completed'; but what decisions had to choose from. */
  track(callId: string): Promise<string[]>;
  stop(): Promise<void>;
  /** The process that holds the browsers' sockets dies. */
  gatewayDies(): void;
  /** As kill -9: nothing is closed, nothing more is written; as SIGTERM where the switch outlives the process. */
  kill(): Promise<void>;
  letGo(): Promise<void>;
}

export async function createStage(options: StageOptions = {}): Promise<Stage> {
  const { after } = options;
  const replace = after
    ? {
        database: after.ports.database,
        blobs: after.ports.blobs,
        clock: after.ports.clock,
        ...(after.sw.capabilities.outlives ? { broker: after.ports.broker } : {}),
      }
    : options.database
      ? { database: options.database }
      : {};
  const ports = await createTestPorts(replace);
  const { clock, database, broker, random } = ports;
  const compId = after?.compId ?? String(100_001 + enterprises);
  const number = after?.number ?? String(4_001 + enterprises++);
  if (!after) await seedEnterprise(database, options, compId, number);
  const sw = after?.sw.capabilities.outlives ? after.sw : new ScriptedSwitch(clock, options.outlives);
  const term = sw.capabilities.outlives ? await beginTerm(ports, sw) : undefined;
  const ours = term?.switch(sw.as(term.lease.epoch)) ?? sw;
  let dead = false;
  // A killed process writes nothing: its database answers no more.
  const own = mortal(database);
  const guarded = own.database;
  const lease = term && { ...term.lease, lost: () => term.end() };
  const eventLog = createEventLog({ database: guarded, clock, logger: ports.logger, ...(lease ? { lease } : {}) });
  const numbers = createNumbers(guarded, broker, random, options.voiceFile);
  const folder = join((after && !options.ownMachine ? after : { ports }).ports.folder, "recordings-live");
  await mkdir(folder, { recursive: true });
  const spool = options.ownMachine ? new Spool({ ...ports, folder }) : undefined;
  const recordings = new Recordings({
    folder,
    blobs: ports.blobs,
    switch: ours,
    logger: ports.logger,
    ...(spool ? { spool } : {}),
    repair: repairWav,
  });
  const jobs = { send: async () => undefined };
  const sealer = sealerOf(Buffer.alloc(32, 5));
  const secureEntries = createSecureEntries({ ...ports, database: guarded, jobs, sealer }, lease);
  const engine = createEngine({
    ...ports,
    clock: term?.clock() ?? clock,
    broker: term?.broker(broker) ?? broker,
    database: guarded,
    switch: ours,
    eventLog,
    numbers,
    recordings,
    contacts: createQueuedContacts(guarded, lease),
    secureEntries,
    screen: options.screen ?? allowAll,
    ...(options.outside && { outside: options.outside }),
    flows: options.flows ?? noFlows,
    ...(options.listener ? { listener: options.listener } : {}),
    ...(options.doors ? { doors: options.doors({ ...ports, database: guarded }) } : {}),
    ...(options.maySupervise ? { maySupervise: options.maySupervise } : {}),
    ...(options.diallers ? { dialling: options.diallers({ ...ports, database: guarded })(lease) } : {}),
  });
  // Written once: speaking takes no real time then.
  await ports.speech.speak("");
  await engine.start();
  const beat = clock.every(10_000, () => void engine.request({ verb: "alive", compId, gateway: "g" }));

  // Look-ups and writes go through the database's thread: wait for both, again and again, because one may begin the other.
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      await clock.settle();
      if (!dead) await database.ping();
      if (!dead) await engine.idle();
      if (!dead) await eventLog.flush();
    }
    await clock.settle();
  };

  /** A page of its own: a process that draws the same lots as the one before must not have that one's page again. */
  const guestOf = async (phone: string) => {
    for (;;) {
      const guest = await numbers.guests.create({ compId, number }, phone);
      if (!sw.isRegistered(guest.user)) return guest;
    }
  };

  const signIn = pagesOf({ engine, broker, sw, compId, settle });

  return {
    compId,
    number,
    ports,
    sw,
    engine,
    eventLog,
    numbers,
    secureEntries,
    settle,
    copied: async () => spool?.copied(),
    signIn,
    advance: async (ms) => {
      await settle();
      await clock.advance(ms);
      await settle();
    },
    async ready(agentId) {
      const page = await signIn(agentId);
      await page.command("setState", { state: "1" });
      return page;
    },
    async called(phone = "13800138000") {
      const guest = await guestOf(phone);
      sw.register(guest.user);
      await numbers.guests.calledIn(guest.user, () => true);
      await settle();
      return guest.user;
    },
    async customer(phone = "13800138000") {
      const guest = await guestOf(phone);
      sw.register(guest.user);
      const leg = sw.invite(guest.user, number);
      await settle();
      return { leg, user: guest.user };
    },
    record: (callId) =>
      database.system((trx) =>
        trx
          .selectFrom("call_record")
          .selectAll()
          .where("compId", "=", compId)
          .where("callId", "=", callId)
          .executeTakeFirst(),
      ),
    records: () =>
      database.system((trx) =>
        trx
          .selectFrom("call_record")
          .selectAll()
          .where("compId", "=", compId)
          .orderBy("startAt")
          .orderBy("callId")
          .execute(),
      ),
    track: async (callId) =>
      (await database.system((trx) => readStream(trx, { compId, stream: "contact", id: callId })))
        .filter(isContact)
        .filter((e) => e.fact.type !== "decision")
        .map((e) => (e.reason ? `${e.fact.type}:${e.reason}` : e.fact.type)),
    async stop() {
      await engine.stop();
      await ports.close();
    },
    gatewayDies: () => beat.cancel(),
    async kill() {
      beat.cancel();
      await settle();
      dead = true;
      own.kill();
      term?.end();
    },
    async letGo() {
      beat.cancel();
      await engine.letGo();
      term?.end();
      await eventLog.flush();
      await sw.letGo();
      dead = true;
      own.kill();
    },
  };
}

/** One database for a suite; what is answered opens the stage of a test with its own options, and it ends with the test. */
export function stagesOf(
  use: (stage: Stage) => void,
  usual: StageOptions = {},
): (options?: StageOptions) => Promise<Stage> {
  let database: Database;
  let stage: Stage | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  afterEach(async () => {
    await stage?.stop();
    stage = undefined;
  });
  return async (options = {}) => {
    stage = await createStage({ database, greeting: "", ...usual, ...options });
    use(stage);
    return stage;
  };
}

/** The same for a suite whose tests all begin alike. */
export function stageEach(use: (stage: Stage) => void, usual: StageOptions = {}): void {
  const stage = stagesOf(use, usual);
  beforeEach(async () => {
    await stage();
  });
}
