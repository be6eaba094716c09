/** A voice is added from a file or from text. */
import type { BodyOf } from "@liantai/api/contract";
import type { voiceApi } from "@liantai/api/contract/admin";
import type { Converted } from "../../audio/convert.ts";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import { insertVoice, type VoiceRow } from "./repository.ts";
import { type VoiceDeps, uploaded, spoken, keep, drop } from "./sounds.ts";
import { checkName, logRow } from "./rows.ts";

async function add(
  deps: VoiceDeps,
  context: RequestContext,
  body: { readonly compId?: string | undefined; readonly name: string; readonly remark?: string | undefined },
  source: VoiceRow["source"],
  text: string,
  sound: () => Promise<Converted>,
) {
  const {
    ports: { database, random, clock },
    audit,
  } = deps;
  const compId = compOf(context.caller, body.compId);
  await database.tenant(compId, (trx) => checkName(trx, compId, body.name));
  const made = await sound();
  const key = await keep(deps, compId, made);
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
    await drop(deps, key);
    throw error;
  }
  return { id };
}

export const addSound = (deps: VoiceDeps, body: BodyOf<typeof voiceApi.add>, context: RequestContext) =>
  add(deps, context, body, body.source, "", () => uploaded(deps, context.files));

export const synthesise = (deps: VoiceDeps, body: BodyOf<typeof voiceApi.synthesise>, context: RequestContext) =>
  add(deps, context, body, "tts", body.text, () => spoken(deps, body.text));
