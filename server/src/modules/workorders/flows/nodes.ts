/** 工单节点: one node of a draft at a time, and what nodes say of fields. */
import { AppError, type BodyOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import type { FlowDefinition, FlowNode, workNodeApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { serviceOf } from "../../service.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { sightOf } from "../orders/policy.ts";
import { findSeen } from "../orders/repository.ts";
import { findFlow, listNodes, newestOfForm, updateFlow } from "./repository.ts";
import { kept, lockKnown } from "./service.ts";
import { versionOf } from "./versions.ts";

type Api = typeof workNodeApi;

async function list(
  { ports }: WorkOrderDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    if (body.flowId && !(await findFlow(trx, compId, body.flowId)))
      throw new AppError("notFound", "流程不存在或已被删除");
    const { rows, total } = await listNodes(trx, compId, body);
    return { list: rows, total, pageNo: body.pageNo, pageSize: body.pageSize };
  });
}

interface Draft {
  readonly compId?: string | undefined;
  readonly flowId: string;
  readonly revision?: number | undefined;
}

/** Changes a draft; the log names the node. */
async function redraw(
  { ports, audit }: WorkOrderDeps,
  context: RequestContext,
  { compId: named, flowId, revision: seen }: Draft,
  action: "add" | "update" | "delete",
  change: (draft: FlowDefinition) => { readonly draft: FlowDefinition; readonly nodes: readonly FlowNode[] },
): Promise<{ revision: number }> {
  const compId = compOf(context.caller, named);
  return ports.database.tenant(compId, async (trx) => {
    const flow = await lockKnown(trx, compId, flowId, seen);
    const revision = flow.revision + 1;
    const { draft, nodes } = change(flow.draft);
    await updateFlow(trx, compId, flowId, {
      draft: JSON.stringify(kept(draft)),
      changed: 1,
      revision,
      updatedAt: new Date(ports.clock.now()),
      updatedBy: context.caller.nickName,
    });
    for (const { id, name } of nodes)
      await audit.write(trx, context, { compId, object: "workNode", action, id, name: `${flow.name}：${name}` });
    return { revision };
  });
}

async function add(deps: WorkOrderDeps, body: BodyOf<Api["add"]>, context: RequestContext): Promise<{ id: string }> {
  const { node } = body;
  await redraw(deps, context, body, "add", (draft) => {
    if (draft.nodes.some(({ id }) => id === node.id)) throw fieldRefusal("node.id", "节点编号", "节点编号已存在");
    return { draft: { ...draft, nodes: [...draft.nodes, node] }, nodes: [node] };
  });
  return { id: node.id };
}

async function update(deps: WorkOrderDeps, body: BodyOf<Api["update"]>, context: RequestContext): Promise<null> {
  const { node } = body;
  await redraw(deps, context, body, "update", (draft) => {
    if (!draft.nodes.some(({ id }) => id === node.id)) throw new AppError("notFound", "节点不存在或已被删除");
    return { draft: { ...draft, nodes: draft.nodes.map((one) => (one.id === node.id ? node : one)) }, nodes: [node] };
  });
  return null;
}

async function remove(
  deps: WorkOrderDeps,
  body: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  let count = 0;
  await redraw(deps, context, body, "delete", (draft) => {
    const ids = new Set(body.ids);
    const nodes = draft.nodes.filter(({ id }) => ids.has(id));
    if (nodes.length === 0) throw new AppError("notFound", "节点不存在或已被删除");
    count = nodes.length;
    return {
      draft: {
        ...draft,
        nodes: draft.nodes.filter(({ id }) => !ids.has(id)),
        edges: draft.edges.filter(({ from, to }) => !ids.has(from) && !ids.has(to)),
      },
      nodes,
    };
  });
  return { count };
}

/** Each node's rules as a whole: a field that is not named follows the form. */
async function saveConfig(
  deps: WorkOrderDeps,
  body: BodyOf<Api["saveConfig"]>,
  context: RequestContext,
): Promise<{ revision: number }> {
  return redraw(deps, context, body, "update", (draft) => {
    const nodes: FlowNode[] = [];
    for (const id of Object.keys(body.nodes)) {
      const node = draft.nodes.find((one) => one.id === id);
      if (!node) throw new AppError("notFound", "节点不存在或已被删除");
      if (!("actions" in node)) throw fieldRefusal("nodes", "字段规则", `「${node.name}」没有人处理，不能设置字段`);
      nodes.push({ ...node, fields: body.nodes[id]! });
    }
    const changed = new Map(nodes.map((node) => [node.id, node]));
    return { draft: { ...draft, nodes: draft.nodes.map((node) => changed.get(node.id) ?? node) }, nodes };
  });
}

const fieldsOf = (node: FlowNode | undefined) => (node && "fields" in node ? (node.fields ?? {}) : {});

/** formConfId: the form; formId: an order with a record of it. */
async function config(
  deps: WorkOrderDeps,
  { formConfId, formId }: QueryOf<Api["config"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["config"]>> {
  const compId = compOf(caller, undefined);
  return deps.ports.database.tenant(compId, async (trx) => {
    const flows = await newestOfForm(trx, compId, formConfId);
    const nodes = flows.flatMap(({ id, name, version, definition }) =>
      definition.nodes
        .filter((node) => "actions" in node)
        .map((node) => ({
          flowId: id,
          flowName: name,
          version,
          nodeId: node.id,
          nodeName: node.name,
          fields: fieldsOf(node),
        })),
    );
    if (!formId) return { nodes, current: null };
    const row = await findSeen(trx, compId, await sightOf(deps, trx, compId, caller), formId);
    if (row?.formId !== formConfId) throw new AppError("notFound", "工单不存在");
    const node = (await versionOf(trx, row)).nodes.find(({ id }) => id === row.nodeId);
    return { nodes, current: { nodeId: row.nodeId, fields: fieldsOf(node) } };
  });
}

export const createNodes = (deps: WorkOrderDeps) => serviceOf(deps, { list, add, update, remove, saveConfig, config });
