/** The ledger of an enterprise: recharges, consumption, adjustments (append-only; the balance is their sum). */
import { RoleTypes } from "../roles.ts";
import { boolean, number, object, string } from "yup";
import { compField, listBody } from "../crud.ts";
import { limits, remarkField } from "../fields.ts";
import { exportReply } from "../files/jobs.ts";
import { moneyField, moneyMax } from "../money.ts";
import { defineEndpoint, defineResource, listOf, roles, onPages } from "../resource.ts";
import { dateTimeField } from "../validators.ts";

export const ledgerKinds = ["recharge", "consumption", "adjustment"] as const;
export type LedgerKind = (typeof ledgerKinds)[number];
export const ledgerKindTexts: Readonly<Record<LedgerKind, string>> = {
  recharge: "充值",
  consumption: "消费",
  adjustment: "调整",
};

/** Amounts in yuan with 4 decimals (money.ts); consumption is negative. */
export const ledgerRow = object({
  id: string().required(),
  /** From 1 without gaps in an enterprise. */
  seq: number().integer().required(),
  compId: string().required(),
  compName: string().required(),
  kind: string().oneOf(ledgerKinds).required(),
  amount: string().required(),
  balanceAfter: string().required(),
  operatorName: string().defined(),
  remark: string().defined(),
  at: string().required(),
});
export const ledgerFilters = {
  kind: string()
    .label("类型")
    .oneOf(["", ...ledgerKinds]),
  startTime: dateTimeField("开始时间"),
  endTime: dateTimeField("结束时间"),
  operatorName: string().label("操作人").max(limits.input),
};

const balance = object({
  compId: string().required(),
  name: string().required(),
  balance: string().required(),
  creditLimit: string().required(),
  /** 0: in arrears. */
  forbidden: number().oneOf([0, 1]).required(),
  entries: number().integer().required(),
});
/** Made once when the form opens: the same key again is the same entry, whatever happened to the reply. */
const keyField = () =>
  string()
    .label("业务编号")
    .required()
    .matches(/^[A-Za-z0-9-]{8,64}$/, "业务编号格式有误");
const entryReply = object({
  id: string().required(),
  balance: string().required(),
  forbidden: number().required(),
  /** It was there before. */ repeated: boolean().required(),
});
const tags = ["Ledger", "Company"];

export const rechargeBody = object({
  compId: compField().required("请选择企业"),
  amount: moneyField("充值金额", { min: 1n }).required("请输入充值金额"),
  remark: remarkField(),
  key: keyField(),
});
export const adjustBody = object({
  compId: compField().required("请选择企业"),
  amount: moneyField("调整金额", { min: -moneyMax })
    .required("请输入调整金额")
    .test("zero", "调整金额不能为0", (v) => !/^-?0+(\.0*)?$/.test(v)),
  remark: remarkField().required("请说明调整原因"),
  key: keyField(),
});

export const rechargeApi = defineResource({
  getCompanyRecharge: defineEndpoint({
    name: "companyRecharge",
    method: "POST",
    path: "/pbx/api/v1/recharge/getCompanyRecharge",
    summary: "Balance of an enterprise",
    permission: onPages(
      roles(RoleTypes.managers),
      "/rechargeenterprise",
      "/rechargerecord",
      "/enterprise",
      "/enterprisehomepage",
    ),
    reads: true,
    body: object({ compId: compField() }),
    reply: balance,
    tags,
  }),
  list: defineEndpoint({
    name: "ledgerList",
    method: "POST",
    path: "/pbx/api/v1/recharge/list",
    summary: "The ledger, newest first; operators over all enterprises they look after",
    permission: onPages(roles(RoleTypes.managers), "/rechargerecord", "/rechargeenterprise"),
    reads: true,
    body: listBody(ledgerFilters, ["at", "amount"]),
    reply: listOf(ledgerRow),
    tags,
  }),
  export: defineEndpoint({
    name: "ledgerExport",
    method: "POST",
    path: "/pbx/api/v1/recharge/export",
    summary: "The same list as a workbook",
    permission: onPages(roles(RoleTypes.managers, { purview: "export" }), "/rechargerecord"),
    body: object({ compId: compField(), ...ledgerFilters }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
  add: defineEndpoint({
    name: "ledgerRecharge",
    method: "POST",
    path: "/pbx/api/v1/recharge/add",
    summary: "Recharges an enterprise, once a key",
    permission: roles(RoleTypes.operators, { operate: "enterprise.recharge" }),
    body: rechargeBody,
    reply: entryReply,
    tags,
  }),
  adjust: defineEndpoint({
    name: "ledgerAdjust",
    method: "POST",
    path: "/pbx/api/v1/recharge/adjust",
    summary: "Corrects a balance up or down, once a key",
    permission: roles(RoleTypes.operators, { operate: "enterprise.adjust" }),
    body: adjustBody,
    reply: entryReply,
    tags,
  }),
});
