/** Enterprises: what they may have, and their life. */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, countReply, listBody } from "../crud.ts";
import {
  accountNameField,
  dateField,
  flagField,
  lengthField,
  limits,
  nameField,
  numberField,
  remarkField,
  telephoneField,
} from "../fields.ts";
import { moneyField } from "../money.ts";
import { passwordFields } from "../password.ts";
import { defineEndpoint, defineResource, listOf, roles, onPages } from "../resource.ts";
import { enterpriseCodeField } from "../validators.ts";
import { may, operators, tags } from "./parts.ts";

/** What an enterprise may have at most; 0: no limit. */
const limitFields = {
  maxSeats: numberField("坐席上限", { max: 100_000 }),
  maxConcurrentCalls: numberField("并发通话上限", { max: 100_000 }),
  maxRobots: numberField("机器人上限", { max: 100_000 }),
  storageMb: numberField("存储空间（MB）", { max: 100_000_000 }),
};

/** Fields that are absent stay as they are, and are the defaults of a new enterprise. */
export const enterpriseFields = {
  name: nameField("企业名称", 50),
  contact: lengthField("联系人"),
  phone: telephoneField("联系电话"),
  unitId: string().label("运营单位").max(64).nullable(),
  dbServer: string().label("数据库").max(64),
  ...limitFields,
  /** Last day of service; empty: without end. */
  expiresOn: dateField("到期日期"),
  /** How far below zero the balance may go. */
  creditLimit: moneyField("信用额度"),
  /** 1: arrears do not stop it. */
  isWhite: flagField("欠费不停机"),
  forcePasswordChange: flagField("强制修改密码"),
  /** Days; 0: never. */
  reminderCycle: numberField("密码修改周期", { max: 3_650 }),
  hiddenGlobalPhone: flagField("隐藏号码"),
  phoneEncipher: flagField("号码加密传输"),
  moduleIm: flagField("在线客服"),
  moduleKnowledge: flagField("知识库"),
  moduleHelp: flagField("帮助文档"),
  remark: remarkField(),
};

const sms = object({
  enabled: number().oneOf([0, 1]).required(),
  account: string().required(),
  signName: string().required(),
  extCode: string().defined(),
  price: string().required(),
  dailyLimit: number().integer().required(),
});

export const enterpriseRow = object({
  compId: string().required(),
  name: string().required(),
  contact: string().defined(),
  phone: string().defined(),
  unitId: string().nullable().defined(),
  unitName: string().defined(),
  dbServer: string().required(),
  maxSeats: number().integer().required(),
  maxConcurrentCalls: number().integer().required(),
  maxRobots: number().integer().required(),
  storageMb: number().integer().required(),
  /** Seats it has. */
  seats: number().integer().required(),
  /** yyyy-MM-dd; '': without end. */
  expiresOn: string().defined(),
  creditLimit: string().required(),
  balance: string().required(),
  isWhite: number().oneOf([0, 1]).required(),
  enabled: number().oneOf([0, 1]).required(),
  /** 0: in arrears. */
  forbidden: number().oneOf([0, 1]).required(),
  forcePasswordChange: number().oneOf([0, 1]).required(),
  reminderCycle: number().integer().required(),
  hiddenGlobalPhone: number().oneOf([0, 1]).required(),
  phoneEncipher: number().oneOf([0, 1]).required(),
  isShowForm: number().oneOf([0, 1]).required(),
  moduleIm: number().oneOf([0, 1]).required(),
  moduleKnowledge: number().oneOf([0, 1]).required(),
  moduleHelp: number().oneOf([0, 1]).required(),
  remark: string().defined(),
  createdAt: string().required(),
  /** Its account with the short message centre; the secret never leaves the server. */
  sms: sms.nullable().defined(),
});

/** The first administrator, made with the enterprise; an empty account: none yet. */
const firstAdministrator = {
  adminAccount: accountNameField()
    .notRequired()
    .transform((v: unknown) => (v === "" ? undefined : v)),
  adminName: lengthField("管理员姓名"),
  ...passwordFields,
};

