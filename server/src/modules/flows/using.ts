/** What uses a flow, in words: said in the list, and by the refusal of its deletion. */
import { AppError } from "@liantai/api/contract";
import type { Trx } from "../../ports/database.ts";
import type { FlowNeighbour } from "./deps.ts";
import { dependentsOf, leadsTo } from "./uses-repository.ts";

/** By id of the flow; other flows by their name. */
export async function usersOf(
  neighbours: readonly FlowNeighbour[],
  trx: Trx,
  compId: string,
  flowIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (flowIds.length === 0) return new Map();
  const others = await Promise.all(neighbours.map((each) => each.inUse?.(trx, compId, flowIds) ?? []));
  const flows = [
    ...(await dependentsOf(trx, compId, "flow", flowIds)),
    ...(await dependentsOf(trx, compId, "sharedFlow", flowIds)),
  ]
    .filter(({ flowId, usedId }) => flowId !== usedId)
    .map(({ usedId, flowName }) => ({ id: usedId, by: `流程「${flowName}」` }));
  const found = new Map<string, Set<string>>();
  for (const { id, by } of [...(await leadsTo(trx, compId, flowIds)), ...flows, ...others.flat()])
    found.set(id, (found.get(id) ?? new Set()).add(by));
  return found;
}

/** How many uses a refusal names. */
const named = 5;

/** Throws AppError 'refused' that says where. */
export async function refuseUsed(
  neighbours: readonly FlowNeighbour[],
  trx: Trx,
  compId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const uses = [...((await usersOf(neighbours, trx, compId, [id])).get(id) ?? [])];
  if (uses.length === 0) return;
  const more = uses.length > named ? `等${uses.length}处` : "";
  throw new AppError("refused", `流程「${name}」正在使用，不能删除：${uses.slice(0, named).join("、")}${more}`);
}
