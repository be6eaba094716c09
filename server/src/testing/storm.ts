/**
 * The whole server on the embedded adapters and the real clock, with a thousand seats more, whose states change by the engine's
 * own commands as CTI gateways ask it. There are no links of theirs: a thousand sockets would take the CPU that bench/monitors.ts
 * weighs.
 */
import { legalFrame } from "@liantai/api/contract/admin";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LiveAgent } from "@liantai/api/contract/admin";
import { createFolderBlobs } from "../adapters/embedded/blobs/index.ts";
import { createProcessBroker } from "../adapters/embedded/broker/index.ts";
import { createSystemClock, createSystemRandom } from "../adapters/embedded/clock/index.ts";
import { createPgliteDatabase } from "../adapters/embedded/database/index.ts";
import { createPgBossJobs } from "../adapters/embedded/jobs/index.ts";
import { createEmbeddedSwitch, repairWav } from "../adapters/embedded/switch/index.ts";
import { buildApp, type App } from "../app.ts";
import { builtInImports, registerPages } from "../http/pages/index.ts";
import { createModules } from "../modules.ts";
import { seed } from "../modules/first-start/index.ts";
import { createDirectory } from "../modules/numbers/index.ts";
import { demoEnterprise } from "../modules/system/index.ts";
import { createEngineClient } from "../modules/telephony/index.ts";
import { engineTopicOf } from "../modules/telephony/topics.ts";
import { subscribe } from "../modules/topics.ts";
import type { Broker } from "../ports/broker.ts";
import { DatabaseBusy } from "../ports/database.ts";
import type { Ports } from "../ports/index.ts";
import { createSilentSpeech, silentLogger } from "./index.ts";
import { seededHost as host, testSealer as sealer } from "./seeded.ts";

const { compId } = demoEnterprise;
const realm = "liantai";
const gateway = "storm";
const requestMs = 10_000;
const settleEveryMs = 500;
/** As gateways do. */
const aliveMs = 10_000;
const tickMs = 10;

export interface StormRound {
  readonly changes: number;
  readonly refused: number;
  readonly ms: number;
  /** Resolves when the log has written them all. */
  readonly written: () => Promise<StormCost>;
}

export interface StormCost {
  readonly ms: number;
  /** Of the whole process: engine, log, database, sockets, and the little that asking for the changes takes. */
  readonly cpuMs: number;
}

export interface Storm {
  readonly url: string;
  /** Of the group that the demonstration's monitor looks after, and of another one. */
  readonly inGroup: readonly string[];
  readonly elsewhere: readonly string[];
  /** Every seat `perSecond` times a second, ready and busy in turns. */
  blow(perSecond: number, ms: number): Promise<StormRound>;
  /** As the engine has them now. */
  states(): Promise<readonly LiveAgent[]>;
  /** Every change as the engine tells it, one message each; the returned function ends it. */
  each(told: (agent: LiveAgent) => void): Promise<() => void>;
  close(): Promise<void>;
}

async function openPorts(folder: string): Promise<{ ports: Ports; devices: ReturnType<typeof createEmbeddedSwitch> }> {
  const clock = createSystemClock();
  const random = createSystemRandom(clock);
  const broker = createProcessBroker(clock);
  const logger = silentLogger;
  const database = await createPgliteDatabase({ folder: join(folder, "db"), onError: () => undefined });
  await database.migrate();
  const devices = createEmbeddedSwitch({
    directory: createDirectory({ database, broker, random, clock, sealer }),
    realm,
    clock,
    logger,
    hostAddresses: [host],
  });
  const ports: Ports = {
    clock,
    random,
    database,
    broker,
    jobs: createPgBossJobs({ database, clock, random, logger }),
    blobs: createFolderBlobs(join(folder, "blobs")),
    speech: createSilentSpeech(folder),
    switch: devices,
    logger,
    dialHours: legalFrame,
  };
  return { ports, devices };
}

/** Half of them in the demonstration's group, half in one that its monitor does not see. */
async function addSeats({ database, random }: Ports, seats: number) {
  const ids = Array.from({ length: seats }, (_, i) => String(20_001 + i));
  const [inGroup, elsewhere] = [ids.filter((_, i) => i % 2 === 0), ids.filter((_, i) => i % 2 === 1)];
  await database.system(async (trx) => {
    const own = await trx.selectFrom("agent_group").select("id").where("compId", "=", compId).executeTakeFirstOrThrow();
    const other = { compId, id: random.id(), parentId: null, name: "外呼二部" };
    await trx.insertInto("agent_group").values(other).execute();
    for (const [groupId, members] of [[own.id, inGroup] as const, [other.id, elsewhere] as const])
      await trx
        .insertInto("seat")
        .values(
          members.map((agentId) => ({
            compId,
            agentId,
            name: `坐席${agentId}`,
            terminalType: 2,
            isPopup: 1,
            isAutoAnswer: 0,
            callStyle: 0,
            loginAgentState: 0,
            groupId,
            enabled: 1,
            extension: agentId,
          })),
        )
        .execute();
  });
  return { inGroup, elsewhere };
}

