/** Voices as a list, heard, and where they are played. */
import { AppError, type BodyOf, formatTime } from "@liantai/api/contract";
import type { voiceApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import type { BinaryReply, RequestContext } from "../../http/routes.ts";
import { BlobMissing } from "../../ports/blobs.ts";
import { pageVoices, usesOf } from "./repository.ts";
import { spokenBytes, type VoiceDeps } from "./sounds.ts";
import { existing } from "./rows.ts";

export async function list(deps: VoiceDeps, body: BodyOf<typeof voiceApi.list>, { caller }: RequestContext) {
  const {
    ports: { database },
  } = deps;
  const compId = compOf(caller, body.compId);
  const { rows, total } = await database.tenant(compId, (trx) => pageVoices(trx, compId, body));
  return {
    list: rows.map((r) => ({
      id: r.id,
      name: r.name,
      source: r.source,
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
}

export async function play(
  deps: VoiceDeps,
  id: string,
  named: string | undefined,
  { caller }: RequestContext,
): Promise<BinaryReply> {
  const {
    ports: { database, blobs },
  } = deps;
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
}

export const preview = async (deps: VoiceDeps, text: string): Promise<BinaryReply> => ({
  binary: await spokenBytes(deps, text),
  contentType: "audio/wav",
});

export async function uses(
  deps: VoiceDeps,
  { id, compId: named }: BodyOf<typeof voiceApi.uses>,
  { caller }: RequestContext,
) {
  const {
    ports: { database },
  } = deps;
  const compId = compOf(caller, named);
  return database.tenant(compId, async (trx) => {
    await existing(trx, compId, id);
    return usesOf(trx, compId, id);
  });
}
