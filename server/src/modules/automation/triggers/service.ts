/** trigger/list, add, update, delete, order: what is kept is looked at against the form first. */
import { AppError, dayMs, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { automationLimits, triggerFaults, type triggerApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { serviceOf } from "../../service.ts";
import type { AutomationDeps } from "../deps.ts";
import { keepingOf } from "../keeping.ts";
import { firedSince } from "../runs-repository.ts";
import { dryRun } from "./dry-run.ts";
import { trace } from "./tracing.ts";
import {
  deleteTriggers,
  findTrigger,
  insertTrigger,
  listTriggers,
  setPosition,
  updateTrigger,
  type TriggerRow,
} from "./repository.ts";

type Api = typeof triggerApi;
type Typed = BodyOf<Api["add"]>;

const logged = ({
  name,
  enabled,
  moment,
  condition,
  actions,
}: Pick<TriggerRow, "name" | "enabled" | "moment" | "condition" | "actions">) => ({
  name,
  enabled,
  when: JSON.stringify(moment),
  condition: JSON.stringify(condition),
  actions: JSON.stringify(actions),
});
const keeping = keepingOf<TriggerRow>("trigger", { most: automationLimits.triggers, logged });
const taken = () => fieldRefusal("name", "触发器名称", "触发器名称已存在");
const firedMs = 7 * dayMs;

/** Throws AppError 'invalid' naming what is wrong. */
async function checked(deps: AutomationDeps, trx: Trx, compId: string, typed: Omit<Typed, "name" | "enabled">) {
  const form = await deps.records.form(trx, compId, typed.formId);
  keeping.refuse(triggerFaults(form, typed));
  const { when } = typed;
  if (when.on === "timed" && when.timeRuleId && !(await deps.orders.timeRuleThere(trx, compId, when.timeRuleId)))
    throw fieldRefusal("when", "时间规则", "时间规则不存在");
}

async function retimed(deps: AutomationDeps, trx: Trx, { compId, id, formId, enabled, moment }: TriggerRow) {
  const timed =
    enabled === 1 && moment.on === "timed"
      ? { state: moment.state, minutes: moment.minutes, timeRuleId: moment.timeRuleId ?? "" }
      : undefined;
  await deps.orders.retime(trx, compId, formId, id, timed);
}

async function list(
  { ports }: AutomationDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const since = new Date(ports.clock.now() - firedMs);
  return ports.database.tenant(compId, async (trx) => {
    const rows = await listTriggers(trx, compId, body.formId);
    const fired = await firedSince(
      trx,
      compId,
      rows.map(({ id }) => id),
      since,
    );
    return rows.map(({ id, formId, name, enabled, moment, condition, actions, revision, updatedBy, updatedAt }) => ({
      ...{ id, formId, name, enabled, when: moment, condition, actions, revision, updatedBy },
      ...{ fired: fired.get(id) ?? 0, updateTime: formatTime(updatedAt) },
    }));
  });
}

const columnsOf = ({ name, enabled, when, condition, actions }: Typed) => ({
  ...{ name, enabled },
  moment: JSON.stringify(when),
  condition: JSON.stringify(condition),
  actions: JSON.stringify(actions),
});
async function add(deps: AutomationDeps, body: Typed, context: RequestContext): Promise<{ id: string }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const id = ports.random.id();
  const at = new Date(ports.clock.now());
  await ports.database.tenant(compId, async (trx) => {
    await checked(deps, trx, compId, body);
    const before = await listTriggers(trx, compId, body.formId);
    keeping.mustHaveRoom(before);
    const position = (before.at(-1)?.position ?? 0) + 1;
    const { formId } = body;
    const row = { compId, id, formId, ...columnsOf(body), position, createdAt: at, updatedAt: at };
    await unique(taken(), () => insertTrigger(trx, { ...row, updatedBy: context.caller.nickName }));
    const kept = (await findTrigger(trx, compId, id))!;
    await retimed(deps, trx, kept);
    await audit.write(trx, context, {
      compId,
      object: "trigger",
      action: "add",
      id,
      name: body.name,
      after: logged(kept),
    });
  });
  return { id };
}

async function update(deps: AutomationDeps, body: BodyOf<Api["update"]>, context: RequestContext): Promise<null> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const { id } = body;
  await ports.database.tenant(compId, async (trx) => {
    const before = await findTrigger(trx, compId, id);
    if (!before) throw keeping.missing();
    keeping.mustStay(before, body);
    await checked(deps, trx, compId, body);
    const set = { ...columnsOf(body), updatedAt: new Date(ports.clock.now()), updatedBy: context.caller.nickName };
    const seen = body.revision ?? before.revision;
    if (!(await unique(taken(), () => updateTrigger(trx, compId, id, seen, set)))) throw new AppError("conflict");
    const after = (await findTrigger(trx, compId, id))!;
    await retimed(deps, trx, after);
    const change = { before: logged(before), after: logged(after) };
    await audit.write(trx, context, { compId, object: "trigger", action: "update", id, name: body.name, ...change });
  });
  return null;
}

const remove = (deps: AutomationDeps, body: BodyOf<Api["delete"]>, context: RequestContext) =>
  keeping.remove(deps, body, context, async (trx, compId, ids) => {
    const gone = await deleteTriggers(trx, compId, ids);
    for (const { formId, id } of gone) await deps.orders.retime(trx, compId, formId, id, undefined);
    return gone;
  });

/** All of the form's, each once. */
async function order(
  { ports, audit }: AutomationDeps,
  { formId, ids, compId: named }: BodyOf<Api["order"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  await ports.database.tenant(compId, async (trx) => {
    const before = await listTriggers(trx, compId, formId);
    const same = before.length === ids.length && before.every(({ id }) => ids.includes(id));
    if (!same || new Set(ids).size !== ids.length) throw new AppError("conflict");
    for (const [at, id] of ids.entries()) await setPosition(trx, compId, id, at + 1);
    const after = ids.flatMap((id) => before.find((row) => row.id === id)?.name ?? []);
    await audit.write(trx, context, {
      ...{ compId, object: "trigger", action: "order", id: formId, name: after.join("、").slice(0, 100) },
    });
  });
  return null;
}

export const createTriggers = (deps: AutomationDeps) =>
  serviceOf(deps, { list, add, update, remove, order, dryRun, trace });
