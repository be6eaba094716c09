/**
 * What a flow names beside its own form: people, and flows of sub-orders. It is published with what is there, and what it needs is kept
 * (W79 to W81).
 */
import { AppError } from "@liantai/api/contract";
import {
  conditionFaults,
  validateFlow,
  type FlowDefinition,
  type FlowFault,
  type FlowNode,
  type HandlerRule,
  type SubOrderNode,
} from "@liantai/api/contract/work-orders";
import type { Trx } from "../../../ports/database.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { groupsAndRoles, seats } from "../people-repository.ts";
import { findTimeRule } from "../timers/repository.ts";
import { findFlow, flowNaming, holdFlows, type FlowRow } from "./repository.ts";
import { versionOf } from "./versions.ts";

/** Why no order can be begun by it now; undefined: one can. */
export function unusable(flow: Pick<FlowRow, "name" | "enabled" | "version"> | undefined): string | undefined {
  if (!flow) return "流程不存在或已被删除";
  if (flow.enabled !== 1) return `流程「${flow.name}」已停用`;
  return flow.version === 0 ? `流程「${flow.name}」尚未发布` : undefined;
}

const isSub = (node: FlowNode): node is SubOrderNode => node.kind === "subOrder";

/** Nodes by which an order opens others as soon as it is submitted, whatever its conditions say: before a person has it. */
function opensAlone({ nodes, edges }: FlowDefinition): readonly SubOrderNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const reached = new Set(nodes.filter(({ kind }) => kind === "start").map(({ id }) => id));
  for (const id of reached) {
    const node = byId.get(id);
    const goesOn =
      node?.kind === "start" || node?.kind === "gateway" || (node?.kind === "subOrder" && node.wait === "none");
    if (goesOn) for (const { from, to } of edges) if (from === id) reached.add(to);
  }
  return nodes.filter(isSub).filter(({ id }) => reached.has(id));
}

/** Whether an order of `flowId` would open one of `ownId`, over others or at once, without a person in between. */
async function leadsTo(
  trx: Trx,
  compId: string,
  flowId: string,
  ownId: string,
  seen: Set<string> = new Set(),
): Promise<boolean> {
  if (flowId === ownId) return true;
  if (seen.has(flowId)) return false;
  seen.add(flowId);
  const flow = await findFlow(trx, compId, flowId);
  if (!flow || flow.version === 0) return false;
  const definition = await versionOf(trx, { compId, flowId, flowVersion: flow.version });
  for (const node of opensAlone(definition)) if (await leadsTo(trx, compId, node.flowId, ownId, seen)) return true;
  return false;
}

/** The flows of its sub-orders, held as they are until the transaction is over. */
export async function subFlowFaults(
  trx: Trx,
  compId: string,
  ownId: string,
  definition: FlowDefinition,
): Promise<readonly FlowFault[]> {
  const subs = definition.nodes.filter(isSub).filter(({ flowId }) => flowId !== "");
  const others = [...new Set(subs.map(({ flowId }) => flowId))].filter((id) => id !== ownId);
  const flows = new Map((await holdFlows(trx, compId, others)).map((flow) => [flow.id, flow]));
  const faults: FlowFault[] = [];
  const alone = new Set(opensAlone(definition).map(({ id }) => id));
  for (const { id, name, flowId } of subs) {
    const why = flowId === ownId ? undefined : unusable(flows.get(flowId));
    if (why) faults.push({ nodeId: id, text: `「${name}」的子工单${why}` });
    else if (alone.has(id) && (await leadsTo(trx, compId, flowId, ownId)))
      faults.push({ nodeId: id, text: `「${name}」会在无人处理的情况下反复新建子工单` });
  }
  return faults;
}

/** Seats, groups and roles that its nodes name and that are not there. */
export async function peopleFaults(trx: Trx, compId: string, { nodes }: FlowDefinition): Promise<readonly FlowFault[]> {
  const rules = nodes.flatMap((node) => ("handler" in node && node.handler ? [{ node, rule: node.handler }] : []));
  const ids = rules.flatMap(({ rule }) => (rule.by === "seat" ? rule.agentIds : []));
  const { groups, roles } = await groupsAndRoles(trx, compId);
  const there = {
    seats: new Set((await seats(trx, compId, { ids, groupIds: [], roleIds: [], weighed: false })).map(({ id }) => id)),
    groups: new Set(groups.map(({ id }) => id)),
    roles: new Set(roles.map(({ id }) => id)),
  };
  const missing = (rule: HandlerRule): readonly string[] => {
    if (rule.by === "seat")
      return rule.agentIds.filter((id) => !there.seats.has(id)).map((id) => `坐席${id}不存在或已停用`);
    if (rule.by === "role") return there.roles.has(rule.roleId) || rule.roleId === "" ? [] : ["角色不存在或已被删除"];
    return "groupId" in rule && rule.groupId !== "" && !there.groups.has(rule.groupId)
      ? ["坐席组不存在或已被删除"]
      : [];
  };
  return rules.flatMap(({ node, rule }) =>
    missing(rule).map((text) => ({ nodeId: node.id, text: `「${node.name}」的处理人：${text}` })),
  );
}

/**
 * Everything for which it is not published. `formId` undefined: of fields it may name any; `id` '': a flow that is not kept yet, which no
 * other can lead back to.
 */
export async function flowFaults(
  { records }: Pick<WorkOrderDeps, "records">,
  trx: Trx,
  compId: string,
  {
    id,
    formId,
    definition,
  }: { readonly id: string; readonly formId: string | undefined; readonly definition: FlowDefinition },
): Promise<readonly FlowFault[]> {
  const fields = formId === undefined ? undefined : await records.fields(trx, compId, formId);
  const { timeRuleId } = definition;
  const ruleIsThere = !timeRuleId || (await findTimeRule(trx, compId, timeRuleId)) !== undefined;
  return [
    ...validateFlow(definition, {
      ...(fields && { fields }),
      conditionFaults: (when) => conditionFaults(when, fields),
    }),
    ...(await peopleFaults(trx, compId, definition)),
    ...(await subFlowFaults(trx, compId, id, definition)),
    ...(ruleIsThere ? [] : [{ text: "时间规则不存在或已被删除" }]),
  ];
}

/** Throws AppError 'refused' while a flow that is in use opens sub-orders by it; `going`: those that go with it. */
export async function refuseNeeded(
  trx: Trx,
  { compId, id, name }: Pick<FlowRow, "compId" | "id" | "name">,
  what: "停用" | "删除",
  going: readonly string[] = [],
): Promise<void> {
  const user = await flowNaming(trx, compId, id, [id, ...going]);
  if (user) throw new AppError("refused", `“${name}”正在被工单流程“${user.name}”的子工单使用，不能${what}`);
}

export function refuseFaults(faults: readonly FlowFault[]): void {
  if (faults.length > 0) throw new AppError("refused", faults.map(({ text }) => text).join("；"), { faults });
}

/** Off only while no other needs it, and on again only while what it opens sub-orders by is there. */
export async function mayBeSwitched(trx: Trx, flow: FlowRow, enabled: number): Promise<void> {
  if (enabled === flow.enabled) return;
  if (enabled === 0) return refuseNeeded(trx, flow, "停用");
  if (flow.version === 0) return;
  const { compId, id } = flow;
  const definition = await versionOf(trx, { compId, flowId: id, flowVersion: flow.version });
  refuseFaults(await subFlowFaults(trx, compId, id, definition));
}
