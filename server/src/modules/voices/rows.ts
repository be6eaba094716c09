/** What every change of a voice looks at first, and what the log says of it. */
import { AppError } from "@liantai/api/contract";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Trx } from "../../ports/database.ts";
import { findVoice, nameTaken, type VoiceRow } from "./repository.ts";

export async function checkName(trx: Trx, compId: string, name: string, except = ""): Promise<void> {
  if (await nameTaken(trx, compId, name, except)) throw fieldRefusal("name", "语音名称", "语音名称已存在");
}

export async function existing(trx: Trx, compId: string, id: string): Promise<VoiceRow> {
  const row = await findVoice(trx, compId, id);
  if (!row) throw new AppError("notFound", "语音不存在或已被删除");
  return row;
}

export const logRow = ({
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
