/** Records handed on: to outward interfaces, to dialling, back in their flow. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { customerFormDataApi, taskFormApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { findForm } from "../definitions/repository.ts";
import type { Trx } from "../../../ports/database.ts";
import type { FormsDeps, RecordDeps } from "../deps.ts";
import { checkPress } from "./buttons.ts";
import { seenRecord } from "./finding.ts";
import { titleOf } from "./present.ts";
import { publishedForm } from "./published.ts";
import { reached } from "./reach.ts";
import type { RecordRow } from "./repository.ts";
import { addRecord, changeRecord } from "./saving.ts";
import { tellOf } from "./telling.ts";

type Api = typeof customerFormDataApi;

/** Throws AppError 'refused' where no interface asks for it. */
export async function pushRecord(
  { ports, compiled }: Pick<RecordDeps, "ports" | "compiled">,
  trx: Trx,
  compId: string,
  record: RecordRow,
): Promise<void> {
  const { form } = await publishedForm({ compiled }, trx, await findForm(trx, compId, record.formId));
  const [at, key] = [new Date(ports.clock.now()), `pushed.${ports.random.id()}`];
  if ((await tellOf(trx, compId, "record.pushed", form, record, { at, key })) === 0)
    throw new AppError("refused", "没有接口订阅“表单数据推送”，请先在接口配置中启用");
}

export async function push(
  deps: FormsDeps,
  { ids, compId: named }: BodyOf<Api["push"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["push"]>> {
  const { ports, auth, audit } = deps;
  const compId = compOf(context.caller, named);
  const count = await ports.database.tenant(compId, async (trx) => {
    const records = await reached(deps, trx, compId, { ids, caller: context.caller });
    if (records.length === 0) throw new AppError("notFound");
    for (const record of records) {
      const { form } = await publishedForm(deps, trx, await findForm(trx, compId, record.formId));
      await checkPress(auth, context.caller, form.formType, "push", trx);
      await pushRecord(deps, trx, compId, record);
      const name = titleOf(form, record.values);
      await audit.write(trx, context, { compId, object: "formRecord", action: "push", id: record.id, name });
    }
    return records.length;
  });
  return { count };
}

export async function returnOrder(
  deps: FormsDeps,
  { id, to, comment, compId: named }: BodyOf<Api["returnOrder"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  const { record } = await deps.ports.database.tenant(compId, (trx) => seenRecord(deps, trx, compId, id, context));
  if (!record.orderId) throw new AppError("refused", "该数据不在工单流程中，不能退回");
  await deps.orders.returnOrder(context, compId, record.orderId, { to, comment: comment ?? "" });
  return null;
}

/** Of a robot task's number, and of no other (D59). */
export async function patch(
  deps: FormsDeps,
  { acceptDuplicates = 1, ...body }: BodyOf<(typeof taskFormApi)["robot"]>,
  context: RequestContext,
): Promise<ReplyOf<(typeof taskFormApi)["robot"]>> {
  const compId = compOf(context.caller, body.compId);
  const robots = await deps.ports.database.tenant(compId, async (trx) => {
    const { record } = await seenRecord(deps, trx, compId, body.id, context);
    return deps.numberForms.ofRobot(trx, compId, [body.id, record.id], record.callId);
  });
  if (!robots) throw new AppError("refused", "该数据不是智能外呼任务号码的表单");
  return changeRecord(deps, compId, { ...body, acceptDuplicates }, context);
}

/** The agent's words about a preview number: they change its record, or make one that is the number's from then on. */
export async function patchPreview(
  deps: FormsDeps,
  { phoneId = "", id: named = "", ...body }: BodyOf<(typeof taskFormApi)["preview"]>,
  context: RequestContext,
): Promise<ReplyOf<(typeof taskFormApi)["preview"]>> {
  const compId = compOf(context.caller, body.compId);
  if (phoneId === "") {
    if (named === "") throw fieldRefusal("id", "编号", "请选择表单数据或号码");
    return changeRecord(deps, compId, { ...body, id: named, acceptDuplicates: 1 }, context);
  }
  const seat = { compId, agentId: context.caller.agentId };
  const { database } = deps.ports;
  const { formId, formDataId, taskIdentity, batchNumber } = await database.tenant(compId, (trx) =>
    deps.numberForms.of(trx, seat, phoneId),
  );
  const id = named || formDataId;
  if (id !== "") {
    const saved = await changeRecord(deps, compId, { ...body, id, acceptDuplicates: 1 }, context);
    await database.tenant(compId, (trx) => deps.numberForms.link(trx, seat, phoneId, saved.id));
    return saved;
  }
  if (formId === "") throw new AppError("refused", "该任务没有设置表单");
  const { values, callId } = body;
  return addRecord(
    deps,
    compId,
    {
      ...{ formId, values, callId, source: "task", acceptDuplicates: 1 },
      known: { taskMark: taskIdentity, batchNumber },
      draft: { aboutId: phoneId },
      async also(trx, made) {
        const now = await deps.numberForms.of(trx, seat, phoneId);
        if (now.formDataId !== "") throw new AppError("refused", "该号码的表单已在其他页面保存，请刷新后重试");
        await deps.numberForms.link(trx, seat, phoneId, made);
      },
    },
    context,
  );
}
