/** The whole server on PostgreSQL and the clock on the wall, listening, in this process: for measurements. Its switch makes no calls. */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hourMs, type RoleType } from "@liantai/api/contract";
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import { createProcessBroker } from "../../adapters/embedded/broker/index.ts";
import { createPostgresDatabase } from "../../adapters/production/database/index.ts";
import { buildApp, unlimited } from "../../app.ts";
import { createLogger } from "../../http/logging.ts";
import { createModules } from "../../modules.ts";
import { seed } from "../../modules/first-start/index.ts";
import { demoEnterprise } from "../../modules/system/index.ts";
import type { Ports } from "../../ports/index.ts";
import { createTestJobs, createTestPorts } from "../index.ts";
import { seededHost as host, testSealer as sealer } from "../seeded.ts";

export interface Whole {
  readonly url: string;
  readonly ports: Ports;
  /** The access token of somebody of the demonstration. */
  tokenOf(roleType: RoleType, account: string): Promise<string>;
  close(): Promise<void>;
}

const { compId } = demoEnterprise;

async function sessionOf({ database, random, clock }: Ports, roleType: RoleType, account: string): Promise<string> {
  const token = random.token(24);
  const [at, later] = [new Date(clock.now()), new Date(clock.now() + hourMs)];
  // system: sessions are of no enterprise.
  await database.system(async (trx) => {
    const { id: accountId } = await trx
      .selectFrom("account")
      .select("id")
      .where("compId", "=", compId)
      .where("roleType", "=", roleType)
      .where("account", "=", account)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("session")
      .values({
        ...{ id: random.id(), compId, accountId, address: "", device: "", refreshHash: token.slice(0, 10) },
        ...{ accessHash: createHash("sha256").update(token).digest("hex"), createdAt: at, lastSeenAt: at },
        ...{ accessExpiresAt: later, refreshExpiresAt: later },
      })
      .execute();
  });
  return token;
}

/** `before`: what is there when the modules start. */
export async function openWhole(url: string, before?: (ports: Ports) => Promise<void>): Promise<Whole> {
  const folder = await mkdtemp(join(tmpdir(), "liantai-whole-"));
  const clock = createSystemClock();
  const database = createPostgresDatabase({ url });
  await database.migrate();
  const test = await createTestPorts({
    ...{ database, random: createSystemRandom(clock), broker: createProcessBroker(clock), jobs: createTestJobs(clock) },
    // The log lines are made as in production, and go nowhere.
    logger: createLogger("info", () => undefined),
  });
  const ports: Ports = { ...test, clock };
  await seed(ports, sealer, { host });
  await before?.(ports);
  const { modules, auth, versions } = createModules({
    ...{ ports, sealer, info: { version: "1", switch: "embedded" }, reveal: { enabled: false, host } },
    ...{ realm: "liantai", dataDir: folder, backupsKept: 0, recordingsFolder: join(folder, "live") },
    repair: async () => undefined,
  });
  const app = await buildApp(
    ports,
    { host, port: 0, publicUrl: undefined, tls: undefined },
    {
      modules,
      ...{ sessions: auth.sessions, mayPress: auth.mayPress, maySee: auth.maySee, mayDo: auth.mayDo },
      ...{ openNumber: auth.openNumber, publishers: versions.publishers },
      perSession: unlimited,
    },
  );
  await app.start();
  return {
    url: await app.listen(),
    ports,
    tokenOf: (roleType, account) => sessionOf(ports, roleType, account),
    async close() {
      await app.stop();
      await test.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
