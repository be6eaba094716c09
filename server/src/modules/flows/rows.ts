/** What every verb of flows looks at first, and how a row is shown and logged. */
import { AppError, formatTime } from "@liantai/api/contract";
import type { FlowConflict } from "@liantai/api/contract/flow-editor";
import { diffFlows } from "@liantai/api/contract/flow-editor";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Trx } from "../../ports/database.ts";
import { keptBody } from "./reading.ts";
import { findFlow, lockFlow, type FlowHead, type FlowRow } from "./repository.ts";

export const missing = () => new AppError("notFound", "流程不存在或已被删除");
export const missingVersion = () => new AppError("notFound", "流程版本不存在或已被删除");
export const taken = () => fieldRefusal("name", "流程名称", "流程名称已存在");

export async function known(trx: Trx, compId: string, id: string): Promise<FlowRow> {
  const flow = await findFlow(trx, compId, id);
  if (!flow) throw missing();
  return flow;
}

/** mine: JSON text of what the later one would save, for the difference that he is shown; what: what he does with it. */
export async function lockKnown(
  trx: Trx,
  compId: string,
  id: string,
  revision?: number,
  mine?: { readonly flow: string; readonly tts: string; readonly what?: string },
): Promise<FlowRow> {
  const flow = await lockFlow(trx, compId, id);
  if (!flow) throw missing();
  if (revision === undefined || revision === flow.revision) return flow;
  const theirs = keptBody(flow.draft);
  const conflict: FlowConflict = {
    revision: flow.revision,
    updatedBy: flow.updatedBy,
    updateTime: formatTime(flow.updatedAt),
    flow: flow.draft,
    tts: flow.tts,
    diff: mine ? diffFlows(keptBody(mine.flow), theirs, [mine.tts, flow.tts]) : { nodes: [], wordings: [], others: [] },
  };
  throw new AppError(
    "conflict",
    `流程已被${flow.updatedBy || "他人"}修改，请核对后再${mine?.what ?? "保存"}`,
    conflict,
  );
}

export const shown = (row: FlowHead) => ({
  id: row.id,
  name: row.name,
  flowType: row.flowType,
  remark: row.remark,
  enabled: row.enabled === 1 ? (1 as const) : (0 as const),
  version: row.version,
  versionId: row.versionId,
  changed: row.changed === 1 ? (1 as const) : (0 as const),
  revision: row.revision,
  createTime: formatTime(row.createdAt),
  updateTime: formatTime(row.updatedAt),
  updatedBy: row.updatedBy,
  publishTime: row.publishedAt ? formatTime(row.publishedAt) : "",
});

export const logRow = ({
  name,
  flowType,
  remark,
  enabled,
  tts,
}: Pick<FlowRow, "name" | "flowType" | "remark" | "enabled" | "tts">) => ({ name, flowType, remark, enabled, tts });
