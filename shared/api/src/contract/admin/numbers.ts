/** 接入号码, where they lead, whose they are; 时间规则; the place of a number (screens.md, "admin: call centre"). */
import { array, boolean, number, object, string } from "yup";
import { defineEndpoint, defineResource, roles, signedIn, type Endpoint } from "../resource.ts";
import { crudButtons, type PageButtons } from "./buttons.ts";
import { compField, countReply, crud, deleteBody, idField } from "./crud.ts";
import { digitsField, flagField, lengthField, nameField, numberField, remarkField } from "./fields.ts";
import { targetField } from "./groups.ts";
import { workingTimeFields } from "./working-time.ts";

export * from "./working-time.ts";

const managers = roles([0, 1, 4]);
const operators = (key: string) => roles([0], { operate: key });
const enterprise = (button: string) => roles([0, 1, 4], { button });
const path = "/pbx/api/v1/accessNum";
const tags = ["AccessNum"];
const at = () =>
  string()
    .label("时间")
    .matches(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, {
      message: "时间格式应为 yyyy-MM-dd HH:mm:ss",
      excludeEmptyString: true,
    });

/** What the list says of a number; `full` and `busy` count calls that live now. */
export const accessNumStates = {
  unallocated: "未分配",
  disabled: "已停用",
  unset: "未设置",
  idle: "空闲",
  busy: "通话中",
  full: "已满",
} as const;
export type AccessNumState = keyof typeof accessNumStates;

/** Price of a minute in yuan, to the thousandth. */
const priceField = () =>
  numberField("资费", { max: 1_000, integer: false }).test(
    "thousandths",
    "资费最多3位小数",
    (v) => v === undefined || v === null || Math.abs(v * 1_000 - Math.round(v * 1_000)) < 1e-6,
  );
export const accessNumberField = () => digitsField("接入号码", 3, 20).required("请输入接入号码");

/** An id is the number itself. */
const row = object({
  id: string().required(),
  number: string().required(),
  title: string().defined(),
  enabled: number().required(),
  /** null: allocated to no enterprise. */
  compId: string().nullable().defined(),
  compName: string().nullable().defined(),
  /** Calls at the same time; 0: no limit. */
  concurrency: number().required(),
  activeCalls: number().required(),
  /** Yuan a minute. */
  price: number().required(),
  /** The enterprise's default number. */
  isDefault: number().required(),
  state: string()
    .oneOf(Object.keys(accessNumStates) as AccessNumState[])
    .required(),
  /** Seat groups and seats it is assigned to; time rules it follows. */
  groups: number().required(),
  seats: number().required(),
  rules: number().required(),
  /** Where it leads when no time rule applies, in words. */
  leadsTo: string().defined(),
});

const fields = {
  title: nameField("号码名称"),
  /** Only operators change the two; for others they may be left out. */
  concurrency: numberField("并发上限", { max: 100_000 }),
  price: priceField(),
  enabled: flagField("状态").required("请选择"),
};

/** Seat groups and seats a number is assigned to. */
export const accessNumOwnerKinds = { group: "坐席组", seat: "坐席" } as const;
export type AccessNumOwnerKind = keyof typeof accessNumOwnerKinds;
const ownerKind = () =>
  string()
    .label("分配对象")
    .oneOf(["group", "seat"] as const)
    .required("请选择");
const ownerIds = {
  compId: compField(),
  id: idField("接入号码"),
  kind: ownerKind(),
  ownerIds: array()
    .label("分配对象")
    .of(string().required().max(64))
    .min(1, "请选择要分配的对象")
    .max(10_000)
    .required(),
};
const owner = object({
  id: string().required(),
  label: string().required(),
  detail: string().defined(),
  isDefault: number().required(),
});

const greetingFields = {
  greeting: lengthField("问候语", 200).defined(),
  greetingVoice: string().label("问候语音").max(64).defined(),
};
const leads = object({ target: targetField("转至"), ...greetingFields });
const settingRule = object({
  timeRuleId: string().label("时间规则").required("请选择时间规则").max(64),
  target: targetField("转至"),
  ...greetingFields,
});
const settingFields = {
  rules: array().label("时间规则").of(settingRule).max(20, "最多20条时间规则").required(),
  fallback: leads,
};
const targetReply = object({ kind: string().required(), id: string().defined() });
const leadsReply = { target: targetReply, greeting: string().defined(), greetingVoice: string().defined() };
const choice = object({ id: string().required(), label: string().required() });
const choices = array().of(choice).required();
const step = object({
  title: string().required(),
  detail: string().defined(),
  outcome: string()
    .oneOf(["matched", "skipped"] as const)
    .required(),
});

const defaultReply = object({
  number: string().required(),
  title: string().defined(),
  /** Whose default it is; first: nobody's, the first in service. */
  source: string()
    .oneOf(["seat", "group", "enterprise", "first"] as const)
    .required(),
})
  .nullable()
  .defined();

