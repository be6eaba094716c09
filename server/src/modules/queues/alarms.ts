/** 告警通知: rules, whom they may name, and what was told. Who sets a rule of a group watches that group. */
import { isMonitor, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { AlarmApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { crudRoutes } from "../../http/crud.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import { route, type Caller, type RequestContext, type Route } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { crudService } from "../crud/index.ts";
import type { AdministrationDeps } from "../deps.ts";
import { publish } from "../topics.ts";
import {
  alarmStore,
  pageEvents,
  supervisorAccounts,
  type AlarmRow,
  type SupervisorAccount,
} from "./alarms-repository.ts";
import type { AlarmSubject } from "./alarm-subjects.ts";

type Api = AlarmApi;

export const accountName = ({ nickName, userName }: Pick<SupervisorAccount, "nickName" | "userName">): string =>
  nickName || userName;

interface Scope {
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly accounts: readonly SupervisorAccount[];
}

async function scopeOf(
  deps: AdministrationDeps,
  subject: AlarmSubject,
  compId: string,
  caller: Caller,
): Promise<Scope> {
  const accounts = await deps.ports.database.tenant(compId, (trx) => supervisorAccounts(trx, compId));
  return { groups: await subject.groups(deps, compId, caller), accounts };
}

/** A monitor's groups; undefined: all there are, those of deleted groups too. */
const only = (caller: Caller, { groups }: Scope): readonly string[] | undefined =>
  isMonitor(caller) ? groups.map(({ id }) => id) : undefined;

function checked({ of }: AlarmSubject, { groups, accounts }: Scope, caller: Caller, body: BodyOf<Api["add"]>): void {
  const { groupId, accountIds } = body;
  if (groupId === "" && isMonitor(caller)) throw fieldRefusal("groupId", of, `请选择${of}`);
  if (groupId !== "" && !groups.some(({ id }) => id === groupId))
    throw fieldRefusal("groupId", of, `${of}不存在或不在您的监控范围内`);
  if (accountIds.some((id) => !accounts.some((account) => account.id === id)))
    throw fieldRefusal("accountIds", "通知人员", "所选的人员不存在或已停用");
}

async function serviceFor(
  deps: AdministrationDeps,
  subject: AlarmSubject,
  body: { readonly compId?: string | undefined },
  { caller }: RequestContext,
) {
  const { ports, audit } = deps;
  const compId = compOf(caller, body.compId);
  const scope = await scopeOf(deps, subject, compId, caller);
  const groupNames = new Map(scope.groups.map(({ id, name }) => [id, name]));
  const names = new Map(scope.accounts.map((account) => [account.id, accountName(account)]));
  return crudService({
    deps: { ports, audit },
    object: subject.object,
    scope: "enterprise",
    store: alarmStore(subject.id, only(caller, scope)),
    toRow: (_trx: Trx, typed: BodyOf<Api["add"]>, before: AlarmRow | undefined) => {
      checked(subject, scope, caller, typed);
      const { name, groupId, figure, comparison, value, forS, restMin, accountIds, enabled } = typed;
      const createdBy = before?.createdBy ?? caller.nickName;
      const told = JSON.stringify([...new Set(accountIds)]);
      return { name, groupId, figure, comparison, value, forS, restMin, accountIds: told, enabled, createdBy };
    },
    present: (row: AlarmRow): ReplyOf<Api["list"]>["list"][number] => ({
      id: row.id,
      name: row.name,
      groupId: row.groupId,
      groupName: row.groupId === "" ? subject.all : (groupNames.get(row.groupId) ?? "已删除"),
      figure: row.figure,
      comparison: row.comparison,
      value: row.value,
      forS: row.forS,
      restMin: row.restMin,
      accountIds: [...row.accountIds],
      told: row.accountIds.flatMap((id) => names.get(id) ?? []).join("、"),
      enabled: row.enabled,
      createdBy: row.createdBy,
    }),
    key: { path: "name", label: "告警名称", of: (row) => row.name },
    changed: () => publish(ports.broker, "alarms.changed", { compId }),
  });
}

async function choices(
  deps: AdministrationDeps,
  subject: AlarmSubject,
  body: BodyOf<Api["choices"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["choices"]>> {
  const { groups, accounts } = await scopeOf(deps, subject, compOf(caller, body.compId), caller);
  return {
    groups: groups.map(({ id, name }) => ({ id, label: name })),
    accounts: accounts.map((account) => ({
      id: account.id,
      label: `${accountName(account)}（${isMonitor(account) ? "班长" : "管理员"}）`,
    })),
  };
}

async function events(
  deps: AdministrationDeps,
  subject: AlarmSubject,
  body: BodyOf<Api["events"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["events"]>> {
  const compId = compOf(caller, body.compId);
  const seen = isMonitor(caller) ? await subject.seen(deps, compId, caller) : undefined;
  const { rows, total } = await deps.ports.database.tenant(compId, (trx) =>
    pageEvents(trx, compId, subject.id, seen, body),
  );
  const list = rows.map(({ id, name, groupName, text, told, at, endedAt }) => ({
    id,
    name,
    groupName,
    text,
    told,
    at: at.getTime(),
    endedAt: endedAt?.getTime() ?? null,
  }));
  return { list, total, pageNo: body.pageNo, pageSize: body.pageSize };
}

export function alarmRoutes(deps: AdministrationDeps, subject: AlarmSubject): readonly Route[] {
  const { api } = subject;
  return [
    ...crudRoutes(api, {
      list: async (body, context) => (await serviceFor(deps, subject, body, context)).list(body, context),
      add: async (body, context) => (await serviceFor(deps, subject, body, context)).add(body, context),
      update: async (body, context) => (await serviceFor(deps, subject, body, context)).update(body, context),
      delete: async (body, context) => (await serviceFor(deps, subject, body, context)).delete(body, context),
    }),
    route(api.choices, ({ body }, context) => choices(deps, subject, body, context)),
    route(api.events, ({ body }, context) => events(deps, subject, body, context)),
  ];
}
