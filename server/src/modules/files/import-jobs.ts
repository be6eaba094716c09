/**
 * Imports as jobs (decision 039). Every import is one from its first row: what is decided stands in the database with the rows
 * that were saved. A request waits ten seconds for it; then the import goes on without it and the person who began it is told.
 * The process that dies leaves the job to whoever looks next.
 */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { fileTexts, sheetExtensions } from "@liantai/api/contract/file-rules";
import type { importJobApi, ImportKind } from "@liantai/api/contract/admin";
import { extensionOf } from "../../http/names.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { unique } from "../../http/refusals.ts";
import { sheetFault } from "../../sheets/index.ts";
import type { Sealer } from "../system/index.ts";
import {
  counted,
  createAttempts,
  importTimes,
  inCompany,
  shownCounts,
  shownPassword,
  tellOutcome,
  tellProgress,
  type AttemptDeps,
  type ImportReply,
  type ImportSource,
  type ImportStart,
  type Outcome,
  type Registered,
} from "./import-attempts.ts";
import {
  checkRunning,
  claimImports,
  insertImport,
  openImport,
  removeImport,
  removeOldImports,
  type ImportJobRow,
} from "./import-repository.ts";
import type { ImportCounts } from "./import-counts.ts";
import { createOwners, sealedFor, stored, toldOf, type OwnerDeps } from "./import-owner.ts";
import { runImport, type ImportRow } from "./imports.ts";

import { blobFolder, type FileStore } from "./store.ts";

const goesOnText = "数据较多，导入将在后台继续，完成后会通知您";

export interface ImportJobsDeps {
  readonly ports: Pick<Ports, "database" | "blobs" | "clock" | "random" | "logger" | "broker">;
  readonly auth: OwnerDeps["auth"];
  readonly sealer: Sealer;
  readonly store: FileStore;
}

interface Shared {
  readonly ports: ImportJobsDeps["ports"];
  readonly sealer: Sealer;
  readonly sources: ReadonlyMap<string, Registered>;
  readonly attempt: ReturnType<typeof createAttempts>;
  at(ms?: number): Date;
  within<T>(compId: string, work: (trx: Trx) => Promise<T>): Promise<T>;
  /** late: nobody waits for the answer. */
  tell(job: ImportJobRow, outcome: Outcome, late?: boolean): Promise<void>;
  track<T>(work: Promise<T>): Promise<T>;
}

/** How a request begins an import. */
function createStart({ ports, sealer, sources, within, attempt, tell, track, at }: Shared) {
  const { blobs, clock, random, logger } = ports;

  /** As far as the request is asked to wait. */
  async function awaited(job: ImportJobRow, work: Promise<Outcome | undefined>): Promise<Outcome | undefined> {
    let late = false;
    return new Promise((resolve, reject) => {
      const timer = clock.after(importTimes.request, () => {
        late = true;
        resolve(undefined);
      });
      work.then((outcome) => {
        timer.cancel();
        if (!late) return resolve(outcome);
        if (outcome)
          track(tell(job, outcome)).catch((error: unknown) =>
            logger.warn({ error, job: job.id }, "nobody was told of an import"),
          );
      }, reject);
    });
  }

  /** `socketId`: the socket that is told how it goes; absent, or gone: all of the account's. */
  async function start<P>(
    kind: ImportKind,
    context: RequestContext,
    compId: string,
    params: P,
    socketId?: string,
  ): Promise<ImportReply> {
    const file = context.files[0];
    if (!file) throw sheetFault("请选择要导入的文件");
    if (extensionOf(file.name) !== sheetExtensions[0]) throw sheetFault(fileTexts.wrongSheet);
    const { caller } = context;
    const stillRuns = new AppError("refused", "您的上一次导入还在进行，请等它完成");
    const earlier = await within(compId, (trx) => openImport(trx, compId, caller.userId, kind));
    if (earlier?.state === "running") throw stillRuns;
    await within(compId, (trx) => checkRunning(trx, compId));
    const spec = await sources.get(kind)!.prepare({ context, compId, params, secret: undefined });
    const id = random.id();
    const job: ImportJobRow = {
      compId,
      id,
      ownerId: caller.userId,
      kind,
      params,
      context: stored(context, socketId),
      secret: spec.secret === undefined ? null : sealer.seal(spec.secret, sealedFor({ compId, id })),
      state: "running",
      attempt: 1,
      leaseUntil: at(importTimes.lease),
      blobKey: `imports/${blobFolder(compId)}/${id}.xlsx`,
      error: "",
      result: null,
      createdAt: at(),
      finishedAt: null,
    };
    // The blob first: a row never points to nothing.
    await blobs.adopt(job.blobKey, file.path);
    const row = { ...job, params: JSON.stringify(params), context: JSON.stringify(job.context), result: null };
    // Of two requests at once the index import_job_alone lets one begin.
    await unique(stillRuns, () => within(compId, (trx) => insertImport(trx, row))).catch(async (error: unknown) => {
      await blobs.delete(job.blobKey);
      throw error;
    });
    const outcome = await awaited(job, track(attempt(job, async () => ({ spec, context }))));
    if (!outcome) return counted({ id, msg: goesOnText });
    const source = sources.get(kind)!;
    await within(compId, (trx) => removeImport(trx, compId, caller.userId, id));
    if (source.task)
      await tell(job, outcome, false).catch((error: unknown) =>
        logger.warn({ error, job: id }, "nobody was told of an import"),
      );
    if ("reply" in outcome) return shownCounts(source, outcome.reply);
    const { error, counts } = outcome;
    if (!counts) throw error;
    return { ...shownCounts(source, counts), password: shownPassword(counts, spec), job: null, stopped: error.message };
  }

  return start;
}

