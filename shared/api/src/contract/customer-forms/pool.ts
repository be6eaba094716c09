/** The pool (公海): records without an owner, claimed by who works with them and given back (rule F75). */
import { array, boolean, object, string } from "yup";
import { compField, countReply, idField } from "../crud.ts";
import { flagField, lengthField, numberField } from "../fields.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { idsField, onRecords } from "./parts.ts";

const path = "/crm/api/v1/recordPool";
const tags = ["RecordPool"];
const both = [...tags, "FormRecord"];

/** So many owners are offered to choose from; who has more types a part of the name or number. */
export const mostOwners = 500;

const setting = {
  enabled: flagField("启用公海").required(),
  /** Records of the form that one person may have at most; 0: as many as there are. */
  claimLimit: numberField("每人最多拥有", { max: 100_000 }).required("请输入每人最多拥有的数量"),
  /** Days without contact until a record returns by itself; 0: never. */
  returnDays: numberField("未联系天数", { max: 3_650 }).required("请输入未联系天数"),
  /** So many days before that its owner is told. */
  warnDays: numberField("提前提醒天数", { max: 30 }).required("请输入提前提醒天数"),
};

export const poolSettingBody = object(setting);

export const recordPoolApi = defineResource({
  setting: defineEndpoint({
    name: "recordPoolSetting",
    method: "POST",
    path: `${path}/setting/find`,
    summary: "How a form's pool works",
    permission: onRecords,
    reads: true,
    tags,
    body: object({ compId: compField(), formId: idField("表单") }),
    reply: object({ ...setting, mayChange: boolean().required() }),
  }),
  saveSetting: defineEndpoint({
    name: "recordPoolSaveSetting",
    method: "POST",
    path: `${path}/setting/save`,
    summary: "Changes how a form's pool works",
    permission: onRecords,
    tags,
    body: object({ compId: compField(), formId: idField("表单"), ...setting }),
  }),
  /** Those that somebody else was faster with are left out; none left is a refusal. */
  claim: defineEndpoint({
    name: "recordPoolClaim",
    method: "POST",
    path: `${path}/claim`,
    summary: "Takes records out of the pool for oneself",
    permission: onRecords,
    tags: both,
    body: object({ compId: compField(), ids: idsField() }),
    reply: countReply,
  }),
  giveBack: defineEndpoint({
    name: "recordPoolGiveBack",
    method: "POST",
    path: `${path}/giveBack`,
    summary: "Gives records back to the pool",
    permission: onRecords,
    tags: both,
    body: object({ compId: compField(), ids: idsField() }),
    reply: countReply,
  }),
  /** Within the asker's data scope: all, those of the own groups, or himself alone; the first `mostOwners` of them. */
  owners: defineEndpoint({
    name: "recordPoolOwners",
    method: "POST",
    path: `${path}/owners`,
    summary: "Who may own records",
    permission: onRecords,
    reads: true,
    tags: ["Seat"],
    body: object({
      compId: compField(),
      name: lengthField("姓名或工号"),
      /** That one alone. */
      ownerId: string().label("负责人").max(64),
    }),
    reply: array()
      .of(object({ ownerId: string().required(), name: string().defined(), agentId: string().defined() }))
      .required(),
  }),
  /** Those that he owns already are left out; none left is a refusal. */
  assign: defineEndpoint({
    name: "recordPoolAssign",
    method: "POST",
    path: `${path}/assign`,
    summary: "Gives records another owner",
    permission: onRecords,
    tags: both,
    body: object({
      compId: compField(),
      ids: idsField(),
      ownerId: string().label("负责人").required("请选择负责人").max(64),
    }),
    reply: countReply,
  }),
});
