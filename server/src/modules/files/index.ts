/**
 * Files of an enterprise, downloads, export jobs and imports. What other modules use (deps.files):
 *
 *   Export.  At creation: files.exports.register('seatExport', { title: '坐席', async produce({ owner, compId, params, signal }) {
 *              return { columns: [{ title: '工号' }], total, rows: map(keyset(1000, (after) => page(after)), present) } } })
 *            In a handler whose contract replies with `exportReply`: return files.exports.start(context, { kind: 'seatExport',
 *              name: '坐席', params: body }) -> { id, msg }. Rows are made while they are written: never an array of everything.
 *            Scope and masking go by `owner` (callerOf(owner) where a rule wants a Caller). Operators' jobs belong to '000000':
 *            put the enterprise that compOf chose into params. A stream instead of rows: { stream, extension, contentType }.
 *   Import.  Contract: encoding 'multipart', body object({ compId: compField(), files: filesField() }), reply importReply; its
 *            name in importKinds. At creation: files.imports.register('agent', { screen, prepare: async ({ context, compId, params,
 *            secret }) => ({ name: '坐席', columns: [{ title: '工号', name: 'agentId', required: true, schema: seatIdField() }],
 *              key: (row) => row.agentId, existing: (keys) => Set of those there,
 *              save: (batch, keep) => database.tenant(compId, async (trx) => { ...; return keep(trx, faults); }) }) }).
 *            Handler: return files.imports.start('agent', context, compId, params): it may go on after the request, and in
 *            another process (import-jobs.ts). Template: files.imports.template('坐席', columns) from an endpoint of 'binary'.
 *   Files.   files.store.upload(caller, compId, context.files, { tag }) checks kind (magic bytes), 10 MB and storage;
 *            files.store.keep(caller, compId, bytes, { name, contentType }) for what the server makes; find, remove.
 *   Download kinds of other modules: files.downloads.register('record', (caller, { id }) => ({ name, contentType, bytes, open })).
 */
import { AppError, isAdministrator } from "@liantai/api/contract";
import { fileDownloadApi, uploadTexts } from "@liantai/api/contract/admin";
import type { Module } from "../../http/module.ts";
import type { BinaryReply, Caller, RequestContext } from "../../http/routes.ts";
import { BlobMissing } from "../../ports/blobs.ts";
import type { Ports } from "../../ports/index.ts";
import type { Audit } from "../audit/index.ts";
import type { AuthModule } from "../auth/index.ts";
import type { Sealer } from "../system/index.ts";
import { publish } from "../topics.ts";
import { createDownloads, type Download, type Downloads } from "./downloads.ts";
import type { ExportKind } from "./export-kinds.ts";
import { createExportService, type ExportService, ownScreen, type StartExport } from "./exports.ts";
import { htmlKind, htmlReport } from "./html-kind.ts";
import { createImportJobs, type ImportJobs } from "./import-jobs.ts";
import { importTemplate, type ImportColumn } from "./imports.ts";
import { createRunner, type JobProgress } from "./job-runner.ts";
import { createFilePurge, type PurgedFiles } from "./purge.ts";
import type { FileRow } from "./repository.ts";
import { filesRoutes, whose } from "./routes.ts";
import { createFileStore, type FileStore } from "./store.ts";

export {
  callerOf,
  keyset,
  keysetPages,
  type ExportKind,
  type ExportOwner,
  type ExportProduct,
  type ExportRun,
} from "./export-kinds.ts";
export type { ImportColumn, ImportFault, ImportSpec } from "./imports.ts";
export type { ImportStart } from "./import-attempts.ts";
export { attached, type Download, type DownloadSource } from "./downloads.ts";
export { keepChecked, withChecked } from "./checked.ts";
export { createFilePurge } from "./purge.ts";
export type { FileStore } from "./store.ts";

export interface FilesDeps {
  readonly ports: Ports;
  readonly audit: Audit;
  readonly auth: AuthModule;
  readonly sealer: Sealer;
}

