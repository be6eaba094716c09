/**
 * PDFs and pictures of the help. They lie among the installation's files under a tag of their own. An upload that no saved
 * document names goes after a day, and so does what the last document that named it no longer names.
 */
import { AppError, type BodyOf, type ReplyOf, dayMs } from "@liantai/api/contract";
import { helpFiles, picturesOf, type helpApi } from "@liantai/api/contract/admin";
import { installation, ownInstallation } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AdministrationDeps } from "../../deps.ts";
import type { DownloadSource } from "../../files/index.ts";
import { isNamed, type HelpRow } from "./repository.ts";

type Api = typeof helpApi;

const tag = "help";
const draftMs = dayMs;

type Content = Pick<HelpRow, "body" | "fileId">;
const idsOf = ({ body, fileId }: Content): readonly string[] => [...(fileId ? [fileId] : []), ...picturesOf(body)];

export async function upload(
  deps: AdministrationDeps,
  { kind }: BodyOf<Api["upload"]>,
  { caller, files }: RequestContext,
): Promise<ReplyOf<Api["upload"]>> {
  ownInstallation(caller);
  if (kind === "pdf" && files.length > 1) throw fieldRefusal("files", "文件", "一篇文档只有一个PDF文件");
  const about = { tag, allowed: helpFiles[kind], keepMs: draftMs };
  const rows = await deps.files.store.upload(caller, installation, files, about);
  return { files: rows.map(({ id, name, bytes }) => ({ id, name, bytes: Number(bytes) })) };
}

/** What the reader is told of a document's PDF. */
export async function describeFile(
  deps: AdministrationDeps,
  fileId: string | null,
): Promise<ReplyOf<Api["get"]>["file"]> {
  const row = fileId === null ? undefined : await deps.files.store.find(installation, fileId);
  return row ? { id: row.id, name: row.name, bytes: Number(row.bytes) } : null;
}

/** In the transaction that saves a document: what it names stays, what nothing names any more goes. */
export async function settleFiles(
  { files: { store }, ports: { clock } }: AdministrationDeps,
  trx: Trx,
  before: readonly Content[],
  after: Content | undefined,
): Promise<void> {
  const named = after ? idsOf(after) : [];
  const there = await store.expireAt(trx, installation, tag, named, null);
  if (after?.fileId && !there.has(after.fileId))
    throw fieldRefusal("fileId", "PDF文件", "PDF文件不存在或已过期，请重新上传");
  if (named.some((id) => !there.has(id))) throw fieldRefusal("body", "内容", "图片不存在或已过期，请重新上传");
  const gone: string[] = [];
  for (const id of new Set(before.flatMap(idsOf))) if (!there.has(id) && !(await isNamed(trx, id))) gone.push(id);
  await store.expireAt(trx, installation, tag, gone, new Date(clock.now() + draftMs));
}

/** Everybody reads what documents name; what none names yet its uploader alone. */
export function registerHelpDownloads({ files }: AdministrationDeps): void {
  const source: DownloadSource = async (caller, { id }) => {
    const row = await files.store.find(installation, id);
    if (!row || row.tag !== tag || (row.expiresAt !== null && row.ownerId !== caller.userId))
      throw new AppError("notFound", "文件不存在或已被删除");
    return files.downloadOf(row);
  };
  files.downloads.register("help", source);
  files.downloads.register("helpView", source, { inPage: true });
}
