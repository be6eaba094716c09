/** 工单流程: drafts, their versions, trying out, copying. A version never changes; what runs keeps its own (W9). */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import {
  conditionFaults,
  judgeAt,
  readFlow,
  simulateFlow,
  validateFlow,
  type FlowDefinition,
  type workFlowApi,
} from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { serviceOf } from "../../service.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { choices } from "./choices.ts";
import { migrate, plan } from "./migration.ts";
import { flowFaults, mayBeSwitched, refuseFaults, refuseNeeded } from "./neighbours.ts";
import {
  deleteFlow,
  findFlow,
  insertFlow,
  insertVersion,
  listFlows,
  listVersions,
  lockFlow,
  orderOf,
  updateFlow,
  type FlowRow,
} from "./repository.ts";

type Api = typeof workFlowApi;
type Deps = WorkOrderDeps;

const missing = () => new AppError("notFound", "流程不存在或已被删除");
const taken = () => fieldRefusal("name", "流程名称", "流程名称已存在");

/** As it is kept: nothing in it that a flow does not have. The contract let through only what can be read. */
export function kept(given: unknown): FlowDefinition {
  const { flow, faults } = readFlow(given);
  if (!flow) throw fieldRefusal("definition", "流程图", faults.slice(0, 5).join("；"));
  return flow;
}

const empty: FlowDefinition = {
  nodes: [
    { kind: "start", id: "start", name: "开始", x: 0, y: 0 },
    { kind: "end", id: "end", name: "结束", x: 480, y: 0 },
  ],
  edges: [],
};

/** revision: what was seen of it. */
export async function lockKnown(trx: Trx, compId: string, id: string, revision?: number): Promise<FlowRow> {
  const flow = await lockFlow(trx, compId, id);
  if (!flow) throw missing();
  if (revision !== undefined && revision !== flow.revision)
    throw new AppError("conflict", `流程已被${flow.updatedBy || "他人"}修改，请刷新后重试`);
  return flow;
}

async function list(
  { ports }: Deps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const { rows, total } = await ports.database.tenant(compId, (trx) => listFlows(trx, compId, body));
  return {
    list: rows.map(({ updatedAt, running, ...row }) => ({
      ...row,
      running: Number(running),
      updateTime: formatTime(updatedAt),
    })),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

const fieldsOf = ({ name, formId, remark, enabled }: Pick<FlowRow, "name" | "formId" | "remark" | "enabled">) => ({
  name,
  formId,
  remark,
  enabled,
});

/** An id that leads nowhere, or to another enterprise, is not kept. */
async function checkForm({ records }: Deps, trx: Trx, compId: string, formId: string): Promise<void> {
  if (formId !== "" && !(await records.isForm(trx, compId, formId)))
    throw fieldRefusal("formId", "工单表单", "工单表单不存在或已被删除");
}

async function insert(
  deps: Deps,
  context: RequestContext,
  compId: string,
  row: Pick<FlowRow, "name" | "formId" | "remark" | "enabled">,
  draft: FlowDefinition,
  action: "add" | "clone",
): Promise<{ id: string }> {
  const { ports, audit } = deps;
  const id = ports.random.id();
  const at = new Date(ports.clock.now());
  await unique(taken(), () =>
    ports.database.tenant(compId, async (trx) => {
      await checkForm(deps, trx, compId, row.formId);
      const times = { createdAt: at, updatedAt: at, updatedBy: context.caller.nickName };
      await insertFlow(trx, { compId, id, ...row, draft: JSON.stringify(draft), ...times });
      await audit.write(trx, context, { compId, object: "workFlow", action, id, name: row.name, after: fieldsOf(row) });
    }),
  );
  return { id };
}

async function add(deps: Deps, body: BodyOf<Api["add"]>, context: RequestContext): Promise<{ id: string }> {
  const { name, formId, remark = "", enabled, definition } = body;
  const draft = definition ? kept(definition) : empty;
  return insert(deps, context, compOf(context.caller, body.compId), { name, formId, remark, enabled }, draft, "add");
}

async function update(deps: Deps, body: BodyOf<Api["update"]>, context: RequestContext): Promise<{ revision: number }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const { id, name, formId, remark = "", enabled } = body;
  const draft = body.definition ? JSON.stringify(kept(body.definition)) : undefined;
  return unique(taken(), () =>
    ports.database.tenant(compId, async (trx) => {
      const before = await lockKnown(trx, compId, id, body.revision);
      if (formId !== before.formId) await checkForm(deps, trx, compId, formId);
      await mayBeSwitched(trx, before, enabled);
      const revision = before.revision + 1;
      const redrawn = draft !== undefined && draft !== JSON.stringify(before.draft);
      const at = new Date(ports.clock.now());
      await updateFlow(trx, compId, id, {
        name,
        formId,
        remark,
        enabled,
        revision,
        updatedAt: at,
        updatedBy: context.caller.nickName,
        ...(redrawn ? { draft, changed: 1 } : {}),
      });
      await audit.write(trx, context, {
        compId,
        object: "workFlow",
        action: "update",
        id,
        name,
        before: { ...fieldsOf(before), definition: "" },
        after: { name, formId, remark, enabled, definition: redrawn ? "已修改" : "" },
      });
      return { revision };
    }),
  );
}

async function remove(
  { ports, audit }: Deps,
  { ids, compId: named }: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, named);
  return ports.database.tenant(compId, async (trx) => {
    let count = 0;
    for (const id of [...new Set(ids)].sort()) {
      const flow = await lockFlow(trx, compId, id);
      if (!flow) continue;
      if (await orderOf(trx, compId, id)) throw new AppError("refused", `“${flow.name}”已有工单，不能删除，可以停用`);
      await refuseNeeded(trx, flow, "删除", ids);
      await deleteFlow(trx, compId, id);
      await audit.write(trx, context, {
        compId,
        object: "workFlow",
        action: "delete",
        id,
        name: flow.name,
        before: fieldsOf(flow),
      });
      count += 1;
    }
    if (count === 0) throw missing();
    return { count };
  });
}

