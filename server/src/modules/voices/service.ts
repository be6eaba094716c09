/** 语音管理: files in, converted; spoken from text; allotted; deleted when nothing plays them. */
import { readFile } from "node:fs/promises";
import { AppError, type BodyOf, formatTime } from "@liantai/api/contract";
import { fileTexts } from "@liantai/api/contract/file-rules";
import { voiceUses, type voiceApi, type voiceResourceApi } from "@liantai/api/contract/admin";
import { IdleThread } from "../../adapters/embedded/thread.ts";
import type { Converted } from "../../audio/convert.ts";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { BinaryReply, RequestContext, UploadedFile } from "../../http/routes.ts";
import { BlobMissing } from "../../ports/blobs.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";

import {
  findVoice,
  insertVoice,
  nameTaken,
  pageAllotments,
  pageVoices,
  removeVoice,
  setVoice,
  targetsOf,
  updateVoice,
  usesOf,
  type VoiceRow,
} from "./repository.ts";

/** Ten minutes of music at 48,000 Hz take 3 s. */
const convertMs = 45_000;

export function createVoiceService({ ports, audit }: AdministrationDeps) {
  const { database, blobs, random, clock, speech, logger } = ports;
  const thread = new IdleThread<Uint8Array, Converted>(
    clock,
    new URL("../../audio/worker.ts", import.meta.url),
    "audio",
    convertMs,
  );

  async function converted(bytes: Uint8Array): Promise<Converted> {
    try {
      return await thread.ask(bytes);
    } catch (error) {
      if ((error as Error).name === "UnreadableSound")
        throw fieldRefusal("files", "语音文件", (error as Error).message);
      throw error;
    }
  }

  async function uploaded(files: readonly UploadedFile[]): Promise<Converted> {
    const [file, ...more] = files;
    if (!file) throw fieldRefusal("files", "语音文件", "请选择语音文件");
    if (more.length > 0) throw fieldRefusal("files", "语音文件", fileTexts.tooMany(1));
    return converted(await readFile(file.path));
  }

  /** The engine's own words are already in the switch's format; converting them again only measures them. */
  const spoken = async (text: string): Promise<Converted> => converted(await readFile(await speech.speak(text)));

  /** Kept before the row that names it: a crash between leaves a file nobody plays, never a row without one. */
  async function keep(compId: string, { wav }: Converted): Promise<string> {
    const key = `voices/${compId.toLowerCase()}/${random.id()}.wav`;
    await blobs.put(key, wav);
    return key;
  }
  const drop = (key: string): Promise<void> =>
    blobs.delete(key).catch((error: unknown) => logger.warn({ error, key }, "an old voice file was not removed"));

  const checkName = async (trx: Trx, compId: string, name: string, except = ""): Promise<void> => {
    if (await nameTaken(trx, compId, name, except)) throw fieldRefusal("name", "语音名称", "语音名称已存在");
  };
  const existing = async (trx: Trx, compId: string, id: string): Promise<VoiceRow> => {
    const row = await findVoice(trx, compId, id);
    if (!row) throw new AppError("notFound", "语音不存在或已被删除");
    return row;
  };
  const logRow = ({
    name,
    source,
    text,
    durationMs,
    remark,
  }: Pick<VoiceRow, "name" | "source" | "text" | "durationMs" | "remark">) => ({
    name,
    source,
    text,
    durationMs,
    remark,
  });

  async function add(
    context: RequestContext,
    body: { readonly compId?: string | undefined; readonly name: string; readonly remark?: string | undefined },
    source: string,
    text: string,
    sound: () => Promise<Converted>,
  ) {
    const compId = compOf(context.caller, body.compId);
    await database.tenant(compId, (trx) => checkName(trx, compId, body.name));
    const made = await sound();
    const key = await keep(compId, made);
    const id = random.id();
    const row = {
      compId,
      id,
      name: body.name,
      source,
      text,
      durationMs: made.durationMs,
      bytes: made.wav.byteLength,
      blobKey: key,
      remark: body.remark ?? "",
      createdAt: new Date(clock.now()),
      createdBy: context.caller.nickName,
    };
    try {
      await database.tenant(compId, async (trx) => {
        await checkName(trx, compId, body.name);
        await insertVoice(trx, row);
        await audit.write(trx, context, {
          compId,
          object: "voice",
          action: "add",
          id,
          name: body.name,
          after: logRow(row),
        });
      });
    } catch (error) {
      await drop(key);
      throw error;
    }
    return { id };
  }

  /** Changes a voice and, when there is a new sound, its file. */
  async function change(
    context: RequestContext,
    compId: string,
    id: string,
    changes: Partial<Pick<VoiceRow, "name" | "remark" | "text" | "source">>,
    sound: Converted | undefined,
  ): Promise<null> {
    const key = sound && (await keep(compId, sound));
    let old: string | undefined;
    try {
      await database.tenant(compId, async (trx) => {
        const before = await existing(trx, compId, id);
        if (changes.name !== undefined) await checkName(trx, compId, changes.name, id);
        const row = {
          ...changes,
          ...(sound && key ? { blobKey: key, bytes: sound.wav.byteLength, durationMs: sound.durationMs } : {}),
        };
        await updateVoice(trx, compId, id, row);
        await audit.write(trx, context, {
          compId,
          object: "voice",
          action: "update",
          id,
          name: changes.name ?? before.name,
          before: logRow(before),
          after: logRow({ ...before, ...row }),
        });
        if (key) old = before.blobKey;
      });
    } catch (error) {
      if (key) await drop(key);
      throw error;
    }
    if (old) await drop(old);
    return null;
  }

  return {
    close: () => thread.close(),
    async list(body: BodyOf<typeof voiceApi.list>, { caller }: RequestContext) {
      const compId = compOf(caller, body.compId);
      const { rows, total } = await database.tenant(compId, (trx) => pageVoices(trx, compId, body));
      return {
        list: rows.map((r) => ({
          id: r.id,
          name: r.name,
          source: r.source as "tts",
          text: r.text,
          durationMs: r.durationMs,
          bytes: r.bytes,
          remark: r.remark,
          createdAt: formatTime(r.createdAt),
          createdBy: r.createdBy,
          uses: r.uses,
        })),
        total,
        pageNo: body.pageNo,
        pageSize: body.pageSize,
      };
    },
    add: (body: BodyOf<typeof voiceApi.add>, context: RequestContext) =>
      add(context, body, body.source, "", () => uploaded(context.files)),
    synthesise: (body: BodyOf<typeof voiceApi.synthesise>, context: RequestContext) =>
      add(context, body, "tts", body.text, () => spoken(body.text)),
    async update(body: BodyOf<typeof voiceApi.update>, context: RequestContext) {
      const compId = compOf(context.caller, body.compId);
      const before = await database.tenant(compId, (trx) => existing(trx, compId, body.id));
      const text = before.source === "tts" ? body.text || before.text : before.text;
      return change(
        context,
        compId,
        body.id,
        { name: body.name, remark: body.remark ?? "", text },
        text === before.text ? undefined : await spoken(text),
      );
    },
    async replace(body: BodyOf<typeof voiceApi.replace>, context: RequestContext) {
      const compId = compOf(context.caller, body.compId);
      await database.tenant(compId, (trx) => existing(trx, compId, body.id));
      return change(context, compId, body.id, { source: body.source, text: "" }, await uploaded(context.files));
    },
    async delete({ ids, compId: named }: BodyOf<typeof voiceApi.delete>, context: RequestContext) {
      const compId = compOf(context.caller, named);
      const keys = await database.tenant(compId, async (trx) => {
        const gone: string[] = [];
        for (const id of new Set(ids)) {
          const row = await findVoice(trx, compId, id);
          if (!row) continue;
          const [use] = await usesOf(trx, compId, id);
          if (use) throw new AppError("refused", `语音“${row.name}”正在被${use.kind}“${use.name}”使用，不能删除`);
          await removeVoice(trx, compId, id);
          await audit.write(trx, context, {
            compId,
            object: "voice",
            action: "delete",
            id,
            name: row.name,
            before: logRow(row),
          });
          gone.push(row.blobKey);
        }
        return gone;
      });
      if (keys.length === 0) throw new AppError("notFound", "语音不存在或已被删除");
      for (const key of keys) await drop(key);
      return { count: keys.length };
    },
    async play(id: string, named: string | undefined, { caller }: RequestContext): Promise<BinaryReply> {
      const compId = compOf(caller, named);
      const row = await database.tenant(compId, (trx) => existing(trx, compId, id));
      try {
        return {
          binary: await blobs.read(row.blobKey),
          contentType: "audio/wav",
          headers: { "content-length": String(row.bytes) },
        };
      } catch (error) {
        if (error instanceof BlobMissing) throw new AppError("notFound", "语音文件不存在");
        throw error;
      }
    },
    preview: async (text: string): Promise<BinaryReply> => ({
      binary: await readFile(await speech.speak(text)),
      contentType: "audio/wav",
    }),
    async uses({ id, compId: named }: BodyOf<typeof voiceApi.uses>, { caller }: RequestContext) {
      const compId = compOf(caller, named);
      return database.tenant(compId, async (trx) => {
        await existing(trx, compId, id);
        return usesOf(trx, compId, id);
      });
    },
    async allotments(body: BodyOf<typeof voiceResourceApi.list>, { caller }: RequestContext) {
      const compId = compOf(caller, body.compId);
      const { rows, total } = await database.tenant(compId, (trx) => pageAllotments(trx, compId, body));
      return {
        list: rows.map((row) => ({ ...row, voiceName: row.voiceName ?? "" })),
        total,
        pageNo: body.pageNo,
        pageSize: body.pageSize,
      };
    },
    async allotted(
      { voiceId, use, compId: named }: BodyOf<typeof voiceResourceApi.allotList>,
      { caller }: RequestContext,
      playing: boolean,
    ) {
      const compId = compOf(caller, named);
      return database.tenant(compId, async (trx) => {
        await existing(trx, compId, voiceId);
        return (await targetsOf(trx, compId, use)).filter((row) => (row.voiceId === voiceId) === playing);
      });
    },
    /** `only`: of the targets, those that play this voice now. */
    async allot(
      {
        use,
        targetIds,
        compId: named,
      }: {
        readonly use: keyof typeof voiceUses;
        readonly targetIds: readonly string[];
        readonly compId?: string | undefined;
      },
      voiceId: string,
      context: RequestContext,
      only?: string,
    ) {
      const compId = compOf(context.caller, named);
      const count = await database.tenant(compId, async (trx) => {
        const voice = await existing(trx, compId, only ?? voiceId);
        const found = await setVoice(trx, compId, use, targetIds, voiceId, only);
        if (found === 0) throw new AppError("notFound", "所选对象不存在或已被删除");
        await audit.write(trx, context, {
          compId,
          object: "voice",
          action: only === undefined ? "allot" : "takeAway",
          id: voice.id,
          name: voice.name,
          after: { use: voiceUses[use], targetIds },
        });
        return found;
      });
      return { count };
    },
  };
}
