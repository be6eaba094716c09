/** 运营商提示音: kept with their fingerprints, heard, and tried on other sounds. */
import { readFile } from "node:fs/promises";
import { AppError, formatTime, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import { carrierPromptLimits, type carrierPromptApi } from "@liantai/api/contract/admin";
import { fileTexts } from "@liantai/api/contract/file-rules";
import type { Printed } from "../../../audio/announcement-worker.ts";
import { compareAnnouncements, matchPrint, unpackPrint } from "../../../audio/answering/index.ts";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { BinaryReply, RequestContext, UploadedFile } from "../../../http/routes.ts";
import { BlobMissing } from "../../../ports/blobs.ts";
import { crudService } from "../../crud/index.ts";
import { publish } from "../../topics.ts";
import {
  announcementStore,
  readPrints,
  soundOf,
  soundsOf,
  type AnnouncementRow,
  type AnnouncementSettings,
} from "./repository.ts";
import { known, save, settingsOf, type AnnouncementDeps } from "./saving.ts";

type Api = typeof carrierPromptApi;

const { seconds: mostSeconds } = carrierPromptLimits;
const soundField = (message: string) => fieldRefusal("files", "录音文件", `录音文件：${message}`);
const said = { object: "carrierPrompt" } as const;

async function uploaded({ thread }: AnnouncementDeps, files: readonly UploadedFile[]): Promise<Printed> {
  const [file, ...more] = files;
  if (!file) throw soundField("请选择录音文件");
  if (more.length > 0) throw soundField(fileTexts.tooMany(1));
  try {
    const sound = await thread.ask(await readFile(file.path));
    if (sound.durationMs > mostSeconds * 1_000) throw soundField(`时长不能超过${mostSeconds}秒，请只保留一遍提示音`);
    return sound;
  } catch (error) {
    if ((error as Error).name === "UnreadableSound") throw soundField((error as Error).message);
    throw error;
  }
}

export async function add(
  deps: AnnouncementDeps,
  body: BodyOf<Api["add"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["add"]>> {
  const compId = compOf(context.caller, body.compId);
  const sound = await uploaded(deps, context.files);
  return save(deps, body, context, { compId, sound, refusal: soundField, action: "add" });
}

const present = ({ createdAt, ...row }: AnnouncementRow) => ({ ...row, createdAt: formatTime(createdAt) });

/** Listed, changed and removed as any rows are. */
export function plainly({ ports, audit }: AnnouncementDeps) {
  const of = (changed?: () => Promise<void>) =>
    crudService({
      deps: { ports, audit },
      object: said.object,
      scope: "enterprise",
      store: { ...announcementStore, insert: () => Promise.reject(new Error("announcements come with their sounds")) },
      toRow: (_trx, body: BodyOf<Api["update"]>) => settingsOf(body),
      present,
      key: { path: "name", label: "提示音名称", of: (row: AnnouncementSettings) => row.name },
      ...(changed ? { changed } : {}),
    });
  const told = (compId: string) => () => publish(ports.broker, "carrierPrompts.changed", { compId });
  return {
    list: of().list,
    update: (body: BodyOf<Api["update"]>, context: RequestContext) =>
      of(told(compOf(context.caller, body.compId))).update(body, context),
    async delete(body: BodyOf<Api["delete"]>, context: RequestContext) {
      const compId = compOf(context.caller, body.compId);
      const sounds = await ports.database.tenant(compId, (trx) => soundsOf(trx, compId, body.ids));
      const answer = await of(told(compId)).delete(body, context);
      for (const { blobKey } of sounds)
        await ports.blobs
          .delete(blobKey)
          .catch((error: unknown) => ports.logger.warn({ error, blobKey }, "a sound was left over"));
      return answer;
    },
  };
}

export async function play(
  { ports }: AnnouncementDeps,
  { id, compId: named }: QueryOf<Api["play"]>,
  { caller }: RequestContext,
): Promise<BinaryReply> {
  const compId = compOf(caller, named);
  const sound = await ports.database.tenant(compId, (trx) => soundOf(trx, compId, id));
  if (!sound) throw new AppError("notFound", "提示音不存在或已被删除");
  try {
    const binary = await ports.blobs.read(sound.blobKey);
    return { binary, contentType: "audio/wav", headers: { "content-length": String(sound.bytes) } };
  } catch (error) {
    if (error instanceof BlobMissing) throw new AppError("notFound", "录音文件不存在");
    throw error;
  }
}

const percent = (share: number | undefined): number | null =>
  share === undefined ? null : Math.round(Math.min(1, share) * 1_000) / 10;

/** As a call would take it: those that are enabled decide, all are shown with how near they come. */
export async function tryOut(
  deps: AnnouncementDeps,
  { compId: named }: BodyOf<Api["try"]>,
  { caller, files }: RequestContext,
): Promise<ReplyOf<Api["try"]>> {
  const compId = compOf(caller, named);
  const { print } = await uploaded(deps, files);
  const rows = await deps.ports.database.tenant(compId, (trx) => readPrints(trx, compId));
  const heard = unpackPrint(print);
  const enabled = rows.filter((row) => row.enabled === 1).flatMap((row) => known(row) ?? []);
  const found = matchPrint(heard, enabled);
  const nearest = compareAnnouncements(
    heard,
    rows.flatMap((row) => known(row) ?? []),
  );
  return {
    id: found?.id ?? "",
    code: found?.code ?? null,
    nearest: nearest.slice(0, 10).map(({ id, code, errors, share }) => {
      const { name, enabled: on } = rows.find((row) => row.id === id)!;
      return {
        id,
        name,
        code,
        enabled: on,
        alike: errors === undefined ? null : percent(1 - errors),
        heard: percent(share),
      };
    }),
  };
}
