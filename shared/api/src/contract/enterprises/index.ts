/** Area 'enterprises': enterprises, their people, their money; operators and their units (screens.md, "admin: organisation"). */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { companyApi } from "./companies.ts";
import { companyAccountApi, userAgentMemberApi } from "./company-accounts.ts";
import { rechargeApi } from "./ledger.ts";
import { operateKeyGroups } from "./operate-keys.ts";
import { operatorAccountApi } from "./operator-accounts.ts";
import { dbServerApi, companyWhiteApi, smsCompexApi } from "./settings.ts";
import { unitApi } from "./units.ts";

export * from "./companies.ts";
export * from "./company-accounts.ts";
export * from "./ledger.ts";
export * from "./operate-keys.ts";
export * from "./operator-accounts.ts";
export * from "./settings.ts";
export * from "./units.ts";

const row = rowsOf("admin", "organisation");

export const enterprisesTabs = [
  row("/enterprise", "企业管理", "O"),
  row("/enterpriseadmin", "企业管理员", "O"),
  row("/operateaccount", "运营账号", "O"),
  row("/operationunits", "运营单位", "O"),
  row("/rechargeenterprise", "企业充值", "O"),
  row("/rechargerecord", "充值记录", "OA"),
  row("/useraccount", "用户账号", "A"),
];

export const enterprisesArea = /* #__PURE__ */ defineArea(() => ({
  tabs: enterprisesTabs,
  resources: [
    companyApi,
    dbServerApi,
    companyWhiteApi,
    smsCompexApi,
    rechargeApi,
    unitApi,
    operatorAccountApi,
    companyAccountApi,
    userAgentMemberApi,
  ],
  buttons: {
    "/useraccount": [
      { code: "account.add", name: "新增", who: ["A"] },
      { code: "account.update", name: "编辑", who: ["A"] },
      { code: "account.password", name: "重置密码", who: ["A"] },
      { code: "account.delete", name: "删除", who: ["A"] },
      { code: "account.bind", name: "绑定坐席", who: ["A"] },
      { code: "account.end", name: "强制下线", who: ["A"], kept: true },
    ],
  },
  logWords: {
    objects: {
      enterprise: "企业",
      company: "企业",
      operator: "运营单位",
      operationUnit: "运营单位",
      account: "账号",
      recharge: "充值",
      consumption: "消费",
      ledger: "账单",
      operatorAccount: "运营账号",
      operatorUnit: "运营单位",
      smsAccount: "短信账号",
    },
    fields: {
      ...{ balance: "余额", admin: "管理员", "operatorUnit.parentId": "上级单位" },
      ...{
        "enterprise.forbidden": "账户正常",
        "enterprise.isShowForm": "显示表单",
        "operatorAccount.empower": "操作权限",
      },
      ...Object.fromEntries(
        operateKeyGroups.flatMap(({ name, keys }) =>
          keys.map(({ key, label }) => [`operatorAccount.${key}`, `${name}：${label}`]),
        ),
      ),
    },
    actions: { showForm: "显示表单", hideForm: "隐藏表单" },
  },
}));
