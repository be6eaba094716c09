/** Area 'enterprises': enterprises, their people, their money; operators and their units (screens.md, "admin: organisation"). */
import type { PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { companyApi } from "./companies.ts";
import { companyAccountApi, userAgentMemberApi } from "./company-accounts.ts";
import { rechargeApi } from "./ledger.ts";
import { operatorAccountApi } from "./operator-accounts.ts";
import { companyWhiteApi, dbServerApi, smsCompexApi } from "./settings.ts";
import { unitApi } from "./units.ts";

export * from "./companies.ts";
export * from "./company-accounts.ts";
export * from "./ledger.ts";
export * from "./operate-keys.ts";
export * from "./operator-accounts.ts";
export * from "./settings.ts";
export * from "./units.ts";

export const enterprisesEndpoints: readonly Endpoint[] = [
  companyApi,
  dbServerApi,
  companyWhiteApi,
  smsCompexApi,
  rechargeApi,
  unitApi,
  operatorAccountApi,
  companyAccountApi,
  userAgentMemberApi,
].flatMap((resource) => Object.values<Endpoint>(resource));

/** Operators have keys of empowerJson instead (operate-keys.ts). */
export const enterprisesButtons: PageButtons = {
  "/useraccount": [
    { code: "account.add", name: "新增", who: ["A"] },
    { code: "account.update", name: "编辑", who: ["A"] },
    { code: "account.password", name: "重置密码", who: ["A"] },
    { code: "account.delete", name: "删除", who: ["A"] },
    { code: "account.bind", name: "绑定坐席", who: ["A"] },
  ],
};
