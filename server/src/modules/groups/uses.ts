/** Where a target of calls is used, in words: asked before a group, a queue, a seat or an extension is deleted. */
import { AppError } from "@liantai/api/contract";
import { targetKinds, type TargetKind } from "@liantai/api/contract/admin";
import type { Trx } from "../../ports/database.ts";
import { findUses, type UseRow } from "./uses-repository.ts";

const labels: Readonly<Record<UseRow["by"], (name: string) => string>> = {
  accessNumber: (number) => `接入号码${number}`,
  timeRule: (number) => `接入号码${number}的时间规则`,
  chatSite: (name) => `聊天网站「${name}」`,
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

const placesOf = (uses: readonly string[]): string =>
  `${uses.slice(0, named).join("、")}${uses.length > named ? `等${uses.length}处` : ""}`;

/**
 * Throws AppError 'refused' that says which access numbers or chat sites lead to a target: switched off, their callers would hear nothing
 * but the sentence (docs/protocol.md Q29). Queues, overflows and flows have another way to go on.
 */
export async function refuseLedTo(
  trx: Trx,
  compId: string,
  kind: TargetKind,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const rows = await findUses(trx, compId, kind, [id]);
  const led = rows.filter(({ by }) => by === "accessNumber" || by === "timeRule" || by === "chatSite");
  if (led.length === 0) return;
  const places = placesOf([...new Set(led.map(({ by, name }) => labels[by](name)))]);
  const sites = led.filter(({ by }) => by === "chatSite").length;
  const from = [...(sites < led.length ? ["接入号码"] : []), ...(sites > 0 ? ["聊天网站"] : [])];
  const where = [...(sites < led.length ? ["接入号设置"] : []), ...(sites > 0 ? ["接入方式"] : [])];
  throw new AppError(
    "refused",
    `${targetKinds[kind]}「${name}」有${from.join("、")}转入，不能停用：${places}。请先修改${where.join("、")}`,
  );
}

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
  throw new AppError("refused", `${targetKinds[kind]}「${label(id)}」正在使用，不能删除：${placesOf(uses)}`);
}
