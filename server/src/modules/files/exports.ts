/** Export jobs as people see them: started, listed, cancelled, deleted, fetched. */
import {
  AppError,
  type BodyOf,
  type ReplyOf,
  isAdministrator,
  formatTime,
  minuteMs,
  formatDigits,
} from "@liantai/api/contract";
import { jobStateNames, type fileDownloadApi, type JobState } from "@liantai/api/contract/admin";
import { checkRole } from "../../http/authority.ts";
import { hidesNumbers } from "../../http/privacy.ts";
import { parsePart } from "../../http/input.ts";
import { safeFileName } from "../../http/names.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Ports } from "../../ports/index.ts";
import { type Audit, writeDeleted } from "../audit/index.ts";
import type { AuthModule } from "../auth/index.ts";
import { serviceOf } from "../service.ts";
import type { Download } from "./downloads.ts";
import { ownerOf, type ExportKind, type ExportOwner } from "./export-kinds.ts";
import { TooDeepError, tableRows } from "./html-table.ts";
import { htmlKind, type HtmlParams } from "./html-kind.ts";
import type { Runner } from "./job-runner.ts";
import {
  cancelJobs,
  countOpenJobs,
  deleteJobs,
  findJob,
  insertJob,
  listJobs,
  type JobRow,
  type JobScope,
} from "./repository.ts";

type Api = typeof fileDownloadApi;

export interface StartExport {
  /** As registered. */
  readonly kind: string;
  /** What the user calls it; default the kind's title. The time is added. */
  readonly name?: string | undefined;
  /** JSON; given to the producer as it is. */
  readonly params: object;
  /** The socket that is told how it goes; absent, or gone: all of the account's. */
  readonly socketId?: string | undefined;
}

/** How many jobs of one account, and of all of an enterprise, may wait or run. */
const maxOpen = { own: 10, all: 20 } as const;
/** Where an export stands when its kind names no screen. */
export const ownScreen = { name: "filedownload", title: "文件下载" } as const;

/** Numbers are whole in a file that somebody made who sees them: nothing for whoever sees none, be it an own file of earlier. */
function checkNumbers(kind: ExportKind | undefined, caller: Caller, owner: ExportOwner): void {
  if (kind?.numbers && hidesNumbers(caller) && !hidesNumbers(owner))
    throw new AppError("forbidden", "该文件含有完整号码，您的账号已隐藏号码，请重新导出");
}

export interface ExportsDeps {
  readonly ports: Pick<Ports, "database" | "blobs" | "clock" | "random">;
  readonly audit: Audit;
  readonly auth: Pick<AuthModule, "mayPress" | "maySee" | "mayDo" | "sessions">;
  readonly kinds: ReadonlyMap<string, ExportKind>;
  readonly runner: Runner;
}

function reportRows(html: string): string[][] {
  try {
    return tableRows(html);
  } catch (error) {
    if (error instanceof TooDeepError) throw fieldRefusal("html", "报表内容", "报表的结构嵌套过深，无法读取");
    throw error;
  }
}

async function start(
  deps: ExportsDeps,
  context: RequestContext,
  { kind, name, params, socketId }: StartExport,
): Promise<ReplyOf<Api["add"]>> {
  const { caller } = context;
  const { ports, kinds, runner, audit } = deps;
  const known = kinds.get(kind);
  if (!known) throw fieldRefusal("kind", "类型", "不支持的导出类型");
  const id = ports.random.id();
  const now = ports.clock.now();
  const { compId, userId, nickName } = caller;
  const title = safeFileName(`${name?.trim() || known.title}_${formatDigits(now)}`);
  await ports.database.tenant(compId, async (trx) => {
    const open = await countOpenJobs(trx, compId, userId);
    if (open.own >= maxOpen.own) throw new AppError("refused", `您有${maxOpen.own}个导出任务未完成，请稍后再试`);
    if (open.all >= maxOpen.all) throw new AppError("refused", `企业有${maxOpen.all}个导出任务未完成，请稍后再试`);
    await insertJob(trx, {
      compId,
      id,
      ownerId: userId,
      ownerName: nickName,
      kind,
      name: title,
      params: JSON.stringify(params),
      owner: JSON.stringify({ ...ownerOf(caller), socketId }),
      // Until it is taken: a wake-up that got lost is made up for by the sweep.
      state: "waiting",
      leaseUntil: new Date(now + minuteMs),
      createdAt: new Date(now),
      blobKey: null,
    });
    // Who took data away, and by which filters.
    await audit.write(trx, context, {
      compId,
      object: "export",
      action: "export",
      id,
      name: title,
      after: { kind: known.title, ...logged(params) },
    });
  });
  await runner.wake({ compId, id, kind, attempt: 0 });
  return { id, msg: `任务已提交，请到“${(known.screen ?? ownScreen).title}”中查看进度并下载` };
}

/** By name of the kind: only those that say who may. */
async function add(
  deps: ExportsDeps,
  context: RequestContext,
  { kind, name, params }: BodyOf<Api["add"]>,
): Promise<ReplyOf<Api["add"]>> {
  const open = deps.kinds.get(kind)?.open;
  if (!open) throw fieldRefusal("kind", "类型", "不支持的导出类型");
  if (open.permission.kind === "roles") await checkRole(context.caller, open.permission, deps.auth);
  const parsed = (await parsePart(open.params, params, "params")) as object;
  return start(deps, context, { kind, name, params: parsed });
}

