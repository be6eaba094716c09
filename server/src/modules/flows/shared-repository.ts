/** SQL of shared sub-processes: which there are, and the versions that are called. */
import { flowTypes } from "@liantai/api/flows";
import type { Trx } from "../../ports/database.ts";

export const sharedHeads = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .selectFrom("voice_flow")
    .select(["id", "name", "enabled", "versionId"])
    .where("compId", "=", compId)
    .where("flowType", "=", flowTypes.shared)
    .where("id", "in", ids)
    .execute();

export const sharedTexts = (trx: Trx, compId: string, versionIds: readonly string[]) =>
  trx
    .selectFrom("voice_flow_version")
    .select(["id", "flowId", "version", "flow"])
    .where("compId", "=", compId)
    .where("id", "in", versionIds)
    .execute();