async function versions(
  { ports }: Deps,
  body: BodyOf<Api["versions"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["versions"]>> {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const flow = await findFlow(trx, compId, body.id);
    if (!flow) throw missing();
    const rows = await listVersions(trx, compId, body.id);
    const { id, version, changed, revision, updatedBy } = flow;
    return {
      flow: { ...fieldsOf(flow), id, version, changed, revision, updatedBy },
      draft: flow.draft,
      list: rows.map(({ version, definition, publishedAt, publishedBy, running }) => ({
        version,
        definition,
        publishTime: formatTime(publishedAt),
        publisher: publishedBy,
        running: Number(running),
      })),
    };
  });
}

async function publish(
  deps: Deps,
  body: BodyOf<Api["publish"]>,
  context: RequestContext,
): Promise<{ version: number }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const flow = await lockKnown(trx, compId, body.id, body.revision);
    refuseFaults(await flowFaults(deps, trx, compId, { ...flow, definition: flow.draft }));
    const version = flow.version + 1;
    const at = new Date(ports.clock.now());
    const definition = JSON.stringify(flow.draft);
    await insertVersion(trx, {
      compId,
      flowId: flow.id,
      version,
      definition,
      publishedAt: at,
      publishedBy: context.caller.nickName,
    });
    await updateFlow(trx, compId, flow.id, { version, changed: 0, updatedAt: at });
    await audit.write(trx, context, {
      compId,
      object: "workFlow",
      action: "publish",
      id: flow.id,
      name: flow.name,
      after: { version },
    });
    return { version };
  });
}

/** As `publish` would say it. */
async function validate(
  deps: Deps,
  { id = "", formId, definition, compId: named }: BodyOf<Api["validate"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["validate"]>> {
  const of = { id, formId: formId || undefined, definition: kept(definition) };
  const compId = compOf(caller, named);
  return deps.ports.database.tenant(compId, async (trx) => [...(await flowFaults(deps, trx, compId, of))]);
}

async function simulate(
  { ports }: Deps,
  { definition, values, decisions }: BodyOf<Api["simulate"]>,
): Promise<ReplyOf<Api["simulate"]>> {
  const flow = kept(definition);
  const [fault] = validateFlow(flow, { conditionFaults: (when) => conditionFaults(when) });
  if (fault) return { done: 0, text: fault.text, steps: [] };
  const { steps, done, text = "" } = simulateFlow(flow, values ?? {}, decisions ?? [], judgeAt(ports.clock.now()));
  return { done: done ? 1 : 0, text, steps: [...steps] };
}

async function clone(deps: Deps, body: BodyOf<Api["clone"]>, context: RequestContext): Promise<{ id: string }> {
  const compId = compOf(context.caller, body.compId);
  const flow = await deps.ports.database.tenant(compId, (trx) => findFlow(trx, compId, body.id));
  if (!flow) throw missing();
  return insert(deps, context, compId, { ...fieldsOf(flow), name: body.name }, flow.draft, "clone");
}

export const createFlows = (deps: Deps) =>
  serviceOf(deps, { list, add, update, remove, choices, versions, publish, validate, simulate, clone, plan, migrate });
