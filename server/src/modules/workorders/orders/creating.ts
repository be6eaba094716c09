/** formStream: orders are made, by hand and of a workbook. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { formStreamApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import {
  steadily,
  type NewOrderValues,
  type OrderImport,
  type OrderPort,
  type OrderWriter,
  type PreparedValues,
} from "../../forms/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { flowsFault } from "../flows/fault.ts";
import { usableFlowsOf } from "../flows/repository.ts";
import { lockSeen } from "./handling.ts";
import { personOf, sightOf } from "./policy.ts";
import type { OrderRow } from "./repository.ts";
import { makeOrder, takeStep, usableFlow, type NewOrder } from "./step.ts";

type Api = (typeof formStreamApi)["create"];

interface Making {
  readonly of: Pick<NewOrder, "compId" | "flowId" | "title" | "priority" | "recordId">;
  readonly from: Pick<NewOrderValues, "source" | "callId" | "chat" | "draftOf">;
  readonly parent?: OrderRow | undefined;
  readonly submit: boolean;
}

/** By whoever asks, or by nobody; the draft's values are looked at once more where it is submitted. */
export async function make(
  trx: Trx,
  deps: WorkOrderDeps,
  { of, from, parent, submit }: Making,
  prepared: PreparedValues,
  by: OrderWriter,
): Promise<OrderRow> {
  const creator = "caller" in by ? personOf(by.caller) : "";
  const made = await makeOrder(trx, deps, { ...of, creator, parentId: parent?.id ?? "" }, (ref) =>
    deps.records.create(trx, { ...ref, ...from, parentId: parent?.recordId ?? null }, prepared, by),
  );
  const actor = { id: creator, supervises: false };
  if (parent) await takeStep(trx, deps, parent, { input: { type: "addSubOrder", id: made.id }, actor });
  if (!submit) return made;
  const nothing = deps.records.recheck(prepared);
  await deps.records.save(trx, made, nothing, { render: {}, complete: true, orderSeq: made.seq + 1 }, by);
  return takeStep(trx, deps, made, { input: { type: "submit" }, actor });
}

export const create = (deps: WorkOrderDeps, body: BodyOf<Api>, context: RequestContext): Promise<ReplyOf<Api>> =>
  steadily(async () => {
    const { caller } = context;
    const compId = compOf(caller, body.compId);
    const { flowId, title, priority, values = {}, parentId = "", callId = "", customerId = "", source } = body;
    const draftOf = body.aboutId ?? "";
    const flow = await deps.ports.database.tenant(compId, (trx) => usableFlow(trx, compId, flowId));
    const prepared = await deps.records.prepare(context, compId, flow.formId, values, { callId, customerId });
    return deps.ports.database.tenant(compId, async (trx) => {
      const sight = await sightOf(deps, trx, compId, caller);
      const parent = parentId ? await lockSeen(trx, compId, sight, parentId) : undefined;
      const from = { source: source ?? (callId ? "call" : "manual"), callId: callId || null, draftOf };
      const of = { compId, flowId, title, priority };
      const row = await make(trx, deps, { of, from, parent, submit: body.submit === true }, prepared, context);
      return { id: row.id, workCode: row.workCode, seq: row.seq };
    });
  });

/** The one flow that orders of this form are begun in. Throws AppError 'refused'; whoever tells it names the form. */
async function onlyFlow(trx: Trx, compId: string, formId: string): Promise<string> {
  const flows = await usableFlowsOf(trx, compId, formId);
  const fault = flowsFault(flows.length);
  if (fault !== undefined) throw new AppError("refused", fault);
  return flows[0]?.id ?? "";
}

export const begin: (deps: WorkOrderDeps, ...given: Parameters<OrderPort["begin"]>) => Promise<void> = (
  deps,
  { compId, formId, callId, chat, source, by },
  values,
  first,
) =>
  deps.ports.database.tenant(compId, async (trx) => {
    const recordId = deps.ports.random.id();
    if (!(await first(trx, recordId))) return;
    const flowId = await onlyFlow(trx, compId, formId);
    const of = { compId, flowId, title: by, priority: 3, recordId } as const;
    await make(trx, deps, { of, from: { source, callId, chat }, submit: true }, values, { name: by });
  });

/** Whoever imports orders may make them, too. */
export async function importing(
  deps: WorkOrderDeps,
  context: RequestContext,
  compId: string,
  { formId, flowId }: Parameters<OrderPort["importing"]>[2],
): Promise<OrderImport> {
  if (!(await deps.auth.mayPress(context.caller, "formStream.create"))) throw new AppError("forbidden");
  if (flowId === "") throw fieldRefusal("flowId", "流程", "请选择流程");
  const flow = await deps.ports.database.tenant(compId, (trx) => usableFlow(trx, compId, flowId));
  if (flow.formId !== formId) throw fieldRefusal("flowId", "流程", "该流程不使用这张表单");
  const from = { source: "import", callId: null } as const;
  return {
    async make(trx, head, values) {
      await make(trx, deps, { of: { compId, flowId, ...head }, from, submit: true }, values, context);
    },
  };
}
