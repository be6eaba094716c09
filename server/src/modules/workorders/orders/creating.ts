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
  type PreparedValues,
} from "../../forms/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { lockSeen } from "./handling.ts";
import { personOf, sightOf } from "./policy.ts";
import type { OrderRow } from "./repository.ts";
import { makeOrder, takeStep, usableFlow, type NewOrder } from "./step.ts";

type Api = (typeof formStreamApi)["create"];

interface Making {
  readonly of: Pick<NewOrder, "compId" | "flowId" | "title" | "priority">;
  readonly from: Pick<NewOrderValues, "source" | "callId">;
  readonly parent?: OrderRow | undefined;
  readonly submit: boolean;
}

/** By whoever asks; the draft's values are looked at once more where it is submitted. */
export async function make(
  trx: Trx,
  deps: WorkOrderDeps,
  { of, from, parent, submit }: Making,
  prepared: PreparedValues,
  context: RequestContext,
): Promise<OrderRow> {
  const creator = personOf(context.caller);
  const made = await makeOrder(trx, deps, { ...of, creator, parentId: parent?.id ?? "" }, (ref) =>
    deps.records.create(trx, { ...ref, ...from, parentId: parent?.recordId ?? null }, prepared, context),
  );
  const actor = { id: creator, supervises: false };
  if (parent) await takeStep(trx, deps, parent, { input: { type: "addSubOrder", id: made.id }, actor });
  if (!submit) return made;
  const nothing = deps.records.recheck(prepared);
  await deps.records.save(trx, made, nothing, { render: {}, complete: true, orderSeq: made.seq + 1 }, context);
  return takeStep(trx, deps, made, { input: { type: "submit" }, actor });
}

export const create = (deps: WorkOrderDeps, body: BodyOf<Api>, context: RequestContext): Promise<ReplyOf<Api>> =>
  steadily(async () => {
    const { caller } = context;
    const compId = compOf(caller, body.compId);
    const { flowId, title, priority, values = {}, parentId = "", callId = "", customerId = "", source } = body;
    const flow = await deps.ports.database.tenant(compId, (trx) => usableFlow(trx, compId, flowId));
    const prepared = await deps.records.prepare(context, compId, flow.formId, values, { callId, customerId });
    return deps.ports.database.tenant(compId, async (trx) => {
      const sight = await sightOf(deps, trx, compId, caller);
      const parent = parentId ? await lockSeen(trx, compId, sight, parentId) : undefined;
      const from = { source: source ?? (callId ? "call" : "manual"), callId: callId || null };
      const of = { compId, flowId, title, priority };
      const row = await make(trx, deps, { of, from, parent, submit: body.submit === true }, prepared, context);
      return { id: row.id, workCode: row.workCode, seq: row.seq };
    });
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
