/** What uses a flow, in words: said in the list, and by the refusal of its deletion. */
import { AppError } from "@liantai/api/contract";
import type { Trx } from "../../ports/database.ts";
import type { FlowNeighbour } from "./deps.ts";
import { dependentsOf, leadsTo } from "./uses-repository.ts";

type Leading = readonly { readonly id: string; readonly by: string }[];

/** What leads to these flows and is no flow: what this module asks for itself, and what others say. */
async function outsideUsersOf(
  neighbours: readonly FlowNeighbour[],
  trx: Trx,
  compId: string,
  flowIds: readonly string[],
): Promise<{ readonly ofOwn: Leading; readonly ofOthers: Leading }> {
  const ofOthers = await Promise.all(neighbours.map((each) => each.inUse?.(trx, compId, flowIds) ?? []));
  return { ofOwn: await leadsTo(trx, compId, flowIds), ofOthers: ofOthers.flat() };
}

/** Of one flow, in words, each once. */
export async function ledToBy(
  neighbours: readonly FlowNeighbour[],
  trx: Trx,
  compId: string,
  flowId: string,
): Promise<readonly string[]> {
  const { ofOwn, ofOthers } = await outsideUsersOf(neighbours, trx, compId, [flowId]);
  return [...new Set([...ofOwn, ...ofOthers].map(({ by }) => by))];
}

/** By id of the flow; other flows by their name. */
export async function usersOf(
  neighbours: readonly FlowNeighbour[],
  trx: Trx,
  compId: string,
  flowIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (flowIds.length === 0) return new Map();
  const flows = [
    ...(await dependentsOf(trx, compId, "flow", flowIds)),
    ...(await dependentsOf(trx, compId, "sharedFlow", flowIds)),
  ]
    .filter(({ flowId, usedId }) => flowId !== usedId)
    .map(({ usedId, flowName }) => ({ id: usedId, by: `流程「${flowName}」` }));
  const found = new Map<string, Set<string>>();
  const outside = await outsideUsersOf(neighbours, trx, compId, flowIds);
  for (const { id, by } of [...outside.ofOwn, ...flows, ...outside.ofOthers])
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
