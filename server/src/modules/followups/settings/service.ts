/** 回访规则. */
import { AppError, formatTime, type BodyOf, type ParamsOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import { followUpLimits, type followUpSettingsApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal, unique } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { serviceOf } from "../../service.ts";
import type { FollowUpDeps } from "../deps.ts";
import { groupNames, seatNames } from "../people-repository.ts";
import { formIsThere } from "../questions-repository.ts";
import {
  countSettings,
  deleteSetting,
  enabledSettings,
  findSetting,
  insertSetting,
  listForms,
  listNodes,
  listSettings,
  sameSetting,
  timeRules,
  updateSetting,
  type SettingRow,
  type SettingValues,
} from "./repository.ts";

type Api = typeof followUpSettingsApi;
type Deps = Pick<FollowUpDeps, "ports" | "audit">;
type Given = Omit<BodyOf<Api["add"]>, "compId">;
type Row = ReplyOf<Api["list"]>["list"][number];

const missing = () => new AppError("notFound", "回访规则不存在");
const taken = () => fieldRefusal("trigger", "触发条件", "该表单已有相同触发条件的规则，请修改已有的规则");

interface Named extends SettingRow {
  readonly formName: string | null;
  readonly seatName: string | null;
  readonly groupName: string | null;
  readonly timeRuleName: string | null;
}

async function present(trx: Trx, compId: string, rows: readonly Named[]): Promise<Row[]> {
  const nodes = rows.some(({ nodeId }) => nodeId !== "") ? await listNodes(trx, compId) : [];
  return rows.map(({ compId: _, formName, seatName, groupName, timeRuleName, updatedAt, ...row }) => ({
    ...row,
    formName: formName ?? "",
    nodeName: nodes.find((one) => one.flowId === row.flowId && one.nodeId === row.nodeId)?.nodeName ?? "",
    timeRuleName: timeRuleName ?? "",
    whoName: (row.who === "seat" ? seatName : row.who === "group" ? groupName : "") ?? "",
    updateTime: formatTime(updatedAt),
  }));
}

async function list(
  { ports }: Deps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const { rows, total } = await listSettings(trx, compId, body);
    return { list: await present(trx, compId, rows), total, pageNo: body.pageNo, pageSize: body.pageSize };
  });
}

