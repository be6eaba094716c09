/** What is wrong with a flow: the engine's own validator, told what there is in the enterprise. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { flowVersionApi } from "@liantai/api/contract/flow-editor";
import { validate, type FlowBody, type FlowType } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { FlowDeps } from "./deps.ts";
import { bodyOf, keptBody } from "./reading.ts";
import { known } from "./rows.ts";
import { thingsAround, type Things } from "./surroundings.ts";

type Api = typeof flowVersionApi;
export type Finding = ReplyOf<Api["validate"]>["findings"][number];

export const isError = ({ severity }: Pick<Finding, "severity">): boolean => severity === "error";

export const gather = ({ neighbours }: FlowDeps, trx: Trx, compId: string, _flowId: string): Promise<Things> =>
  thingsAround(neighbours, trx, compId);

export function check(body: FlowBody, _flowType: FlowType, things: Things): Finding[] {
  return validate(body, { has: (kind, id) => things.of(kind, id) !== undefined });
}

/** Of the draft, or of a text that is not saved yet. */
export async function validateDraft(
  deps: FlowDeps,
  { id, flow: text, flowType, compId: given }: BodyOf<Api["validate"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["validate"]>> {
  const compId = compOf(caller, given);
  const { flow, around } = await deps.ports.database.tenant(compId, async (trx) => ({
    flow: await known(trx, compId, id),
    around: await gather(deps, trx, compId, id),
  }));
  return { findings: check(text ? bodyOf(text) : keptBody(flow.draft), flowType ?? flow.flowType, around) };
}
