/** A target as it is typed, against its form and the enterprise's time rules. */
import type { BodyOf } from "@liantai/api/contract";
import {
  conditionFaults,
  type EdgeCondition,
  type ServiceTarget,
  type serviceTargetApi,
  type TargetMoment,
} from "@liantai/api/contract/work-orders";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Trx } from "../../../ports/database.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { findTimeRule } from "../timers/repository.ts";

export type TargetBody = BodyOf<(typeof serviceTargetApi)["add"]>;

const asksNothing = ({ events = [], states = [], when }: TargetMoment): boolean =>
  events.length === 0 && states.length === 0 && !when;

/** As it is kept. Throws AppError 'invalid' naming the field. */
export async function checkedTarget(
  trx: Trx,
  { records }: Pick<WorkOrderDeps, "records">,
  compId: string,
  id: string,
  { formId, name, kind, compId: _, enabled: __, ...rule }: TargetBody,
): Promise<ServiceTarget> {
  const fields = await records.fields(trx, compId, formId);
  if (asksNothing(rule.start)) throw fieldRefusal("start", "开始计时", "请设置何时开始计时");
  if (asksNothing(rule.stop)) throw fieldRefusal("stop", "停止计时", "请设置何时停止计时");
  if (rule.warnMinutes > 0 && rule.warnMinutes >= rule.minutes)
    throw fieldRefusal("warnMinutes", "提前提醒", "提前提醒应小于时长");
  if (rule.timeRuleId && !(await findTimeRule(trx, compId, rule.timeRuleId)))
    throw fieldRefusal("timeRuleId", "时间规则", "时间规则不存在");
  const conditions: readonly (readonly [string, string, EdgeCondition | undefined])[] = [
    ["applies", "适用条件", rule.applies],
    ["start", "开始计时", rule.start.when],
    ["stop", "停止计时", rule.stop.when],
    ["reset", "重新计时", rule.reset.when],
    ["pause", "暂停计时", rule.pause.when],
  ];
  for (const [field, label, when] of conditions) {
    const [fault] = when ? conditionFaults(when, fields) : [];
    if (fault !== undefined) throw fieldRefusal(field, label, `${label}：${fault}`);
  }
  return { ...rule, id, name, kind };
}
