/**
 * Pictures of digital humans. They lie among the enterprise's files under a tag of their own. One that no robot has goes after a day, and
 * so does what the last robot that had it has no more.
 */
import { AppError, dayMs, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import { robotPictures, type robotPictureApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { BinaryReply, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import { attached } from "../files/index.ts";
import { isPictured } from "./repository.ts";

type Api = typeof robotPictureApi;

const tag = "robotPicture";

export async function uploadPicture(
  { files: { store } }: AdministrationDeps,
  { compId }: BodyOf<Api["upload"]>,
  { caller, files }: RequestContext,
): Promise<ReplyOf<Api["upload"]>> {
  const about = { tag, allowed: robotPictures, keepMs: dayMs };
  const rows = await store.upload(caller, compOf(caller, compId), files, about);
  return { files: rows.map(({ id, name }) => ({ id, name })) };
}

/** What no robot has yet is its uploader's alone. */
export async function pictureOf(
  { files }: AdministrationDeps,
  { id, compId }: QueryOf<Api["picture"]>,
  { caller }: RequestContext,
): Promise<BinaryReply> {
  const row = await files.store.find(compOf(caller, compId), id);
  if (!row || row.tag !== tag || (row.expiresAt !== null && row.ownerId !== caller.userId))
    throw new AppError("notFound", "图片不存在或已被删除");
  return attached(files.downloadOf(row));
}

/** In the transaction that saves the robot, before its row: what it has stays, what nobody has any more goes. */
export async function settlePicture(
  { files: { store }, ports: { clock } }: AdministrationDeps,
  trx: Trx,
  compId: string,
  before: { readonly id: string; readonly pictureId: string | null } | undefined,
  pictureId: string | null,
): Promise<void> {
  if (pictureId !== null && !(await store.expireAt(trx, compId, tag, [pictureId], null)).has(pictureId))
    throw fieldRefusal("pictureId", "形象图片", "图片不存在或已过期，请重新上传");
  const old = before?.pictureId ?? null;
  if (!before || old === null || old === pictureId || (await isPictured(trx, compId, old, before.id))) return;
  await store.expireAt(trx, compId, tag, [old], new Date(clock.now() + dayMs));
}
