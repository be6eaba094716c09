/** 接入号码, where they lead and whose they are. */
import { RoleTypes } from "../roles.ts";
import { array, boolean, number, object, string } from "yup";
import { compField, countReply, crud, deleteBody, idField } from "../crud.ts";
import { listPages as taskListPages } from "../dialling/parts.ts";
import { flagField } from "../fields.ts";
import { defineEndpoint, defineResource, roles, signedIn, onPages } from "../resource.ts";
import {
  accessNumberField,
  choices,
  defaultReply,
  fields,
  leadsReply,
  owner,
  ownerIds,
  ownerKind,
  row,
  settingFields,
  step,
} from "./access-number-fields.ts";
import { dateTimeField } from "../validators.ts";
import { allotting, enterprise, managers, owners } from "./parts.ts";
import { place, placeBody } from "./places.ts";

const operators = (key: string) => roles(RoleTypes.operators, { operate: key });
const path = "/pbx/api/v1/accessNum";
const tags = ["AccessNum"];
const at = () => dateTimeField("时间");

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
      list: onPages(managers, "/dnis", "/setDnis", "/allocationDnis", "/timeRule", "/routercalout"),
      add: operators("accessNum.add"),
      update: roles(RoleTypes.managers, { operate: "accessNum.update", button: "accessNum.update" }),
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
    permission: onPages(managers, "/allocationDnis"),
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
    permission: allotting,
    body: object(ownerIds),
    reply: countReply,
    tags,
  }),
  deleteOwners: defineEndpoint({
    name: "accessNumDeleteOwners",
    method: "POST",
    path: `${path}/deleteOwners`,
    summary: "Takes an access number from seat groups or seats",
    permission: allotting,
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
    permission: allotting,
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
    permission: roles([1, 2, 3, 4]),
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
    permission: roles([1, 2, 3, 4]),
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
    permission: onPages(owners, "/setDnis"),
    reads: true,
    body: object({ compId: compField(), id: idField("接入号码") }),
    reply: object({
      id: string().required(),
      title: string().defined(),
      enabled: number().required(),
      recordMode: number().required(),
      rules: array()
        .of(object({ timeRuleId: string().required(), ...leadsReply }))
        .required(),
      fallback: object(leadsReply),
      priorityMin: number().required(),
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
    permission: onPages(owners, "/setDnis"),
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
    permission: onPages(
      owners,
      "/setDnis",
      "/skillgroup",
      "/dispatchqueue",
      "/timeRule",
      "/processconfig",
      "/knownnav",
      "/satisfaction/knownnav",
      "/robotList",
      ...taskListPages,
    ),
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      skillGroup: choices,
      dispatchQueue: choices,
      seat: choices,
      extension: choices,
      voice: choices,
      meetingRoom: choices,
      flow: choices,
      timeRule: choices,
      /** No choice any more, being switched off; what leads there already keeps it, and is read by its name (Q28). */
      off: array()
        .of(
          object({
            kind: string().oneOf(["skillGroup", "dispatchQueue", "seat", "meetingRoom", "flow"]).required(),
            id: string().required(),
            label: string().required(),
          }),
        )
        .required(),
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
