/** SQL of published versions and of the shares that calls are led by. */
import type { Insertable, Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { VoiceFlowVersionTable } from "../../ports/schema/flows.ts";
import type { Share } from "./picking.ts";

export type VersionRow = Selectable<VoiceFlowVersionTable>;

export const insertVersion = (trx: Trx, row: Insertable<VoiceFlowVersionTable>): Promise<unknown> =>
  trx.insertInto("voice_flow_version").values(row).execute();

export const findVersion = (trx: Trx, compId: string, id: string): Promise<VersionRow | undefined> =>
  trx.selectFrom("voice_flow_version").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

/** Newest first, without the texts. */
export const listVersions = (trx: Trx, compId: string, flowId: string): Promise<Omit<VersionRow, "flow" | "tts">[]> =>
  trx
    .selectFrom("voice_flow_version")
    .select([
      "compId",
      "id",
      "flowId",
      "version",
      "note",
      "reason",
      "restores",
      "testsRun",
      "testsFailed",
      "publishedAt",
      "publishedBy",
    ])
    .where("compId", "=", compId)
    .where("flowId", "=", flowId)
    .orderBy("version", "desc")
    .execute();

export const versionIds = async (trx: Trx, compId: string, flowId: string): Promise<ReadonlySet<string>> => {
  const rows = await trx
    .selectFrom("voice_flow_version")
    .select("id")
    .where("compId", "=", compId)
    .where("flowId", "=", flowId)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

export const sharesOf = (trx: Trx, compId: string, flowId: string): Promise<Share[]> =>
  trx
    .selectFrom("voice_flow_share")
    .select(["versionId", "percent"])
    .where("compId", "=", compId)
    .where("flowId", "=", flowId)
    .orderBy("versionId")
    .execute();

/** In place of those there were. */
export async function setShares(trx: Trx, compId: string, flowId: string, shares: readonly Share[]): Promise<void> {
  await trx.deleteFrom("voice_flow_share").where("compId", "=", compId).where("flowId", "=", flowId).execute();
  if (shares.length === 0) return;
  await trx
    .insertInto("voice_flow_share")
    .values(shares.map((share) => ({ compId, flowId, ...share })))
    .execute();
}