async function findByInfo(
  { ports }: Deps,
  { compId: asked, formId, trigger, nodeId }: BodyOf<Api["findByInfo"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["findByInfo"]>> {
  const compId = compOf(caller, asked);
  return ports.database.tenant(compId, async (trx) => {
    if ((await formIsThere(trx, compId, formId)) === undefined) throw new AppError("notFound", "表单不存在或已被删除");
    const rows = await enabledSettings(trx, compId, formId);
    const meant = rows.filter((row) => (!trigger || row.trigger === trigger) && (!nodeId || row.nodeId === nodeId));
    return present(trx, compId, meant);
  });
}

async function choices(
  { ports }: Deps,
  body: BodyOf<Api["choices"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["choices"]>> {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => ({
    forms: await listForms(trx, compId),
    nodes: [...(await listNodes(trx, compId))],
    timeRules: await timeRules(trx, compId),
    groups: await groupNames(trx, compId),
    seats: await seatNames(trx, compId),
  }));
}

const has = (list: readonly { readonly id: string }[], id: string): boolean => list.some((one) => one.id === id);

/** What it names is there; what its trigger or doer has no use for is ''. Throws a refusal of the field. */
async function rowOf(
  { ports }: Deps,
  trx: Trx,
  compId: string,
  given: Given,
  { caller }: RequestContext,
): Promise<SettingValues> {
  const { formId, trigger, who, timeRuleId, ...rest } = given;
  const form = (await listForms(trx, compId)).find(({ id }) => id === formId);
  if (!form) throw fieldRefusal("formId", "表单", "表单不存在或尚未发布");
  if ((form.formType === "workOrder") === (trigger === "recordMade"))
    throw fieldRefusal(
      "trigger",
      "触发条件",
      form.formType === "workOrder" ? "工单表单在办结或离开节点后回访" : "只有工单表单可以在办结或离开节点后回访",
    );
  const atNode = trigger === "nodeLeft";
  const nodes = atNode ? await listNodes(trx, compId) : [];
  const node = nodes.find(({ flowId, nodeId }) => flowId === rest.flowId && nodeId === rest.nodeId);
  if (atNode && node?.formId !== formId) throw fieldRefusal("nodeId", "节点", "请选择该表单的流程节点");
  if (timeRuleId !== "" && !has(await timeRules(trx, compId), timeRuleId))
    throw fieldRefusal("timeRuleId", "时间规则", "时间规则不存在");
  if (who === "seat" && !has(await seatNames(trx, compId), rest.agentId))
    throw fieldRefusal("agentId", "坐席", "请选择使用中的坐席");
  if (who === "group" && !has(await groupNames(trx, compId), rest.groupId))
    throw fieldRefusal("groupId", "坐席组", "请选择坐席组");
  const { name, minutes, tries, retryMinutes, enabled } = rest;
  return {
    ...{ name, formId, trigger, minutes, timeRuleId, who, tries, retryMinutes, enabled },
    ...{ flowId: atNode ? rest.flowId : "", nodeId: atNode ? rest.nodeId : "" },
    ...{ agentId: who === "seat" ? rest.agentId : "", groupId: who === "group" ? rest.groupId : "" },
    ...{ updatedAt: new Date(ports.clock.now()), updatedBy: caller.nickName },
  };
}

const logged = ({ name, trigger, minutes, who, tries, retryMinutes, enabled }: SettingValues) => ({
  ...{ name, trigger, minutes, who, tries, retryMinutes, enabled },
});

async function write(
  deps: Deps,
  trx: Trx,
  compId: string,
  before: SettingRow | undefined,
  given: Given,
  context: RequestContext,
) {
  const row = await rowOf(deps, trx, compId, given, context);
  const id = before?.id ?? deps.ports.random.id();
  if (!before && (await countSettings(trx, compId)) >= followUpLimits.settings)
    throw new AppError("refused", `回访规则最多${followUpLimits.settings}条`);
  await unique<unknown>(taken(), async () =>
    before ? updateSetting(trx, compId, id, row) : insertSetting(trx, { compId, id, ...row }),
  );
  await deps.audit.write(trx, context, {
    ...{ compId, object: "followUpSetting", action: before ? "update" : "add", id, name: row.name },
    ...(before && { before: logged(before) }),
    after: logged(row),
  });
  return id;
}

async function add(deps: Deps, { compId: asked, ...given }: BodyOf<Api["add"]>, context: RequestContext) {
  const compId = compOf(context.caller, asked);
  const id = await deps.ports.database.tenant(compId, (trx) => write(deps, trx, compId, undefined, given, context));
  return { id };
}

async function update(
  deps: Deps,
  { compId: asked, id, ...given }: BodyOf<Api["update"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, asked);
  await deps.ports.database.tenant(compId, async (trx) => {
    const before = await findSetting(trx, compId, id);
    if (!before) throw missing();
    await write(deps, trx, compId, before, given, context);
  });
  return null;
}

async function addOrUpdate(
  deps: Deps,
  { compId: asked, id, ...given }: BodyOf<Api["addOrUpdate"]>,
  context: RequestContext,
): Promise<{ id: string }> {
  const compId = compOf(context.caller, asked);
  return deps.ports.database.tenant(compId, async (trx) => {
    const atNode = given.trigger === "nodeLeft";
    const { flowId, nodeId } = atNode ? given : { flowId: "", nodeId: "" };
    const before = id
      ? await findSetting(trx, compId, id)
      : await sameSetting(trx, compId, { ...given, flowId, nodeId });
    if (id && !before) throw missing();
    return { id: await write(deps, trx, compId, before, given, context) };
  });
}

async function remove(
  { ports, audit }: Deps,
  { id }: ParamsOf<Api["delete"]>,
  query: QueryOf<Api["delete"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, query.compId);
  await ports.database.tenant(compId, async (trx) => {
    const gone = await deleteSetting(trx, compId, id);
    if (!gone) throw missing();
    await audit.write(trx, context, {
      ...{ compId, object: "followUpSetting", action: "delete", id, name: gone.name },
      before: logged(gone),
    });
  });
  return { count: 1 };
}

export const createSettings = (deps: Deps) =>
  serviceOf(deps, { list, findByInfo, choices, add, update, addOrUpdate, delete: remove });
