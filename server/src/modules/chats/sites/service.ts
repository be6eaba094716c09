/** 接入方式: what a site leads to is the enterprise's own, there and in service (docs/protocol.md J35). */
import { formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { chatSiteApi } from "@liantai/api/contract/im";
import { compOf } from "../../../http/company.ts";
import type { CrudService } from "../../../http/crud.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { crudService } from "../../crud/index.ts";
import type { AdministrationDeps } from "../../deps.ts";
import type { ChatSiteRow } from "./found-repository.ts";
import {
  holdFlow,
  holdGroup,
  holdTimeRule,
  isSiteFlow,
  listChoices,
  siteStore,
  type SiteListed,
  type SiteNew,
} from "./repository.ts";

type Api = typeof chatSiteApi;
type Body = BodyOf<Api["add"]>;
type Before = Pick<ChatSiteRow, "targetKind" | "targetId"> | undefined;

const refusal = (message: string) => fieldRefusal("targetId", "接待目标", message);

/** Throws AppError 'invalid'. What was chosen before may be switched off since: a flow goes on taking the conversations (Q28). */
async function checkTarget(trx: Trx, compId: string, { targetKind, targetId }: Body, before: Before): Promise<void> {
  const kept = before?.targetKind === targetKind && before.targetId === targetId;
  if (targetKind === "skillGroup") {
    const group = await holdGroup(trx, compId, targetId);
    if (!group) throw refusal("技能组不存在或已被删除");
    if (group.enabled === 0 && !kept) throw refusal(`技能组“${group.name}”已停用`);
    return;
  }
  const flow = await holdFlow(trx, compId, targetId);
  if (!flow) throw refusal("流程不存在或已被删除");
  if (!isSiteFlow(flow.flowType)) throw refusal(`流程“${flow.name}”不是IVR流程或机器人流程，不能用于聊天网站`);
  if (flow.version === 0) throw refusal(`流程“${flow.name}”尚未发布`);
  if (flow.enabled === 0 && !kept) throw refusal(`流程“${flow.name}”已停用`);
}

async function toRow(trx: Trx, body: Body, before: Before, compId: string): Promise<SiteNew> {
  await checkTarget(trx, compId, body, before);
  if (body.timeRuleId !== "" && !(await holdTimeRule(trx, compId, body.timeRuleId)))
    throw fieldRefusal("timeRuleId", "服务时间", "时间规则不存在或已被删除");
  const { webName, title, color, greeting, targetKind, targetId, timeRuleId, offWords, enable, remark } = body;
  const { idleMinutes, maxWaiting } = body;
  return {
    ...{ webName, title, color: color.toLowerCase(), greeting, targetKind, targetId, timeRuleId, offWords },
    ...{ idleMinutes, maxWaiting, enabled: enable, remark },
  };
}

const present = ({ compId: _, enabled, createdAt, ...row }: SiteListed) => ({
  ...row,
  enable: enabled,
  createTime: formatTime(createdAt),
});

const shown = ({ id, name }: { readonly id: string; readonly name: string }, on: boolean) => ({
  id,
  name,
  off: on ? (0 as const) : (1 as const),
});

export interface ChatSites extends CrudService<Api> {
  choices(body: BodyOf<Api["choices"]>, context: RequestContext): Promise<ReplyOf<Api["choices"]>>;
}

export function createChatSites(deps: AdministrationDeps): ChatSites {
  const sites = crudService({
    deps,
    object: "chatSite",
    scope: "enterprise",
    store: siteStore(deps.ports),
    toRow,
    present,
    key: { path: "webName", label: "网站名称", of: (row) => row.webName },
  });
  return {
    ...sites,
    list: ({ companyId, ...body }, context) => sites.list({ ...body, compId: body.compId || companyId }, context),
    async choices({ compId: named }, { caller }) {
      const compId = compOf(caller, named);
      const { flows, groups, rules } = await deps.ports.database.tenant(compId, (trx) => listChoices(trx, compId));
      return {
        flows: flows.map((flow) => shown(flow, flow.enabled === 1 && flow.version > 0)),
        skillGroups: groups.map((group) => shown(group, group.enabled === 1)),
        timeRules: rules.map((rule) => shown(rule, true)),
      };
    },
  };
}