const several = object({
  compIds: array().label("企业").of(compField().required()).min(1, "请选择企业").max(200).required(),
});
const flip = (name: string, path: string, summary: string, operate: string) =>
  defineEndpoint({
    name,
    method: "POST",
    path: `/pbx/api/v1/company/${path}`,
    summary,
    permission: may(operate),
    body: several,
    reply: countReply,
    tags,
  });

export const companyApi = defineResource({
  list: defineEndpoint({
    name: "companyList",
    method: "POST",
    path: "/pbx/api/v1/company/list",
    summary: "Enterprises that the operator looks after",
    permission: onPages(
      operators,
      "/enterprise",
      "/enterpriseadmin",
      "/operateaccount",
      "/operationunits",
      "/rechargeenterprise",
      "/rechargerecord",
      "/role/operate",
      "/role/setrolemenu",
      "/syncmenu",
      "/dnis",
      "/allocationDnis",
      "/extension",
      "/routercalout",
      "/routercmbd",
      "/systemblack",
      "/dictionarie",
      "/loginlog",
      "/operatelog",
      "/robotmanage",
      "/appversion",
    ),
    reads: true,
    body: listBody(
      {
        name: string().label("企业名称").max(limits.input),
        enabled: string().label("状态").oneOf(["", "0", "1"]),
        arrears: string().label("欠费").oneOf(["", "0", "1"]),
        unitId: string().label("运营单位").max(64),
      },
      ["compId", "name", "createdAt", "balance", "expiresOn"],
    ),
    reply: listOf(enterpriseRow),
    tags,
  }),
  /** With its default roles and menus, and its first administrator where one is named. `password`: the generated one, shown this once. */
  add: defineEndpoint({
    name: "companyAdd",
    method: "POST",
    path: "/pbx/api/v1/company/add",
    summary: "Adds an enterprise",
    permission: may("enterprise.add"),
    body: object({ compId: enterpriseCodeField(), ...enterpriseFields, ...firstAdministrator }),
    reply: object({
      compId: string().required(),
      adminId: string().nullable().defined(),
      password: string().defined(),
    }),
    tags: [...tags, "CompanyAccount", "Role"],
  }),
  update: defineEndpoint({
    name: "companyUpdate",
    method: "POST",
    path: "/pbx/api/v1/company/update",
    summary: "Changes an enterprise",
    permission: may("enterprise.update"),
    body: object({ compId: enterpriseCodeField(), ...enterpriseFields }),
    tags,
  }),
  /** One that has no seats, numbers, calls or money moved. */
  delete: defineEndpoint({
    name: "companyDelete",
    method: "POST",
    path: "/pbx/api/v1/company/delete",
    summary: "Deletes a disabled enterprise that was never used",
    permission: may("enterprise.delete"),
    body: object({ compId: enterpriseCodeField() }),
    tags,
  }),
  enable: flip("companyEnable", "enable", "Puts enterprises into service", "enterprise.enable"),
  /** Its sessions end, new sign-ins and calls are refused; running calls go on to their end, and their agents with them. */
  disEnable: flip("companyDisable", "disEnable", "Takes enterprises out of service", "enterprise.enable"),
  showForm: flip("companyShowForm", "showForm", "Shows the form function", "enterprise.form"),
  disShowForm: flip("companyHideForm", "disShowForm", "Hides the form function", "enterprise.form"),
  query: defineEndpoint({
    name: "companyQuery",
    method: "POST",
    path: "/pbx/api/v1/company/query",
    summary: "One enterprise; everybody but operators: the own",
    permission: onPages(
      roles(RoleTypes.managers),
      "/enterprise",
      "/enterpriseadmin",
      "/rechargeenterprise",
      "/rechargerecord",
      "/enterprisehomepage",
    ),
    reads: true,
    body: object({ compId: compField() }),
    reply: enterpriseRow,
    tags,
  }),
  getNextCompId: defineEndpoint({
    name: "companyNextId",
    method: "POST",
    path: "/pbx/api/v1/company/getNextCompId",
    summary: "The highest numeric code and one; a proposal, the primary key decides",
    permission: onPages(operators, "/enterprise"),
    reads: true,
    body: object({}),
    reply: object({ compId: string().required() }),
    tags,
  }),
});