function createTracking() {
  const running = new Set<Promise<unknown>>();
  return {
    track<T>(work: Promise<T>): Promise<T> {
      running.add(work);
      void work.finally(() => running.delete(work)).catch(() => undefined);
      return work;
    },
    async settled(): Promise<void> {
      // A look for jobs that was under way may take one up.
      while (running.size > 0) await Promise.allSettled([...running]);
    },
  };
}

export function createImportJobs({ ports, auth, sealer, store }: ImportJobsDeps) {
  const { database, clock, logger, broker } = ports;
  const sources = new Map<string, Registered>();
  const { track, settled } = createTracking();
  let stopping = false;
  let sweeps: readonly { cancel(): void }[] = [];

  const at = (ms = 0): Date => new Date(clock.now() + ms);
  const within = <T>(compId: string, work: (trx: Trx) => Promise<T>): Promise<T> => inCompany(database, compId, work);
  const progress: AttemptDeps["progress"] = (job, counts) =>
    tellProgress(broker, sources.get(job.kind)!, { ...job, to: toldOf(job) }, counts);
  const { owner, renewed } = createOwners({ auth, sealer, sources });
  const attempt = createAttempts({ ports, store, stopping: () => stopping, progress, owner, renewed });
  const tell: Shared["tell"] = (job, outcome, late) =>
    tellOutcome(broker, sources.get(job.kind)!, { ...job, to: toldOf(job) }, outcome, late);

  const start = createStart({ ports, sealer, sources, within, attempt, tell, track, at });

  async function resume(job: ImportJobRow): Promise<void> {
    const outcome = await attempt(job);
    if (outcome) await tell(job, outcome);
  }

  /** `alone`: no other process shares the database, so whoever had a job is dead. */
  async function sweep(alone = false): Promise<void> {
    // system: jobs of dead processes belong to any enterprise, and no request asks for them.
    const jobs = await database.system((trx) =>
      claimImports(trx, at(alone ? 2 * importTimes.lease : 0), at(importTimes.lease)),
    );
    for (const job of jobs)
      if (sources.has(job.kind))
        track(resume(job)).catch((error: unknown) =>
          logger.error({ error, job: job.id }, "an import was not taken up"),
        );
  }

  return {
    register<P, R extends ImportRow>(kind: ImportKind, source: ImportSource<P, R>): void {
      if (sources.has(kind)) throw new Error(`import kind ${kind} is registered twice`);
      sources.set(kind, {
        screen: source.screen,
        right: source.right,
        still: async (caller, compId, params) => source.still?.(caller, compId, params as P),
        ...(source.apart && { apart: source.apart }),
        ...(source.task && { task: (params) => source.task!(params as P) }),
        async prepare(run) {
          const spec = await source.prepare(run as ImportStart<P>);
          return { secret: spec.secret, run: (over) => runImport(over, spec) };
        },
      });
    },
    start,
    async open(
      { caller }: RequestContext,
      compId: string,
      { kind, seen }: BodyOf<typeof importJobApi.open>,
    ): Promise<ReplyOf<typeof importJobApi.open>> {
      const job = await within(compId, async (trx) => {
        if (seen) await removeImport(trx, compId, caller.userId, seen);
        return openImport(trx, compId, caller.userId, kind);
      });
      if (!job) return null;
      const { id, state, error } = job;
      const result = job.result as ImportCounts | null;
      const password =
        result && result.succeed > 0 && job.secret !== null ? sealer.unseal(job.secret, sealedFor(job)) : null;
      return {
        id,
        state: state,
        msg: state === "running" ? goesOnText : error,
        token: (job.params as { readonly token?: string } | null)?.token ?? null,
        result: result && { ...shownCounts(sources.get(kind), result), password, job: null, stopped: null },
      };
    },
    purge: () => database.system((trx) => removeOldImports(trx, at(-importTimes.keep))),
    begin(): void {
      const look = (alone?: boolean) => () =>
        void track(sweep(alone)).catch((error: unknown) => logger.warn({ error }, "imports not swept"));
      sweeps = [
        clock.after(importTimes.takeUp, look(broker.kind === "process" && database.kind === "pglite")),
        clock.every(importTimes.sweep, look()),
      ];
    },
    async stop(): Promise<void> {
      stopping = true;
      for (const each of sweeps) each.cancel();
      await settled();
    },
  };
}

export type ImportJobs = ReturnType<typeof createImportJobs>;