export interface FilesModule extends Module {
  readonly exports: {
    /** Once, before the modules start. `P`: what `start` is given, as JSON keeps it. */
    register<P>(kind: string, producer: ExportKind<P>): void;
    /** The contract of the calling endpoint has decided that the caller may. */
    start(context: RequestContext, job: StartExport): Promise<{ id: string; msg: string }>;
    /** Jobs of one kind, for a screen of their own. */
    list: ExportService["list"];
  };
  readonly imports: Pick<ImportJobs, "register" | "start"> & {
    template(name: string, columns: readonly ImportColumn[]): BinaryReply;
  };
  readonly store: FileStore;
  /** A row of the store as a download; whose it is the caller has decided. */
  readonly downloadOf: (row: FileRow) => Download;
  readonly downloads: Pick<Downloads, "register" | "open">;
  /** For the nights. */
  readonly purge: () => Promise<PurgedFiles>;
}

export function createFilesModule({ ports, audit, auth, sealer }: FilesDeps): FilesModule {
  const kinds = new Map<string, ExportKind>();
  const store = createFileStore(ports);
  const imports = createImportJobs({ ports, auth, sealer, store });
  const downloads = createDownloads(ports, auth);
  const notify = async ({
    id,
    ownerId,
    socketId,
    kind,
    name,
    state,
    progress,
    rows,
    error,
    made,
  }: JobProgress): Promise<void> => {
    const { name: screen, title } = kinds.get(kind)?.screen ?? ownScreen;
    const desc = { running: "", done: `“${name}”已完成，请在“${title}”中下载`, failed: `“${name}”失败：${error}` }[
      state
    ];
    await publish(ports.broker, "message.send", {
      to: { accountId: ownerId, socketId },
      message: {
        ...{ type: "fileDown", id, code: ({ failed: 0, done: 1, running: 2 } as const)[state], fileName: name },
        ...{ convertFileName: made, state, progress, rows, screen, desc },
      },
    });
  };
  const runner = createRunner(ports, kinds, notify, auth.standing);
  const service = createExportService({ ports, audit, auth, kinds, runner });
  const register: FilesModule["exports"]["register"] = (kind, producer) => {
    if (kinds.has(kind)) throw new Error(`export kind ${kind} is registered twice`);
    kinds.set(kind, producer);
  };
  register(htmlKind, htmlReport);
  /** Uploads of others: administrators who see 文件下载. What the server made for one person (rows an import refused) is theirs. */
  const mayFetch = async (caller: Caller, { expiresAt }: FileRow): Promise<boolean> =>
    isAdministrator(caller) && expiresAt === null && (await auth.maySee(caller, ["/filedownload"]));

  downloads.register("export", (caller, { id }) => service.find(caller, id), {
    right: fileDownloadApi.down.permission,
  });
  const openBlob = async (key: string) => {
    try {
      return await ports.blobs.read(key);
    } catch (error) {
      throw error instanceof BlobMissing ? new AppError("notFound", uploadTexts.missing) : error;
    }
  };
  const downloadOf = (row: FileRow): Download => ({
    name: row.name,
    contentType: row.contentType,
    bytes: Number(row.bytes),
    open: () => openBlob(row.blobKey),
    blobKey: row.blobKey,
  });
  downloads.register("file", async (caller, { id, compId }) => {
    const row = await store.find(whose(caller, compId), id);
    if (!row || (row.ownerId !== caller.userId && !(await mayFetch(caller, row))))
      throw new AppError("notFound", "文件不存在或已被删除");
    if (row.expiresAt !== null && row.expiresAt.getTime() <= ports.clock.now())
      throw new AppError("refused", "文件已过期");
    return downloadOf(row);
  });

  const purge = createFilePurge(ports);

  return {
    name: "files",
    routes: filesRoutes(store, downloads, service, imports),
    exports: {
      register,
      start: (context, job) => service.start(context, job),
      list: (context, body) => service.list(context, body),
    },
    imports: { register: imports.register, start: imports.start, template: importTemplate },
    store,
    downloadOf,
    downloads,
    purge: async () => {
      await imports.purge();
      return purge();
    },
    async start() {
      await runner.start();
      imports.begin();
    },
    async stop() {
      await imports.stop();
      await runner.stop();
    },
  };
}
