/** 运营商提示音: kept with their fingerprints, heard, and tried on other sounds. */
import { readFile } from "node:fs/promises";
import { AppError, callResults, formatTime, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import { carrierPromptLimits, type carrierPromptApi } from "@liantai/api/contract/admin";
import { fileTexts } from "@liantai/api/contract/file-rules";
import type { IdleThread } from "../../../adapters/embedded/thread.ts";
import type { Printed } from "../../../audio/announcement-worker.ts";
import { announcementOf, compareAnnouncements, matchPrint, unpackPrint } from "../../../audio/answering/index.ts";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { BinaryReply, RequestContext, UploadedFile } from "../../../http/routes.ts";
import { BlobMissing } from "../../../ports/blobs.ts";
import { crudService } from "../../crud/index.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { publish } from "../../topics.ts";
import {
  announcementStore,
  insertAnnouncement,
  readPrints,
  soundOf,
  soundsOf,
  type AnnouncementRow,
  type AnnouncementSettings,
  type PrintRow,
} from "./repository.ts";

type Api = typeof carrierPromptApi;

export interface AnnouncementDeps extends AdministrationDeps {
  /** Converts and prints beside the main thread. */
  readonly thread: IdleThread<Uint8Array, Printed>;
}

const { samples: mostSamples, seconds: mostSeconds } = carrierPromptLimits;
const soundField = (message: string) => fieldRefusal("files", "录音文件", `录音文件：${message}`);
const said = { object: "carrierPrompt" } as const;
const nameTaken = () => fieldRefusal("name", "提示音名称", "提示音名称已存在");

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

const settingsOf = (body: BodyOf<Api["update"]> | BodyOf<Api["add"]>): AnnouncementSettings => ({
  ...{ name: body.name, code: body.code, carrier: body.carrier, enabled: body.enabled ?? 1 },
  ...{ hangsUp: body.hangsUp ?? 1, remark: body.remark ?? "" },
});

const known = ({ id, code, print }: PrintRow) => announcementOf(id, code, unpackPrint(Buffer.from(print, "base64")));

/** Of the same sound with two meanings neither would ever be believed. */
function checkMeaning(code: number, print: Printed["print"], rows: readonly PrintRow[]): void {
  const same = matchPrint(
    unpackPrint(print),
    rows.flatMap((row) => known(row) ?? []),
  );
  const other = same && same.share > 0.5 && rows.find(({ id }) => id === same.id);
  if (other && other.code !== code)
    throw soundField(`与“${other.name}”是同一段提示音，而它的呼叫结果是${callResults[other.code]}`);
}

export async function add(
  deps: AnnouncementDeps,
  body: BodyOf<Api["add"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["add"]>> {
  const { ports, audit } = deps;
  const { database, blobs, random, clock, broker, logger } = ports;
  const compId = compOf(context.caller, body.compId);
  const sound = await uploaded(deps, context.files);
  const settings = settingsOf(body);
  const id = random.id();
  if (!announcementOf(id, body.code, unpackPrint(sound.print))) throw soundField("有效声音不足1秒，无法识别");
  const blobKey = `carrier-prompts/${compId.toLowerCase()}/${id}.wav`;
  // Kept before the row that names it.
  await blobs.put(blobKey, sound.wav);
  try {
    await unique(nameTaken, () =>
      database.tenant(compId, async (trx) => {
        const rows = await readPrints(trx, compId);
        if (rows.some(({ name }) => name === body.name)) throw nameTaken();
        if (rows.length >= mostSamples) throw new AppError("refused", `运营商提示音最多${mostSamples}条`);
        checkMeaning(body.code, sound.print, rows);
        const row = { ...settings, durationMs: sound.durationMs, createdBy: context.caller.nickName };
        const print = Buffer.from(sound.print).toString("base64");
        await insertAnnouncement(trx, {
          ...{ compId, id, ...row, blobKey, print, bytes: sound.wav.byteLength },
          createdAt: new Date(clock.now()),
        });
        const after = { ...row };
        await audit.write(trx, context, { ...said, compId, id, name: body.name, action: "add", after });
      }),
    );
  } catch (error) {
    await blobs
      .delete(blobKey)
      .catch((gone: unknown) => logger.warn({ error: gone, blobKey }, "a sound was left over"));
    throw error;
  }
  await publish(broker, "carrierPrompts.changed", { compId });
  return { id };
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
