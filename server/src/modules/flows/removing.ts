/**
 * What a save says is gone: of this flow, and no longer in its text. That is held against both, and nothing more goes with it (G173):
 * sounds stay in 语音管理 (decision 079); sentences, counters and intents are of versions that run, of calls and of other flows.
 */
import type { FlowBody } from "@liantai/api/flows";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Trx } from "../../ports/database.ts";
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

/** Throws AppError 'invalid' for nodes and ids of another flow, and for ids that it still has. Those that were never saved are nothing. */
export async function checkRemoved(
  trx: Trx,
  compId: string,
  flowId: string,
  given: FlowBody,
  before: FlowBody,
): Promise<void> {
  const stray = nodesIn(given).find((node) => node.flowId !== "" && node.flowId !== flowId);
  if (stray) throw refuse(`节点「${stray.nodeName}」属于其他流程`);
  const nodeIdsIn = (body: FlowBody) => new Set(nodesIn(body).map(({ nodeId }) => nodeId));
  const { talkIds, wordIds, nodeIds } = given.removeIds;
  const check = async (label: string, ids: readonly string[], had: ReadonlySet<string>, has: ReadonlySet<string>) => {
    const there = ids.find((id) => has.has(id));
    if (there !== undefined) throw refuse(`要删除的${label}${there}还在流程中`);
    const strange = ids.filter((id) => !had.has(id));
    const other = await otherFlowWith(trx, compId, flowId, strange);
    if (other !== undefined) throw refuse(`要删除的${label}属于流程「${other}」`);
  };
  await check("节点", nodeIds, nodeIdsIn(before), nodeIdsIn(given));
  await check("话术", talkIds, talkKeysIn(before), talkKeysIn(given));
  await check("意图", wordIds, new Set(intentsIn(before)), new Set(intentsIn(given)));
}
