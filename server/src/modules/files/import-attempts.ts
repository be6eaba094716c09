/** One attempt at an import: rows are decided and kept, the job ends or goes on elsewhere, and who began it is told. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError, type OutgoingMessage, type Permission, dayMs } from "@liantai/api/contract";
import type { importReply } from "@liantai/api/contract/admin";
import type { InferType } from "yup";
import { installation } from "../../http/company.ts";
import { comparesNumbers } from "../../http/number-questions.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import { forJobs, type Database, type Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { publish, type MessageTarget } from "../topics.ts";
import { insertPart, partsOf, updateImport, type ImportJobRow } from "./import-repository.ts";
import { apart, keptCounts, type ImportCounts } from "./import-counts.ts";
import {
  ImportLost,
  OwnerChanged,
  type ImportKeeper,
  type ImportRow,
  type ImportRun,
  type ImportSpec,
} from "./imports.ts";
import type { FileStore } from "./store.ts";

export type ImportReply = InferType<typeof importReply>;

export interface ImportStart<P> {
  readonly context: RequestContext;
  readonly compId: string;
  readonly params: P;
  /** What the spec of the first attempt had. */
  readonly secret: string | undefined;
}

/** Numbers of dialling (B7): what the message says of them, and that it is sent at the end of each import. */
interface Telling<P> {
  /** Repeated and barred rows are no failing ones: the four counts are the total. */
  readonly apart?: true;
  /** Type and name of the task, in place of kind and job, and the screen of its kind. */
  readonly task?: (params: P) => {
    readonly told: { readonly ftype: string; readonly taskIdentity: string };
    readonly screen: string;
  };
}

/** What a module registers: how a spec is made of what the request said, by the process that began it or by another. */
export interface ImportSource<P, R extends ImportRow = ImportRow> extends Telling<P> {
  /** Of the screen where its result is seen. */
  readonly screen: { readonly name: string; readonly title: string };
  /** Of the endpoint that begins it: asked again while it runs, and before another process takes it up. */
  readonly right: Permission;
  /** What that endpoint asks beside it. Throws AppError. */
  still?(caller: Caller, compId: string, params: P): Promise<void>;
  prepare(run: ImportStart<P>): Promise<ImportSpec<R>>;
}

/** A source whose rows nobody else need know the shape of. */
export interface Registered extends Telling<unknown> {
  readonly screen: ImportSource<unknown>["screen"];
  readonly right: Permission;
  still?(caller: Caller, compId: string, params: unknown): Promise<void>;
  prepare(run: ImportStart<unknown>): Promise<Prepared>;
}
export interface Prepared {
  readonly secret: string | undefined;
  run(run: ImportRun): Promise<ImportCounts>;
}

/** ms */
export const importTimes = {
  request: 10_000,
  lease: 60_000,
  sweep: 30_000,
  /**
   * From a start on until what a dead process had is taken up: the start is over by then, and pages, which try again every 5 s, are
   * back to hear how far it is.
   */
  takeUp: 6_000,
  /** Between two words on how far it is. */
  progress: 2_000,
  keep: 7 * dayMs,
} as const;
const tries = 3;
const brokenText = "导入中断，请核对已导入的数据后重试";

/** `counts` of an error: of the rows that were decided before it. */
export type Outcome =
  { readonly reply: ImportReply } | { readonly error: AppError; readonly counts: ImportCounts | undefined };

export const counted = (job: ImportReply["job"]): ImportReply => ({
  total: 0,
  succeed: 0,
  failing: 0,
  repetition: 0,
  errors: [],
  failedFileId: null,
  password: null,
  job,
  stopped: null,
});

/** The initial password of what was saved; null where nothing was, or it has none. */
export const shownPassword = ({ succeed }: ImportCounts, { secret }: Pick<Prepared, "secret">): string | null =>
  succeed > 0 ? (secret ?? null) : null;

/** In the enterprise whose data an import brings. */
export const inCompany = <T>(database: Database, compId: string, work: (trx: Trx) => Promise<T>): Promise<T> =>
  // The installation's own lists stand under 000000, which only operators get at.
  compId === installation ? database.system(work) : forJobs(database).tenant(compId, work);

