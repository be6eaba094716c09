/** Where a target of calls is used, in words: asked before a group, a queue, a seat or an extension is deleted. */
import { AppError } from "@liantai/api/contract";
import { targetKinds, type TargetKind } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";
import { findUses, type UseRow } from "./uses-repository.ts";

const labels: Readonly<Record<UseRow["by"], (name: string) => string>> = {
  accessNumber: (number) => `接入号码${number}`,
  timeRule: (number) => `接入号码${number}的时间规则`,
  dispatchQueue: (name) => `调度队列「${name}」`,
  skillGroup: (name) => `技能组「${name}」的溢出`,
  flow: (name) => `流程「${name}」`,
  robot: (name) => `机器人「${name}」`,
  task: (name) => `外呼任务「${name}」`,
  dispatchOverflow: (name) => `调度队列「${name}」的溢出`,
};

/** By id of the target: where it is used, each once. A target that is used nowhere is missing. */
async function usesOf(
  trx: Trx,
  compId: string,
  kind: TargetKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await findUses(trx, compId, kind, ids);
  const found = new Map<string, Set<string>>();
  for (const { id, by, name } of rows) found.set(id, (found.get(id) ?? new Set()).add(labels[by](name)));
  return new Map([...found].map(([id, uses]) => [id, [...uses]]));
}

/** How many uses a refusal names. */
const named = 5;

/** Throws AppError 'refused' that says where; `label` names a target. */
export async function refuseUsed(
  trx: Trx,
  compId: string,
  kind: TargetKind,
  ids: readonly string[],
  label: (id: string) => string,
): Promise<void> {
  const [first] = await usesOf(trx, compId, kind, ids);
  if (!first) return;
  const [id, uses] = first;
  const places = `${uses.slice(0, named).join("、")}${uses.length > named ? `等${uses.length}处` : ""}`;
  throw new AppError("refused", `${targetKinds[kind]}「${label(id)}」正在使用，不能删除：${places}`);
}
