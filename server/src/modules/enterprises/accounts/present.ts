import type { ReplyOf } from "@liantai/api/contract";
import type { companyAccountApi, operatorAccountApi } from "@liantai/api/contract/admin";
import { formatTime } from "../../event-log/index.ts";
import type { ListedAccount, ListedOperator } from "./repository.ts";

type OperatorItem = ReplyOf<typeof operatorAccountApi.queryOpt>;
type AccountItem = ReplyOf<typeof companyAccountApi.queryComp>;
const flag = (value: number): 0 | 1 => (value === 1 ? 1 : 0);

export const presentOperator = (row: ListedOperator): OperatorItem => ({
  id: row.id,
  account: row.account,
  nickName: row.nick_name,
  unitId: row.unit_id,
  unitName: row.unit_name ?? "",
  roleId: row.role_id,
  roleName: row.role_name ?? "",
  enabled: flag(row.enabled),
  operator: flag(row.operator),
  isSys: flag(row.is_sys),
  isSuper: flag(row.is_super),
  isHiddenNum: flag(row.is_hidden_num),
  empowerJson: row.empower ?? {},
  remark: row.remark,
  online: row.online === true,
  createdAt: formatTime(row.created_at),
});

/** Made with its seat: the account is called as the seat that it sits at. */
export const isOfSeat = (row: { readonly account: string; readonly agent_id: string | null }): boolean =>
  row.agent_id !== null && row.account === row.agent_id;

export const presentAccount = (row: ListedAccount, now: number): AccountItem => ({
  id: row.id,
  compId: row.comp_id,
  compName: row.comp_name ?? "",
  account: row.account,
  nickName: row.nick_name,
  roleType: row.role_type as AccountItem["roleType"],
  roleId: row.role_id,
  roleName: row.role_name ?? "",
  agentId: row.agent_id,
  agentName: row.agent_name ?? "",
  ofSeat: isOfSeat(row) ? 1 : 0,
  enabled: row.enabled as AccountItem["enabled"],
  isSys: flag(row.is_sys),
  isHiddenNum: flag(row.is_hidden_num),
  isTabs: flag(row.is_tabs),
  remark: row.remark,
  online: row.online === true,
  locked: row.locked_until !== null && row.locked_until.getTime() > now,
  createdAt: formatTime(row.created_at),
});
