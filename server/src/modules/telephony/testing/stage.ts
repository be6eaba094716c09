/** A whole engine on real embedded adapters with a scripted switch and virtual time, and one enterprise to play with. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { AgentCallView, CtiEventName } from "@liantai/api/contract";
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
import type { OutsideLines } from "../outside.ts";
import { allowAll, type ScreenCall } from "../screening.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import { agentTopic, type AgentNotice, type AttachReply } from "../topics.ts";
import { ScriptedSwitch } from "./scripted-switch.ts";
import type { SignInOptions } from "./sign-in-options.ts";
import { beginTerm } from "./stage-term.ts";

let [enterprises, pages] = [0, 0];

export interface StageOptions {
  /** For several tests: every stage makes an enterprise in it. */
  readonly database?: Database;
  readonly group?: Partial<Record<"queueLimit" | "maxWaitS" | "ringS" | "wrapUpS" | "announceEveryS", number>>;
  readonly greeting?: string;
  readonly screen?: ScreenCall;
  readonly outside?: OutsideLines;
  readonly flows?: FlowPort;
  readonly voiceFile?: VoiceFile;
  readonly listener?: TalkListener;
  /** What dials for its tasks. */
  readonly diallers?: (ports: TestPorts) => Diallers;
  /** The stage whose process died: same enterprise, same files; where the switch outlives it, the same switch. */
  readonly after?: Stage;
  /** Live recordings lie on a disk of its own and are copied to the store; with `after`: another machine than that of the dead one. */
  readonly ownMachine?: boolean;
  readonly outlives?: boolean;
}

/** One agent's page as the engine sees it. */
export interface Page {
  readonly agentId: string;
  readonly user: string;
  readonly connection: string;
  readonly heard: { name: CtiEventName; fields: Readonly<Record<string, string>> }[];
  command(name: string, fields?: Record<string, string>): Promise<CommandReply>;
  /** The call the bar shows. */
  callView(): AgentCallView | undefined;
  code(): number;
  reason(): string;
  last(name: CtiEventName): Readonly<Record<string, string>> | undefined;
  close(): Promise<void>;
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

async function seedEnterprise(database: Database, options: StageOptions, id: string, number: string): Promise<void> {
  const group = { queueLimit: 5, maxWaitS: 120, ringS: 20, wrapUpS: 10, announceEveryS: 30, ...options.group };
  await database.system(async (trx) => {
    await trx.insertInto("enterprise").values({ compId: id, name: "测试企业" }).execute();
    await trx
      .insertInto("skill_group")
      .values({ compId: id, id: `g-${id}`, name: "客服一组", strategy: "longest-idle", serviceLevelS: 20, ...group })
      .execute();
    for (const group of ["a", "b"])
      await trx.insertInto("agent_group").values({ compId: id, id: group, parentId: null, name: group }).execute();
    for (const agent of ["1001", "1002", "1003"]) {
      await trx
        .insertInto("seat")
        .values({
          compId: id,
          agentId: agent,
          name: `坐席${agent}`,
          terminalType: 2,
          extension: agent,
          groupId: agent === "1003" ? "b" : "a",
        })
        .execute();
      await trx
        .insertInto("extension")
        .values({ compId: id, extension: agent, sipSecret: "sealed", agentId: agent })
        .execute();
      await trx
        .insertInto("skill_group_member")
        .values({ compId: id, skillGroupId: `g-${id}`, agentId: agent, level: 1 })
        .execute();
    }
    await trx
      .insertInto("access_number")
      .values({
        compId: id,
        number,
        title: "热线",
        targetKind: "skillGroup",
        targetId: `g-${id}`,
        greeting: options.greeting ?? "您好",
      })
      .execute();
  });
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

  async function signIn(
    agentId: string,
    {
      instance = `tab-${agentId}`,
      takeMedia = true,
      hide = false,
      sessionId = `s-${agentId}`,
      device = true,
      extension = agentId,
    }: SignInOptions = {},
  ): Promise<Page> {
    const connection = `c${++pages}`;
    const user = `${compId}${agentId}`;
    const heard: Page["heard"] = [];
    await broker.subscribe(agentTopic, (message) => {
      const notice = message as AgentNotice;
      if (notice.agentId === agentId && notice.compId === compId) heard.push(notice);
    });
    if (device) sw.register(user, `urn:${instance}`);
    await settle();
    const reply = (await engine.request({
      verb: "attach",
      connection,
      gateway: "g",
      compId,
      agentId,
      sessionId,
      extension,
      instance,
      takeMedia,
      hideNumbers: hide,
    })) as AttachReply;
    if (reply.code !== 1) throw new Error(`login ${reply.code}`);
    await settle();
    heard.push(...reply.events);
    const last = (name: CtiEventName) => heard.findLast((e) => e.name === name)?.fields;
    return {
      agentId,
      user,
      connection,
      heard,
      last,
      command: async (name, fields = {}) => {
        const result = (await engine.request({
          verb: "command",
          compId,
          agentId,
          connection,
          name,
          fields,
        })) as CommandReply;
        await settle();
        return result;
      },
      callView() {
        const event = heard.findLast((e) => e.name === "call" || e.name === "callEnd");
        return event?.name === "call" ? (JSON.parse(event.fields["json"] as string) as AgentCallView) : undefined;
      },
      code: () => Number(last("agentState")?.["code"]),
      reason: () => last("agentState")?.["reason"] ?? "",
      close: async () => {
        await engine.request({ verb: "detach", compId, agentId, connection });
        await settle();
      },
    };
  }

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
      const guest = await numbers.guests.create({ compId, number }, phone);
      sw.register(guest.user);
      await numbers.guests.calledIn(guest.user, () => true);
      await settle();
      return guest.user;
    },
    async customer(phone = "13800138000") {
      const guest = await numbers.guests.create({ compId, number }, phone);
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
