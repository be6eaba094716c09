/** config -> adapters -> buildApp -> listen. The only place that chooses adapters. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createFolderBlobs } from "./adapters/embedded/blobs/index.ts";
import { createProcessBroker } from "./adapters/embedded/broker/index.ts";
import { createSystemClock, createSystemRandom } from "./adapters/embedded/clock/index.ts";
import { createFolderDisk } from "./adapters/embedded/disk/index.ts";
import { createPgliteDatabase } from "./adapters/embedded/database/index.ts";
import { createPgBossJobs } from "./adapters/embedded/jobs/index.ts";
import { createEmbeddedSpeech } from "./adapters/embedded/speech/index.ts";
import { createEmbeddedSwitch, repairWav, type EmbeddedSwitchFace } from "./adapters/embedded/switch/index.ts";
import { createRedisBroker } from "./adapters/production/broker/index.ts";
import { createOutsideEngines } from "./adapters/production/speech/index.ts";
import { createPostgresDatabase } from "./adapters/production/database/index.ts";
import { createS3Blobs, wrongSetting } from "./adapters/production/blobs/index.ts";
import { createPartedSwitch, type PartedSwitchFace } from "./adapters/production/switch/index.ts";
import { buildApp, type App } from "./app.ts";
import { banner } from "./banner.ts";
import { parseConfig, type Config } from "./config.ts";
import { closeContents, closeDataFolder } from "./data-folder.ts";
import { failureLine, naming, StartError } from "./failure.ts";
import { isLoopback } from "./http/address.ts";
import { createLogger, type AppLogger } from "./http/logging.ts";
import { builtInImports, registerPages, watchImportMap } from "./http/pages/index.ts";
import { createModules } from "./modules.ts";
import { restoreUnfinished } from "./modules/backups/index.ts";
import { createLegStores } from "./modules/live-legs/index.ts";
import { createDirectory } from "./modules/numbers/index.ts";
import { createPromptStore } from "./modules/prompts/index.ts";
import { createSealer, demoEnterprise, type Sealer } from "./modules/system/index.ts";
import { seed } from "./modules/first-start/index.ts";
import { refusalOf } from "./modules/telephony/index.ts";
import { publish } from "./modules/topics.ts";
import type { Blobs } from "./ports/blobs.ts";
import type { Clock } from "./ports/clock.ts";
import type { Database } from "./ports/database.ts";
import type { Ports } from "./ports/index.ts";

const realm = "liantai";
const stopMs = 9_500;
/** Ctrl-C reaches the process from the terminal and from npm: two signals at once are one. */
const sameSignalMs = 500;

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
  version: string;
};

interface Adapters {
  readonly ports: Ports;
  readonly telephony: EmbeddedSwitchFace | PartedSwitchFace;
  readonly sealer: Sealer;
}

async function openDatabase(config: Config, logger: AppLogger): Promise<Database> {
  const onError = (error: Error): void => logger.error({ error }, "database connection");
  const database = config.databaseUrl
    ? createPostgresDatabase({
        url: config.databaseUrl,
        onError,
        onStopped: ({ statement }, compId) => logger.warn({ compId, statement }, "a statement took too long"),
      })
    : await createPgliteDatabase({ folder: join(config.dataDir, "db"), onError });
  await naming(config.databaseUrl ? "DATABASE_URL" : "DATA_DIR", database.migrate());
  return database;
}

/** A store that refuses us is a wrong setting; one that cannot be reached is no reason not to take calls. */
async function openBlobs({ s3, dataDir }: Config, clock: Clock, logger: AppLogger): Promise<Blobs> {
  if (!s3) return createFolderBlobs(join(dataDir, "blobs"));
  const blobs = createS3Blobs({ ...s3, clock });
  await blobs.ping().catch((error: unknown) => {
    const line = wrongSetting(error);
    if (line !== undefined) throw new StartError(line, error);
    logger.error({ error }, "the S3 store cannot be reached; recordings wait in DATA_DIR until it can");
  });
  return blobs;
}

async function openAdapters(config: Config, logger: AppLogger): Promise<Adapters> {
  const clock = createSystemClock();
  const random = createSystemRandom(clock);
  const onError = (error: unknown): void => logger.error({ error }, "broker");
  const broker = config.redisUrl
    ? await naming("REDIS_URL", createRedisBroker({ url: config.redisUrl, clock, onError }))
    : createProcessBroker(clock, onError);
  const reachable = isLoopback(config.host) || config.host === "0.0.0.0" || config.host === "::";
  const opened = Promise.all([openDatabase(config, logger), naming("DATA_DIR", createSealer(config.dataDir))]);
  const directory = opened.then(([database, sealer]) => createDirectory({ database, broker, random, clock, sealer }));
  const common = {
    directory: {
      credentials: async (user: string) => (await directory).credentials(user),
      enterpriseOf: async (user: string) => (await directory).enterpriseOf(user),
    },
    realm,
    clock,
    logger,
    ...(config.media.address === undefined ? {} : { publicAddress: config.media.address }),
  };
  const telephony = config.asterisk
    ? createPartedSwitch({
        ...common,
        access: config.asterisk,
        legs: createLegStores(opened.then(([database]) => database)),
        refusal: (callId) => refusalOf(broker, callId),
      })
    : // Browsers on this machine reach the media by loopback alone.
      createEmbeddedSwitch({
        ...common,
        hostAddresses: reachable ? ["127.0.0.1"] : [],
        ...(config.media.ports ? { portRange: config.media.ports } : {}),
      });
  const [[database, sealer], blobs] = await Promise.all([opened, openBlobs(config, clock, logger)]);
  const ports: Ports = {
    clock,
    random,
    database,
    broker,
    jobs: createPgBossJobs({ database, clock, random, logger }),
    blobs,
    speech: createEmbeddedSpeech({
      folder: join(config.dataDir, "speech"),
      clock,
      logger,
      store: createPromptStore({ database, blobs, clock, logger }),
      outside: createOutsideEngines({ clock, models: config.speechModels }),
    }),
    switch: telephony,
    logger,
    dialHours: config.dialHours,
  };
  return { ports, telephony, sealer };
}