export interface AttemptDeps {
  readonly ports: Pick<Ports, "database" | "blobs" | "broker" | "clock" | "logger">;
  readonly store: FileStore;
  /** True: nothing more is begun here. */
  readonly stopping: () => boolean;
  /** Whoever began it is told how far it is. */
  readonly progress: (job: ImportJobRow, counts: ImportCounts) => Promise<void>;
  /** Whose it is, as he stands now. Throws AppError where he may import no more. */
  readonly owner: (job: ImportJobRow) => Promise<Caller>;
  /** What it goes on with, as its owner stands now. */
  readonly renewed: (job: ImportJobRow) => Promise<Begun>;
}
export interface Begun {
  readonly spec: Prepared;
  readonly context: RequestContext;
}

/** What of a caller decides what an import may do. */
const sameOwner = (one: Caller, other: Caller): boolean =>
  (["roleType", "roleId", "groupId", "isHiddenNum", "hiddenGlobalPhone"] as const).every(
    (key) => one[key] === other[key],
  );

export function createAttempts({ ports, store, stopping, progress, owner, renewed }: AttemptDeps) {
  const { database, blobs, broker, clock, logger } = ports;
  const at = (ms = 0): Date => new Date(clock.now() + ms);
  const within = <T>(compId: string, work: (trx: Trx) => Promise<T>): Promise<T> => inCompany(database, compId, work);

  function keeperOf(who: ImportJobRow, before: ImportKeeper["before"]): ImportKeeper {
    // A batch that failed is kept once more, as failed.
    const parts = new Map(before.map((part) => [part.upTo, part]));
    let toldAt = Math.max(clock.now(), who.createdAt.getTime() + importTimes.request);
    /** Of the batches before this one: its own is not committed yet. */
    const told = async (): Promise<void> => {
      if (parts.size === 0 || clock.now() < toldAt + importTimes.progress) return;
      toldAt = clock.now();
      await progress(who, keptCounts([...parts.values()])).catch((error: unknown) =>
        logger.warn({ error, job: who.id }, "nobody was told how far an import is"),
      );
    };
    return {
      before,
      async keep(trx, part) {
        if (stopping()) throw new ImportLost();
        const write = async (inside: Trx): Promise<void> => {
          // In the transaction of the rows: whoever lost the job saves nothing.
          if (!(await updateImport(inside, who, { leaseUntil: at(importTimes.lease) }))) throw new ImportLost();
          await insertPart(inside, who, part);
        };
        await (trx ? write(trx) : within(who.compId, write));
        await told();
        parts.set(part.upTo, part);
      },
    };
  }

  async function counts(job: ImportJobRow, spec: Prepared, context: RequestContext): Promise<ImportCounts> {
    const folder = await mkdtemp(join(tmpdir(), "liantai-import-"));
    try {
      const path = join(folder, "sheet.xlsx");
      await pipeline(await blobs.read(job.blobKey), createWriteStream(path));
      const before = await within(job.compId, (trx) => partsOf(trx, job));
      const mayCompare = comparesNumbers(broker, context.caller);
      const keeper = keeperOf(job, before);
      const stands = async (): Promise<void> => {
        if (!sameOwner(await owner(job), context.caller)) throw new OwnerChanged();
      };
      return await spec.run({ store, logger, context, compId: job.compId, path, keeper, mayCompare, stands });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Undefined: the job goes on elsewhere or later. */
  async function attempt(
    job: ImportJobRow,
    make: (job: ImportJobRow) => Promise<Begun> = renewed,
  ): Promise<Outcome | undefined> {
    try {
      const { spec, context } = await make(job);
      const result = await counts(job, spec, context);
      if (!(await end(job, { state: "done", result: JSON.stringify(result) }))) return undefined;
      return { reply: { ...result, password: shownPassword(result, spec), job: null, stopped: null } };
    } catch (error) {
      if (error instanceof OwnerChanged) return attempt(job);
      if (error instanceof ImportLost) {
        // The process stops: the next one takes it at once.
        await within(job.compId, (trx) => updateImport(trx, job, { leaseUntil: at() })).catch(() => undefined);
        return undefined;
      }
      if (!(error instanceof AppError)) {
        logger.error({ error, job: job.id, kind: job.kind, attempt: job.attempt }, "an import was interrupted");
        if (job.attempt < tries) return undefined;
      }
      const fault = error instanceof AppError ? error : new AppError("refused", brokenText);
      return fail(job, fault);
    }
  }

  /** What was saved stays saved: whoever began it is told how much that was, and its password. */
  async function fail(job: ImportJobRow, error: AppError): Promise<Outcome | undefined> {
    const parts = await within(job.compId, (trx) => partsOf(trx, job));
    const counts = parts.length > 0 ? keptCounts(parts) : undefined;
    const set = { state: "failed", error: error.message, result: counts ? JSON.stringify(counts) : null };
    return (await end(job, set)) ? { error, counts } : undefined;
  }

  async function end(job: ImportJobRow, set: Parameters<typeof updateImport>[2]): Promise<boolean> {
    const ended = await within(job.compId, (trx) => updateImport(trx, job, { ...set, finishedAt: at() }));
    if (ended) await blobs.delete(job.blobKey);
    return ended;
  }

  return attempt;
}

const doneText = ({ total, succeed, failing }: ImportCounts): string =>
  `（已处理${total}行：成功${succeed}行，失败${failing}行）`;
const failureText = (title: string, error: AppError, counts: ImportCounts | undefined): string =>
  `${title}导入失败：${error.message}${counts ? doneText(counts) : ""}`;

interface Told extends Pick<ImportJobRow, "id" | "kind" | "params"> {
  readonly to: Extract<MessageTarget, { readonly accountId: string }>;
}

/** As they are shown. */
export const shownCounts = <C extends ImportCounts>(source: Registered | undefined, counts: C): C =>
  source?.apart ? { ...counts, ...apart(counts) } : counts;

/** `given`: as they are kept. */
function messageOf(source: Registered, { id, kind, params }: Told, code: 0 | 1 | 2, desc: string, given: ImportCounts) {
  const { succeed, failing, repetition, total, blackList = 0 } = shownCounts(source, given);
  return {
    ...{ type: "fileImportExcel", code, ...(source.task?.(params).told ?? { ftype: kind, taskIdentity: id }) },
    ...(source.task && code === 1 ? {} : { desc }),
    ...{ succeed, failing, repetition, blackList, count: total },
  } satisfies OutgoingMessage;
}

/** How far it is: what was decided stands in the database. */
export const tellProgress = (
  broker: Ports["broker"],
  source: Registered,
  job: Told,
  counts: ImportCounts,
): Promise<void> =>
  publish(broker, "message.send", {
    to: job.to,
    message: messageOf(source, job, 2, `${source.screen.title}正在导入，已处理${counts.total}行`, counts),
  });

/** The message of the specification, and a notification for whoever has left the screen (`late`). */
export async function tellOutcome(
  broker: Ports["broker"],
  source: Registered,
  job: Told,
  outcome: Outcome,
  late = true,
): Promise<void> {
  const { title } = source.screen;
  const good = "reply" in outcome;
  const counts = good ? outcome.reply : outcome.counts;
  const shown = counts && shownCounts(source, counts);
  const desc = good
    ? `${title}导入完成：成功${outcome.reply.succeed}行，失败${shown?.failing ?? 0}行`
    : failureText(title, outcome.error, shown);
  const messages: OutgoingMessage[] = [messageOf(source, job, good ? 1 : 0, desc, counts ?? counted(null))];
  if (late)
    messages.push({
      type: "msgNotify",
      id: `import-${job.id}`,
      title: good ? "导入完成" : "导入失败",
      text: `${desc}。在“${title}”中点“导入”查看结果`,
      level: good ? "success" : "error",
      target: { name: source.task?.(job.params).screen ?? source.screen.name },
    });
  for (const message of messages) await publish(broker, "message.send", { to: job.to, message });
}