async function htmlToFile(
  deps: ExportsDeps,
  context: RequestContext,
  { name, html, type }: BodyOf<Api["htmlToFile"]>,
): Promise<ReplyOf<Api["htmlToFile"]>> {
  const rows = reportRows(html);
  if (rows.length === 0) throw fieldRefusal("html", "报表内容", "报表中没有数据");
  return start(deps, context, {
    kind: htmlKind,
    name,
    params: { title: name, type: type === "html" ? "html" : "xlsx", rows } satisfies HtmlParams,
  });
}

/** Without a kind: all but those that have a screen of their own. */
async function list(
  deps: ExportsDeps,
  { caller }: RequestContext,
  body: BodyOf<Api["list"]>,
): Promise<ReplyOf<Api["list"]>> {
  const { ports, kinds } = deps;
  const apart = body.kind ? [] : [...kinds].filter(([, kind]) => kind.screen).map(([name]) => name);
  const now = new Date(ports.clock.now());
  const scope = await scopeOf(deps, caller);
  const { rows, total } = await ports.database.tenant(caller.compId, (trx) =>
    listJobs(trx, caller.compId, { scope, name: body.name, state: body.state, kind: body.kind, not: apart }, body, now),
  );
  return { list: rows.map((row) => present(deps, row, now)), total, pageNo: body.pageNo, pageSize: body.pageSize };
}

async function cancel(
  deps: ExportsDeps,
  { caller }: RequestContext,
  { ids }: BodyOf<Api["cancel"]>,
): Promise<{ count: number }> {
  const { database, clock } = deps.ports;
  const scope = await scopeOf(deps, caller);
  return {
    count: await database.tenant(caller.compId, (trx) =>
      cancelJobs(trx, caller.compId, ids, scope, new Date(clock.now())),
    ),
  };
}

async function remove(
  deps: ExportsDeps,
  context: RequestContext,
  { ids }: BodyOf<Api["delete"]>,
): Promise<{ count: number }> {
  const { caller } = context;
  const { ports, audit } = deps;
  const scope = await scopeOf(deps, caller);
  const gone = await ports.database.tenant(caller.compId, async (trx) => {
    const rows = await deleteJobs(trx, caller.compId, ids, scope);
    await writeDeleted(
      audit,
      trx,
      context,
      { compId: caller.compId, object: "fileDownload" },
      rows,
      ({ id, name }) => ({ id, name }),
    );
    return rows;
  });
  for (const { blobKey } of gone) if (blobKey) await ports.blobs.delete(blobKey);
  return { count: gone.length };
}

/** Throws AppError 'notFound', or 'refused' for one that is not there yet or no more. */
async function find(deps: ExportsDeps, caller: Caller, id: string): Promise<Download> {
  const { database, blobs, clock } = deps.ports;
  const row = await database.tenant(caller.compId, (trx) => findJob(trx, caller.compId, id));
  const { ownerId, kinds } = await scopeOf(deps, caller);
  if (!row || (row.ownerId !== ownerId && !kinds.includes(row.kind)))
    throw new AppError("notFound", "文件不存在或已被删除");
  const kind = deps.kinds.get(row.kind);
  if (kind?.fetch?.kind === "roles") await checkRole(caller, kind.fetch, deps.auth);
  checkNumbers(kind, caller, row.owner as ExportOwner);
  const state = stateOf(row, new Date(clock.now()));
  if (state === "expired") throw new AppError("refused", "文件已过期，请重新导出");
  const key = row.blobKey;
  if (state !== "done" || key === null)
    throw new AppError("refused", state === "failed" ? row.error : `文件${jobStateNames[state]}，暂不能下载`);
  return {
    name: `${row.name}.${row.extension}`,
    contentType: row.contentType,
    bytes: Number(row.bytes),
    open: () => blobs.read(key),
    blobKey: key,
  };
}

/** The own jobs; administrators look after those of the pages they see. */
async function scopeOf(deps: ExportsDeps, caller: Caller): Promise<JobScope> {
  const seen: string[] = [];
  if (isAdministrator(caller))
    for (const [name, { pages }] of deps.kinds)
      if (pages.length > 0 && (await deps.auth.maySee(caller, pages))) seen.push(name);
  return { ownerId: caller.userId, kinds: seen };
}

function present(deps: ExportsDeps, row: JobRow, now: Date): ReplyOf<Api["list"]>["list"][number] {
  return {
    id: row.id,
    name: row.extension ? `${row.name}.${row.extension}` : row.name,
    kind: row.kind,
    kindName: deps.kinds.get(row.kind)?.title ?? row.kind,
    state: stateOf(row, now),
    progress: row.progress,
    rows: Number(row.rows),
    bytes: Number(row.bytes),
    error: row.error,
    ownerName: row.ownerName,
    createTime: formatTime(row.createdAt),
    finishTime: row.finishedAt && formatTime(row.finishedAt),
    expireTime: row.expiresAt && formatTime(row.expiresAt),
  };
}

/** What is past its time is expired, whether the night has been there or not. */
function stateOf({ state, expiresAt }: Pick<JobRow, "state" | "expiresAt">, now: Date): JobState {
  return state === "done" && expiresAt !== null && expiresAt <= now ? "expired" : state;
}

/** Parameters short enough for the operation log. */
const logged = (params: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).filter(
      ([, value]) =>
        ["string", "number", "boolean"].includes(typeof value) && String(value).length <= 100 && value !== "",
    ),
  );

export type ExportService = ReturnType<typeof createExportService>;

export const createExportService = (deps: ExportsDeps) =>
  serviceOf(deps, { start, add, htmlToFile, list, cancel, delete: remove, find });