async function closeAdapters({ speech, broker, database }: Ports): Promise<void> {
  await Promise.allSettled([speech.close(), broker.close()]);
  await database.close();
}

/** The first signal stops in under 10 s, a second one at once. */
function stopOnSignals(app: App, ports: Ports, before: () => void): void {
  let asked = 0;
  const stop = (signal: string): void => {
    if (asked > 0) {
      if (Date.now() - asked > sameSignalMs) process.exit(1);
      return;
    }
    asked = Date.now();
    ports.logger.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), stopMs).unref();
    before();
    app
      .stop()
      .then(() => closeAdapters(ports))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          ports.logger.error({ error }, "the stop failed");
          process.exit(1);
        },
      );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  // A promise nobody waited for is a fault to log; calls that are under way are worth more than a clean slate.
  process.on("unhandledRejection", (error) => ports.logger.error({ error }, "unhandled rejection"));
  process.on("uncaughtException", (error) => {
    ports.logger.error({ error }, "uncaught exception");
    stop("uncaughtException");
  });
}

async function main(config: Config): Promise<void> {
  const began = performance.now();
  const logger = createLogger(config.logLevel);
  const unfinished = await restoreUnfinished(config.dataDir);
  if (unfinished !== undefined) throw new StartError(unfinished);
  const stoodOpen = await naming("DATA_DIR", Promise.resolve(config.dataDir).then(closeDataFolder));
  const { ports, telephony, sealer } = await openAdapters(config, logger);
  const seeded = await naming("DATA_DIR", seed(ports, sealer, config));
  const { modules, auth, organisation, versions, localPhone, gauges, enoughRoom, blobsUp, leads } = createModules({
    ports,
    sealer,
    info: { version, switch: config.switch },
    reveal: {
      enabled: config.journeys,
      host: config.host,
      publicUrl: config.publicUrl,
      trustedProxies: config.trustedProxies,
    },
    sessionDays: config.sessionDays,
    totpRequired: config.totpRequired,
    operationLogDays: config.operationLogDays,
    chatDays: config.chatDays,
    realm,
    turn: config.turn,
    dataDir: config.dataDir,
    backupsKept: config.backupsKept,
    recordingsFolder: join(config.dataDir, "recordings-live"),
    repair: repairWav,
    disk: { disk: createFolderDisk(config.dataDir), low: config.diskLow },
    builtIn: builtInImports(config.distDir),
    devices: telephony,
  });
  const app = await buildApp(ports, config, {
    modules,
    gauges,
    enoughRoom,
    blobsUp,
    leads,
    version,
    sessions: auth.sessions,
    mayPress: auth.mayPress,
    maySee: auth.maySee,
    mayDo: auth.mayDo,
    openNumber: auth.openNumber,
    publishers: versions.publishers,
    pages: (fastify) =>
      registerPages(fastify, {
        distDir: config.distDir,
        mode: config.mode,
        published: versions.published,
        sessions: auth.sessions,
        localPhonePort: (ticket) => localPhone.port(ticket),
      }),
  });
  await app.start();
  const address = await app.listen();
  if (stoodOpen)
    void closeContents(config.dataDir).then(
      (closed) => logger.info({ closed }, "DATA_DIR was open to other users: it is its owner's now"),
      (error: unknown) => logger.warn({ error }, "files of DATA_DIR could not be closed to other users"),
    );
  const unwatch = watchImportMap(config.distDir, (changed) => {
    void publish(ports.broker, "message.send", {
      to: { everyone: true },
      message: { type: "appSwapped", modules: [...changed] },
    }).catch((error: unknown) => logger.warn({ error }, "a swap was not told"));
  });
  stopOnSignals(app, ports, unwatch);
  const demo = (await organisation.enterprises.get(demoEnterprise.compId)) !== undefined;
  process.stdout.write(
    banner({
      url: config.publicUrl ?? address,
      seconds: (performance.now() - began) / 1000,
      seeded,
      demo,
      chosenPassword: config.demoPassword !== undefined,
    }),
  );
}

let config: Config | undefined;
try {
  config = parseConfig(process.env);
  await main(config);
} catch (error) {
  process.stderr.write(
    `${failureLine(error, config?.port) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
  );
  process.exit(1);
}
