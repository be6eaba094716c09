/** 满意度评价: which flow asks customers for marks after their talks. Calls ask anew each time, so it holds from the next one on. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { flowSurveyApi } from "@liantai/api/contract/flow-editor";
import { flowTypes } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { FlowDeps } from "./deps.ts";
import { lockKnown } from "./rows.ts";
import { programOf } from "./shared.ts";
import { chosenSurvey, setSurvey } from "./survey-repository.ts";
import { findVersion } from "./versions-repository.ts";

type Api = typeof flowSurveyApi;

export async function surveySetting(
  { ports }: FlowDeps,
  { compId: given }: BodyOf<Api["find"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["find"]>> {
  const compId = compOf(caller, given);
  const chosen = await ports.database.tenant(compId, (trx) => chosenSurvey(trx, compId));
  return { flowId: chosen?.id ?? "", flowName: chosen?.name ?? "", enabled: chosen?.enabled === 1 ? 1 : 0 };
}

const refuse = (text: string) => fieldRefusal("flowId", "满意度流程", text);

/** Its name. Throws AppError 'invalid' where it could ask nobody. */
async function fitting({ programs }: FlowDeps, trx: Trx, compId: string, flowId: string): Promise<string> {
  // Held, so that it is not deleted meanwhile.
  const flow = await lockKnown(trx, compId, flowId);
  if (flow.flowType !== flowTypes.satisfaction) throw refuse(`流程「${flow.name}」不是满意度流程`);
  const version = flow.versionId === "" ? undefined : await findVersion(trx, compId, flow.versionId);
  if (!version) throw refuse(`流程「${flow.name}」还没有发布`);
  if (flow.enabled !== 1) throw refuse(`流程「${flow.name}」已停用`);
  const { subs } = await programOf(programs, trx, flow.flowType, version);
  const asks = Object.values(subs).some(({ nodes }) =>
    Object.values(nodes).some(({ type }) => type === "satisfaction"),
  );
  if (!asks) throw refuse(`流程「${flow.name}」没有满意度节点`);
  return flow.name;
}

export async function saveSurveySetting(
  deps: FlowDeps,
  { compId: given, flowId }: BodyOf<Api["save"]>,
  context: RequestContext,
): Promise<null> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, given);
  await ports.database.tenant(compId, async (trx) => {
    const name = flowId === "" ? "" : await fitting(deps, trx, compId, flowId);
    const before = await chosenSurvey(trx, compId);
    await setSurvey(trx, compId, flowId);
    await audit.write(trx, context, {
      compId,
      object: "flowSurvey",
      action: "update",
      id: compId,
      before: { flow: before?.name ?? "" },
      after: { flow: name },
    });
  });
  return null;
}