async function signIn(broker: Broker, engineTopic: string, ids: readonly string[]): Promise<void> {
  for (const agentId of ids) {
    const link = { connection: agentId, gateway, compId, agentId, sessionId: gateway, extension: agentId };
    const more = { instance: agentId, takeMedia: true, hideNumbers: false };
    await broker.request(engineTopic, { verb: "attach", ...link, ...more }, requestMs);
  }
}

/** `distDir`: the build, whose pages are served. */
export async function openStorm(distDir: string, port: number, seats: number): Promise<Storm> {
  const folder = await mkdtemp(join(tmpdir(), "liantai-storm-"));
  const { ports, devices } = await openPorts(folder);
  await seed(ports, sealer, { host });
  const { modules, auth, versions, localPhone } = createModules({
    ports,
    sealer,
    info: { version: "1", switch: "embedded" },
    reveal: { enabled: true, host },
    realm,
    dataDir: folder,
    backupsKept: 0,
    recordingsFolder: join(folder, "live"),
    repair: repairWav,
    builtIn: builtInImports(distDir),
    devices,
  });
  const app: App = await buildApp(
    ports,
    { host, port, publicUrl: undefined, tls: undefined },
    {
      modules,
      sessions: auth.sessions,
      mayPress: auth.mayPress,
      maySee: auth.maySee,
      mayDo: auth.mayDo,
      openNumber: auth.openNumber,
      publishers: versions.publishers,
      pages: (fastify) =>
        registerPages(fastify, {
          distDir,
          mode: "production",
          published: versions.published,
          sessions: auth.sessions,
          localPhonePort: (ticket) => localPhone.port(ticket),
        }),
    },
  );
  const groups = await addSeats(ports, seats);
  await app.start();
  const url = await app.listen();
  const { broker } = ports;
  const ids = [...groups.inGroup, ...groups.elsewhere];
  // An engine of an enterprise's part of the switch listens on a topic of its own.
  const { parts } = ports.switch;
  const engineTopic = engineTopicOf(parts !== undefined, compId);
  await signIn(broker, engineTopic, ids);
  const alive = setInterval(
    () => void broker.request(engineTopic, { verb: "alive", compId, gateway }, requestMs),
    aliveMs,
  );
  const engine = createEngineClient(broker, parts !== undefined);
  let asked = 0;

  async function change(): Promise<boolean> {
    const agentId = ids[asked % ids.length]!;
    const state = Math.floor(asked / ids.length) % 2 === 0 ? "1" : "2";
    asked += 1;
    const command = { verb: "command", compId, agentId, connection: agentId, name: "setState", fields: { state } };
    return ((await broker.request(engineTopic, command, requestMs)) as { readonly code: number }).code === 1;
  }

  const sequence = () =>
    ports.database.system((trx) =>
      trx
        .selectFrom("agent_status")
        .select((e) => e.fn.sum<string>("seq").as("seq"))
        .where("compId", "=", compId)
        .where("agentId", "in", ids)
        .where("toAt", "is", null)
        .executeTakeFirstOrThrow(),
    );

  /** Events of the seats that are stored: the newest of each has their number. A storm that is written keeps the database busy. */
  async function stored(): Promise<number> {
    for (;;)
      try {
        return Number((await sequence()).seq);
      } catch (error) {
        if (!(error instanceof DatabaseBusy)) throw error;
      }
  }

  return {
    url,
    ...groups,
    async blow(perSecond, ms) {
      const before = await stored();
      const spent = process.cpuUsage();
      const from = performance.now();
      const answers: Promise<boolean>[] = [];
      const all = Math.round((perSecond * ids.length * ms) / 1_000);
      while (answers.length < all) {
        const due = Math.min(all, Math.floor(((performance.now() - from) / 1_000) * perSecond * ids.length));
        while (answers.length < due) answers.push(change());
        await new Promise((resolve) => setTimeout(resolve, tickMs));
      }
      const refused = (await Promise.all(answers)).filter((ok) => !ok).length;
      return {
        changes: all,
        refused,
        ms: performance.now() - from,
        async written() {
          // A database that has too much to write refuses the question: it is asked again.
          while ((await stored().catch(() => 0)) < before + all - refused)
            await new Promise((resolve) => setTimeout(resolve, settleEveryMs));
          const { user, system } = process.cpuUsage(spent);
          return { ms: performance.now() - from, cpuMs: (user + system) / 1_000 };
        },
      };
    },
    states: async () => (await engine.live(compId, true)).agents,
    async each(told) {
      await engine.live(compId, false);
      const again = setInterval(() => void engine.live(compId, false), aliveMs);
      const end = await subscribe(broker, "agents.live", (live) => live.agents.forEach(told));
      return () => {
        clearInterval(again);
        void end();
      };
    },
    async close() {
      clearInterval(alive);
      await app.stop();
      await ports.broker.close();
      await ports.database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