/** A place as people say it; '' where it is not known. */
const place = object({
  phone: string().defined(),
  province: string().defined(),
  city: string().defined(),
  operator: string().defined(),
  areaCode: string().defined(),
  /** 广东省广州市 中国移动 */ text: string().defined(),
});
const placeBody = object({
  phone: string()
    .label("号码")
    .required("请输入号码")
    .max(32)
    .matches(/^[+\d][\d\s-]*$/, "请输入数字"),
});

export const accessNumApi = defineResource({
  ...crud({
    name: "accessNum",
    prefix: path,
    noun: "access number",
    tag: "AccessNum",
    row,
    filters: {
      number: string()
        .label("接入号码")
        .matches(/^\d{0,20}$/, "接入号码只能是数字"),
      title: string().label("号码名称").max(30),
      enabled: string().label("状态").oneOf(["", "0", "1"]),
      /** Operators: whether an enterprise has it. */ allocated: string().label("分配情况").oneOf(["", "0", "1"]),
    },
    sortable: ["number", "title", "compName", "concurrency", "price", "enabled"],
    fields,
    permission: {
      list: managers,
      add: operators("accessNum.add"),
      update: roles([0, 1, 4], { operate: "accessNum.update", button: "accessNum.update" }),
      delete: operators("accessNum.delete"),
    },
  }),
  /** Unallocated where no enterprise is named. */
  add: defineEndpoint({
    name: "accessNumAdd",
    method: "POST",
    path: `${path}/add`,
    summary: "Adds an access number",
    permission: operators("accessNum.add"),
    body: object({ compId: compField(), number: accessNumberField(), ...fields }),
    reply: object({ id: string().required() }),
    tags,
  }),
  delete: defineEndpoint({
    name: "accessNumDelete",
    method: "POST",
    path: `${path}/delete`,
    summary: "Deletes access numbers that no enterprise has",
    permission: operators("accessNum.delete"),
    body: deleteBody(),
    reply: countReply,
    tags,
  }),
  /** To an enterprise, or back ('') with all that the enterprise set up for it. */
  allocate: defineEndpoint({
    name: "accessNumAllocate",
    method: "POST",
    path: `${path}/allocate`,
    summary: "Gives access numbers to an enterprise or takes them back",
    permission: operators("accessNum.allocate"),
    body: object({
      ids: array().label("接入号码").of(string().required().max(20)).min(1, "请选择接入号码").max(1_000).required(),
      toCompId: compField(),
    }),
    reply: countReply,
    tags,
  }),
  owners: defineEndpoint({
    name: "accessNumOwners",
    method: "POST",
    path: `${path}/findOwners`,
    summary: "Seat groups or seats with and without an access number",
    permission: managers,
    reads: true,
    body: object({ compId: compField(), id: idField("接入号码"), kind: ownerKind() }),
    reply: object({ members: array().of(owner).required(), available: array().of(owner).required() }),
    tags: ["AccessNum", "AgentGroup", "Seat"],
  }),
  addOwners: defineEndpoint({
    name: "accessNumAddOwners",
    method: "POST",
    path: `${path}/addOwners`,
    summary: "Assigns an access number to seat groups or seats",
    permission: enterprise("accessNum.allot"),
    body: object(ownerIds),
    reply: countReply,
    tags,
  }),
  deleteOwners: defineEndpoint({
    name: "accessNumDeleteOwners",
    method: "POST",
    path: `${path}/deleteOwners`,
    summary: "Takes an access number from seat groups or seats",
    permission: enterprise("accessNum.allot"),
    body: object(ownerIds),
    reply: countReply,
    tags,
  }),
  /** Of the enterprise without ownerKind; isDefault 0 leaves it without one. A group's or seat's default must be assigned to it. */
  setDefault: defineEndpoint({
    name: "accessNumSetDefault",
    method: "POST",
    path: `${path}/setDefault`,
    summary: "Default access number of the enterprise, a seat group or a seat",
    permission: enterprise("accessNum.allot"),
    body: object({
      compId: compField(),
      id: idField("接入号码"),
      kind: string()
        .label("分配对象")
        .oneOf(["enterprise", "group", "seat"] as const)
        .required("请选择"),
      ownerId: string().label("分配对象").max(64),
      isDefault: flagField("默认").required(),
    }),
    tags,
  }),
  /** console.md section 7. */
  getDefault: defineEndpoint({
    name: "accessNumGetDefault",
    method: "GET",
    path: `${path}/getDefault`,
    summary: "Default access number of an enterprise",
    permission: signedIn,
    query: object({ compId: compField() }),
    reply: defaultReply,
    tags,
  }),
  /** userId: the account's id (isAcc 1), or the agent id of a seat (isAcc 0). Seat before group before enterprise. */
  getDefaultGroup: defineEndpoint({
    name: "accessNumGetDefaultGroup",
    method: "GET",
    path: `${path}/getDefaultGroup`,
    summary: "Default access number of a seat: its own, its group's or the enterprise's",
    permission: signedIn,
    query: object({
      userId: idField("用户"),
      isAcc: number().label("账号类型").oneOf([0, 1]).default(0),
      compId: compField(),
    }),
    reply: defaultReply,
    tags,
  }),
  getSetting: defineEndpoint({
    name: "accessNumGetSetting",
    method: "POST",
    path: `${path}/getSetting`,
    summary: "Where an access number leads",
    permission: managers,
    reads: true,
    body: object({ compId: compField(), id: idField("接入号码") }),
    reply: object({
      id: string().required(),
      title: string().defined(),
      enabled: number().required(),
      rules: array()
        .of(object({ timeRuleId: string().required(), ...leadsReply }))
        .required(),
      fallback: object(leadsReply),
    }),
    tags,
  }),
  saveSetting: defineEndpoint({
    name: "accessNumSaveSetting",
    method: "POST",
    path: `${path}/saveSetting`,
    summary: "Sets where an access number leads, from the next call on",
    permission: enterprise("accessNum.set"),
    body: object({ compId: compField(), id: idField("接入号码"), ...settingFields }),
    tags: ["AccessNum", "TimeRule"],
  }),
  /** Of what is saved; `at`: now. */
  testSetting: defineEndpoint({
    name: "accessNumTestSetting",
    method: "POST",
    path: `${path}/testSetting`,
    summary: "Where a call would lead at a time, and why",
    permission: managers,
    reads: true,
    body: object({ compId: compField(), id: idField("接入号码"), at: at() }),
    reply: object({
      at: string().required(),
      ok: boolean().required(),
      text: string().required(),
      greeting: string().defined(),
      steps: array().of(step).required(),
    }),
    tags: ["AccessNum", "TimeRule", "SkillGroup", "DispatchGroup"],
  }),
  /** What 接入号设置 and the overflow of groups choose from. */
  choices: defineEndpoint({
    name: "accessNumChoices",
    method: "POST",
    path: `${path}/choices`,
    summary: "What an access number may lead to",
    permission: managers,
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      skillGroup: choices,
      dispatchQueue: choices,
      seat: choices,
      extension: choices,
      voice: choices,
      timeRule: choices,
    }),
    tags: ["SkillGroup", "DispatchGroup", "Seat", "Extension", "Voice", "TimeRule"],
  }),
  mobileArea: defineEndpoint({
    name: "accessNumMobileArea",
    method: "POST",
    path: `${path}/mobileArea`,
    summary: "Place and operator of a mobile number",
    permission: signedIn,
    reads: true,
    body: placeBody,
    reply: place,
  }),
  phoneArea: defineEndpoint({
    name: "accessNumPhoneArea",
    method: "POST",
    path: `${path}/phoneArea`,
    summary: "Place of a fixed or mobile number",
    permission: signedIn,
    reads: true,
    body: placeBody,
    reply: place,
  }),
});

