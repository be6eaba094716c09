import { type ReplyOf, formatTime } from "@liantai/api/contract";
import type { companyAccountApi, operatorAccountApi } from "@liantai/api/contract/admin";

import type { ListedAccount, ListedOperator } from "./repository.ts";

type OperatorItem = ReplyOf<typeof operatorAccountApi.queryOpt>;
type AccountItem = ReplyOf<typeof companyAccountApi.queryComp>;
const flag = (value: number): 0 | 1 => (value === 1 ? 1 : 0);

export const presentOperator = (row: ListedOperator): OperatorItem => ({
  id: row.id,
  account: row.account,
  nickName: row.nickName,
  unitId: row.unitId,
  unitName: row.unitName ?? "",
  roleId: row.roleId,
  roleName: row.roleName ?? "",
  enabled: flag(row.enabled),
  operator: flag(row.operator),
  isSys: flag(row.isSys),
  isSuper: flag(row.isSuper),
  isHiddenNum: flag(row.isHiddenNum),
  totp: row.totpSecret === null ? 0 : 1,
  empowerJson: row.empower ?? {},
  remark: row.remark,
  online: row.online === true,
  createdAt: formatTime(row.createdAt),
});

/** Made with its seat: the account is called as the seat that it sits at. */
export const isOfSeat = (row: { readonly account: string; readonly agentId: string | null }): boolean =>
  row.agentId !== null && row.account === row.agentId;

export const presentAccount = (row: ListedAccount, now: number): AccountItem => ({
  id: row.id,
  compId: row.compId,
  compName: row.compName ?? "",
  account: row.account,
  nickName: row.nickName,
  roleType: row.roleType,
  roleId: row.roleId,
  roleName: row.roleName ?? "",
  agentId: row.agentId,
  agentName: row.agentName ?? "",
  ofSeat: isOfSeat(row) ? 1 : 0,
  enabled: row.enabled,
  isSys: flag(row.isSys),
  isHiddenNum: flag(row.isHiddenNum),
  isTabs: flag(row.isTabs),
  totp: row.totpSecret === null ? 0 : 1,
  remark: row.remark,
  online: row.online === true,
  locked: row.lockedUntil !== null && row.lockedUntil.getTime() > now,
  createdAt: formatTime(row.createdAt),
});
