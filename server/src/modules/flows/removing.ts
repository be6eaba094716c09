/** What a save says is gone: of this flow, and no longer in its text. */
import type { FlowBody } from "@liantai/api/flows";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Trx } from "../../ports/database.ts";
import type { FlowNeighbour, Removed } from "./deps.ts";
import { intentsIn } from "./naming.ts";
import { otherFlowWith } from "./repository.ts";

const nodesIn = ({ nodes }: FlowBody) => nodes.flatMap(({ subProcess }) => subProcess.flow.nodes);

const talkKeysIn = (body: FlowBody): ReadonlySet<string> =>
  new Set(
    [
      ...nodesIn(body).map(({ talkings }) => talkings),
      ...body.globals.unknown.talkings,
      ...body.globals.timeout.talkings,
    ]
      .flat()
      .map(({ talkKey }) => talkKey),
  );

const refuse = (message: string) => fieldRefusal("flow", "流程", message);

/** Throws AppError 'invalid' for nodes and ids of another flow, and for ids that it still has. Of what was never saved nothing is left. */
export async function checkRemoved(
  trx: Trx,
  compId: string,
  flowId: string,
  given: FlowBody,
  before: FlowBody,
): Promise<Removed> {
  const stray = nodesIn(given).find((node) => node.flowId !== "" && node.flowId !== flowId);
  if (stray) throw refuse(`节点「${stray.nodeName}」属于其他流程`);
  const nodeIdsIn = (body: FlowBody) => new Set(nodesIn(body).map(({ nodeId }) => nodeId));
  const { talkIds, wordIds, nodeIds } = given.removeIds;
  const gone = async (label: string, ids: readonly string[], had: ReadonlySet<string>, has: ReadonlySet<string>) => {
    const there = ids.find((id) => has.has(id));
    if (there !== undefined) throw refuse(`要删除的${label}${there}还在流程中`);
    const strange = ids.filter((id) => !had.has(id));
    const other = await otherFlowWith(trx, compId, flowId, strange);
    if (other !== undefined) throw refuse(`要删除的${label}属于流程「${other}」`);
    return ids.filter((id) => had.has(id));
  };
  return {
    nodeIds: await gone("节点", nodeIds, nodeIdsIn(before), nodeIdsIn(given)),
    talkIds: await gone("话术", talkIds, talkKeysIn(before), talkKeysIn(given)),
    wordIds: await gone("意图", wordIds, new Set(intentsIn(before)), new Set(intentsIn(given))),
  };
}

export async function tellRemoved(
  neighbours: readonly FlowNeighbour[],
  trx: Trx,
  compId: string,
  flowId: string,
  removed: Removed,
): Promise<void> {
  if (removed.talkIds.length + removed.wordIds.length + removed.nodeIds.length === 0) return;
  for (const neighbour of neighbours) await neighbour.removed?.(trx, compId, flowId, removed);
}
