/** A voice is changed, gets another sound, or goes. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import type { voiceApi } from "@liantai/api/contract/admin";
import type { Converted } from "../../audio/convert.ts";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import { findVoice, removeVoice, updateVoice, usesOf, type VoiceRow } from "./repository.ts";
import { type VoiceDeps, uploaded, spoken, keep, drop } from "./sounds.ts";
import { checkName, existing, logRow } from "./rows.ts";

/** Changes a voice and, when there is a new sound, its file. */
export async function change(
  deps: VoiceDeps,
  context: RequestContext,
  compId: string,
  id: string,
  changes: Partial<Pick<VoiceRow, "name" | "remark" | "text" | "source">>,
  sound: Converted | undefined,
): Promise<null> {
  const {
    ports: { database },
    audit,
  } = deps;
  const key = sound && (await keep(deps, compId, sound));
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
    if (key) await drop(deps, key);
    throw error;
  }
  if (old) await drop(deps, old);
  return null;
}

export async function update(deps: VoiceDeps, body: BodyOf<typeof voiceApi.update>, context: RequestContext) {
  const {
    ports: { database },
  } = deps;
  const compId = compOf(context.caller, body.compId);
  const before = await database.tenant(compId, (trx) => existing(trx, compId, body.id));
  const text = before.source === "tts" ? body.text || before.text : before.text;
  return change(
    deps,
    context,
    compId,
    body.id,
    { name: body.name, remark: body.remark ?? "", text },
    text === before.text ? undefined : await spoken(deps, text),
  );
}

export async function replace(deps: VoiceDeps, body: BodyOf<typeof voiceApi.replace>, context: RequestContext) {
  const {
    ports: { database },
  } = deps;
  const compId = compOf(context.caller, body.compId);
  await database.tenant(compId, (trx) => existing(trx, compId, body.id));
  return change(deps, context, compId, body.id, { source: body.source, text: "" }, await uploaded(deps, context.files));
}

export async function remove(
  deps: VoiceDeps,
  { ids, compId: named }: BodyOf<typeof voiceApi.delete>,
  context: RequestContext,
) {
  const {
    ports: { database },
    audit,
  } = deps;
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
  for (const key of keys) await drop(deps, key);
  return { count: keys.length };
}
