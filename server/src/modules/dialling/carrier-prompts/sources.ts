/** 从录音截取: dialled calls whose sound is kept, heard, and a piece of one made an announcement (C7). */
import { AppError, formatTime, maskPhone, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import {
  carrierPromptLimits,
  earlyLimits,
  type carrierPromptApi,
  type PromptSource,
} from "@liantai/api/contract/admin";
import { buffer } from "node:stream/consumers";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { BinaryReply, Caller, RequestContext } from "../../../http/routes.ts";
import { BlobMissing, type BlobInfo } from "../../../ports/blobs.ts";
import { damagedText, sideOf, type RecordingCheck, type Side } from "../../records/index.ts";
import { keptSince } from "./early-sounds.ts";
import { save, type AnnouncementDeps } from "./saving.ts";
import { earlySound, earlySounds, recordedCalls, recordingOf } from "./sources-repository.ts";

type Api = typeof carrierPromptApi;

export interface CuttingDeps extends AnnouncementDeps {
  readonly check: RecordingCheck;
}

/** Recordings are heard by whoever may hear them in 通话记录 alone. Throws AppError 'forbidden'. */
async function mustHear({ auth }: CuttingDeps, caller: Caller, source: PromptSource): Promise<void> {
  if (source === "early") return;
  if (!(await auth.mayPress(caller, "callrecord.play")) || !(await auth.mayDo(caller, "listen")))
    throw new AppError("forbidden", "没有播放录音的权限");
}

export async function sources(
  deps: CuttingDeps,
  { compId: named, source, phone = "" }: BodyOf<Api["sources"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["sources"]>> {
  const compId = compOf(caller, named);
  await mustHear(deps, caller, source);
  const { database, clock } = deps.ports;
  const { kept, shown } = earlyLimits;
  const since = keptSince(clock.now());
  const rows = await database.tenant(compId, (trx) =>
    source === "early"
      ? earlySounds(trx, compId, { since, most: kept, phone })
      : recordedCalls(trx, compId, { since, most: shown, phone }),
  );
  const hide = hidesNumbers(caller);
  return rows.map(({ callId, at, phone: number, task, code, durationMs }) => ({
    ...{ callId, code, at: formatTime(at), phone: hide ? maskPhone(number) : number },
    ...{ task: task ?? "", durationMs: durationMs ?? 0 },
  }));
}

interface Kept {
  readonly compId: string;
  readonly source: PromptSource;
  readonly callId: string;
}

const gone = () => new AppError("notFound", "录音不存在或已被清理");

/** piece: a part of it alone is read. */
async function keptSound(deps: CuttingDeps, { compId, source, callId }: Kept, piece: boolean): Promise<BlobInfo> {
  const { database, blobs, clock } = deps.ports;
  if (source === "early") {
    const since = keptSince(clock.now());
    const row = await database.tenant(compId, (trx) => earlySound(trx, compId, callId, since));
    const info = row && (await blobs.stat(row.blobKey));
    if (!info) throw gone();
    return info;
  }
  const row = await database.tenant(compId, (trx) => recordingOf(trx, compId, callId));
  const checked = row ? await deps.check.of(row, piece) : undefined;
  if (checked?.state === "damaged") throw new AppError("refused", damagedText);
  if (checked?.state !== "sound") throw gone();
  return checked.info;
}

/** The callee's side, or a piece of it in seconds, as `take` reads it. */
async function heard<T>(
  deps: CuttingDeps,
  { caller }: RequestContext,
  of: Kept,
  take: (side: Side) => Promise<T>,
  piece?: { readonly from: number; readonly to: number },
): Promise<T> {
  await mustHear(deps, caller, of.source);
  const kept = await keptSound(deps, of, piece !== undefined);
  try {
    return await take(await sideOf(deps.ports.blobs, kept, "left", piece));
  } catch (error) {
    if (error instanceof BlobMissing) throw gone();
    throw error;
  }
}

export function source(
  deps: CuttingDeps,
  query: QueryOf<Api["source"]>,
  context: RequestContext,
): Promise<BinaryReply> {
  const compId = compOf(context.caller, query.compId);
  return heard(deps, context, { ...query, compId }, async (side) => ({
    binary: await side.open(),
    contentType: "audio/wav",
    headers: { "content-length": String(side.bytes) },
  }));
}

/** What a player shows of a length is rounded, s. */
const roundedS = 0.1;

function checkPiece({ from, to }: BodyOf<Api["cut"]>, durationMs: number): void {
  const { seconds: most } = carrierPromptLimits;
  const seconds = durationMs / 1_000;
  if (from >= seconds) throw fieldRefusal("from", "起点", `起点应小于录音的长度 ${seconds.toFixed(1)} 秒`);
  if (to > seconds + roundedS) throw fieldRefusal("to", "终点", `终点不能超过录音的长度 ${seconds.toFixed(1)} 秒`);
  if (to - from > most) throw fieldRefusal("to", "终点", `选取的一段不能超过${most}秒，请只保留一遍提示音`);
}

const pieceRefusal = (message: string) => fieldRefusal("to", "终点", `选取的一段：${message}`);

export async function cut(
  deps: CuttingDeps,
  body: BodyOf<Api["cut"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["cut"]>> {
  const compId = compOf(context.caller, body.compId);
  const { from, to } = body;
  const wav = await heard(
    deps,
    context,
    { ...body, compId },
    async (side) => {
      checkPiece(body, side.durationMs);
      return buffer(await side.open());
    },
    { from, to },
  );
  try {
    const sound = await deps.thread.ask(wav);
    const beside = { source: body.source, callId: body.callId, from, to };
    return await save(deps, body, context, { compId, sound, refusal: pieceRefusal, action: "cut", beside });
  } catch (error) {
    if ((error as Error).name === "UnreadableSound") throw pieceRefusal((error as Error).message);
    throw error;
  }
}
