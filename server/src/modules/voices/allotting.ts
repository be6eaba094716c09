/** Which voice plays where. */
import { AppError, type BodyOf } from "@liantai/api/contract";
import { voiceUses, type voiceResourceApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import { pageAllotments, setVoice, targetsOf } from "./repository.ts";
import type { VoiceDeps } from "./sounds.ts";
import { existing } from "./rows.ts";

export async function allotments(
  deps: VoiceDeps,
  body: BodyOf<typeof voiceResourceApi.list>,
  { caller }: RequestContext,
) {
  const {
    ports: { database },
  } = deps;
  const compId = compOf(caller, body.compId);
  const { rows, total } = await database.tenant(compId, (trx) => pageAllotments(trx, compId, body));
  return {
    list: rows.map((row) => ({ ...row, voiceName: row.voiceName ?? "" })),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

export async function allotted(
  deps: VoiceDeps,
  { voiceId, use, compId: named }: BodyOf<typeof voiceResourceApi.allotList>,
  { caller }: RequestContext,
  playing: boolean,
) {
  const {
    ports: { database },
  } = deps;
  const compId = compOf(caller, named);
  return database.tenant(compId, async (trx) => {
    await existing(trx, compId, voiceId);
    return (await targetsOf(trx, compId, use)).filter((row) => (row.voiceId === voiceId) === playing);
  });
}

/** `only`: of the targets, those that play this voice now. */
export async function allot(
  deps: VoiceDeps,
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
  const {
    ports: { database },
    audit,
  } = deps;
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
}