const timeRuleFields = { name: nameField("规则名称"), remark: remarkField().defined(), ...workingTimeFields };
const dayReply = { date: string().required(), name: string().defined() };
const rangesReply = array()
  .of(object({ from: string().required(), to: string().required() }))
  .required();

export const timeRuleApi = defineResource({
  ...crud({
    name: "timeRule",
    prefix: "/pbx/api/v1/timeRule",
    noun: "time rule",
    tag: "TimeRule",
    row: object({
      id: string().required(),
      name: string().required(),
      remark: string().defined(),
      weekly: array()
        .of(object({ days: array().of(number().required()).required(), ranges: rangesReply }))
        .required(),
      holidays: array().of(object(dayReply)).required(),
      specials: array()
        .of(object({ ...dayReply, ranges: rangesReply }))
        .required(),
      /** Access numbers that follow it. */
      usedBy: array().of(string().required()).required(),
    }),
    filters: { name: string().label("规则名称").max(30) },
    sortable: ["name"],
    fields: timeRuleFields,
    permission: {
      list: managers,
      add: enterprise("timeRule.add"),
      update: enterprise("timeRule.update"),
      delete: enterprise("timeRule.delete"),
    },
  }),
  /** Holidays as the State Council set them, and the weekend days worked instead. Refused for a year not announced yet. */
  statutory: defineEndpoint({
    name: "timeRuleStatutory",
    method: "POST",
    path: "/pbx/api/v1/timeRule/statutory",
    summary: "Statutory holidays and make-up working days of a year",
    permission: managers,
    reads: true,
    body: object({ year: number().label("年份").integer().min(2_004).max(2_100).required("请选择年份") }),
    reply: object({
      year: number().required(),
      holidays: array().of(object(dayReply)).required(),
      workdays: array().of(object(dayReply)).required(),
    }),
  }),
});

export const numbersEndpoints: readonly Endpoint[] = [...Object.values(accessNumApi), ...Object.values(timeRuleApi)];

export const numbersButtons: PageButtons = {
  "/dnis": [{ code: "accessNum.update", name: "编辑", who: ["A"] }],
  "/setDnis": [{ code: "accessNum.set", name: "保存设置", who: ["A"] }],
  "/allocationDnis": [{ code: "accessNum.allot", name: "分配号码", who: ["A"] }],
  "/timeRule": crudButtons("timeRule", ["A"]),
};
