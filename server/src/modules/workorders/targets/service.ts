/** 服务目标: kept by form of orders; each change says first what it does to the open ones. */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import {
  targetKinds,
  targetLimits,
  type ServiceTarget,
  type serviceTargetApi,
} from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { writeDeleted } from "../../audit/index.ts";
import { serviceOf } from "../../service.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { checkedTarget, type TargetBody } from "./checking.ts";
import { ofOrder } from "./of-order.ts";
import { preview } from "./previewing.ts";
import { recompute } from "./recomputing.ts";
import {
  deleteTargets,
  findTarget,
  insertTarget,
  pageTargets,
  stopTargets,
  targetsOfForm,
  updateTarget,
  type TargetRow,
} from "./repository.ts";

type Api = typeof serviceTargetApi;

const missing = () => new AppError("notFound", "服务目标不存在或已被删除");
const taken = () => fieldRefusal("name", "目标名称", "该表单已有同名的服务目标");

async function list(
  { ports }: WorkOrderDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const { rows, total } = await ports.database.tenant(compId, (trx) => pageTargets(trx, compId, body));
  return { list: rows.map(present), total, pageNo: body.pageNo, pageSize: body.pageSize };
}

const present = ({ id, formId, name, kind, rule, enabled, updatedAt }: TargetRow) => ({
  ...{ id, formId, name, kind, enabled, updateTime: formatTime(updatedAt) },
  ...rule,
  priorities: [...rule.priorities],
});

const ruleOf = ({ id: _, name: __, kind: ___, ...rule }: ServiceTarget): string => JSON.stringify(rule);
const logged = ({ formId, name, kind, minutes, warnMinutes, timeRuleId, enabled }: TargetBody) => ({
  ...{ formId, name, kind: targetKinds[kind], minutes, warnMinutes, timeRuleId, enabled },
});

async function add(deps: WorkOrderDeps, body: TargetBody, context: RequestContext): Promise<{ id: string }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const id = ports.random.id();
  await unique(taken(), () =>
    ports.database.tenant(compId, async (trx) => {
      const target = await checkedTarget(trx, deps, compId, id, body);
      if ((await targetsOfForm(trx, compId, body.formId)) >= targetLimits.perForm)
        throw new AppError("refused", `一个表单最多${targetLimits.perForm}个服务目标`);
      const { name, kind } = target;
      const row = { compId, id, formId: body.formId, name, kind, rule: ruleOf(target), enabled: body.enabled };
      await insertTarget(trx, { ...row, updatedAt: new Date(ports.clock.now()) });
      await audit.write(trx, context, {
        ...{ compId, object: "serviceTarget", action: "add", id, name },
        after: logged(body),
      });
    }),
  );
  return { id };
}

async function update(deps: WorkOrderDeps, body: BodyOf<Api["update"]>, context: RequestContext): Promise<null> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const { id, ...given } = body;
  await unique(taken(), () =>
    ports.database.tenant(compId, async (trx) => {
      const before = await findTarget(trx, compId, id);
      if (!before) throw missing();
      if (before.formId !== given.formId) throw fieldRefusal("formId", "工单表单", "服务目标的工单表单不能更改");
      const target = await checkedTarget(trx, deps, compId, id, given);
      const { name, kind } = target;
      const updatedAt = new Date(ports.clock.now());
      await updateTarget(trx, { compId, id, name, kind, rule: ruleOf(target), enabled: body.enabled, updatedAt });
      if (body.enabled === 0) await stopTargets(trx, compId, [id]);
      const was = { ...before.rule, formId: before.formId, name: before.name, kind: before.kind };
      await audit.write(trx, context, {
        ...{ compId, object: "serviceTarget", action: "update", id, name },
        before: logged({ ...given, ...was, priorities: [...was.priorities], enabled: before.enabled }),
        after: logged(given),
      });
    }),
  );
  return null;
}

async function remove(
  { ports, audit }: WorkOrderDeps,
  { ids, compId: named }: BodyOf<Api["delete"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, named);
  return ports.database.tenant(compId, async (trx) => {
    await stopTargets(trx, compId, ids);
    const gone = await deleteTargets(trx, compId, ids);
    if (gone.length === 0) throw missing();
    await writeDeleted(audit, trx, context, { compId, object: "serviceTarget" }, gone, ({ id, name, kind, rule }) => ({
      id,
      name,
      before: { kind: targetKinds[kind], minutes: rule.minutes },
    }));
    return { count: gone.length };
  });
}

export const createTargets = (deps: WorkOrderDeps) =>
  serviceOf(deps, { list, add, update, remove, preview, recompute, ofOrder });
