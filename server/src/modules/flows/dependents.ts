/** Which flows use a thing: in their drafts and in what calls are led through now; of a flow, what else leads to it (inventory D11). */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { flowVersionApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { FlowDeps } from "./deps.ts";
import { dependentsOf } from "./uses-repository.ts";
import { ledToBy } from "./using.ts";

type Api = typeof flowVersionApi;

export async function dependents(
  { ports, neighbours }: FlowDeps,
  { kind, dependencyId, compId: given }: BodyOf<Api["dependents"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["dependents"]>> {
  const compId = compOf(caller, given);
  const { rows, others } = await ports.database.tenant(compId, async (trx) => ({
    rows: await dependentsOf(trx, compId, kind, [dependencyId]),
    others: kind === "flow" || kind === "sharedFlow" ? await ledToBy(neighbours, trx, compId, dependencyId) : [],
  }));
  const flows = [...new Set(rows.map(({ flowId }) => flowId))].map((flowId) => {
    const own = rows.filter((row) => row.flowId === flowId);
    const { flowName, flowType } = own[0]!;
    const nodes = own.map(({ subProcessId, subProcessName, nodeId, nodeName, version, versionId }) => ({
      subProcessId,
      subProcessName,
      nodeId,
      nodeName: nodeId === "" ? "全局" : nodeName,
      version,
      draft: versionId === "" ? (1 as const) : (0 as const),
    }));
    // A node that names another version in the draft than in what runs is listed with each.
    const places = new Map(
      nodes.toReversed().map((node) => [`${node.subProcessId}\n${node.nodeId}\n${node.version}`, node]),
    );
    return {
      flowId,
      flowName,
      flowType,
      draft: own.some(({ versionId }) => versionId === "") ? (1 as const) : (0 as const),
      running: own.some(({ versionId }) => versionId !== "") ? (1 as const) : (0 as const),
      nodes: [...places.values()],
    };
  });
  return { flows, others: [...others] };
}
