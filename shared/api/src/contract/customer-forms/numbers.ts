/** Several numbers of a customer: the form's telephone field is the main one, others stand beside it (rule F71). */
import { object, string } from "yup";
import { compField, idField, idReply } from "../crud.ts";
import { lengthField, phonePattern } from "../fields.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { onRecords, versionField } from "./parts.ts";
import { savedReply } from "./values.ts";

const path = "/crm/api/v1/customerFormData/phone";
const tags = ["FormRecord"];
const numberIdField = () => idField("号码");

/** What a field of mobile numbers takes. */
export const isMobileNumber = (text: string): boolean => phonePattern.test(text);

/** Beside the main one. */
export const mostNumbers = 10;

export const recordNumberApi = defineResource({
  add: defineEndpoint({
    name: "formRecordPhoneAdd",
    method: "POST",
    path: `${path}/add`,
    summary: "Adds a number to a record",
    permission: onRecords,
    tags,
    body: object({
      compId: compField(),
      id: idField(),
      number: string()
        .label("电话号码")
        .required("请输入电话号码")
        .matches(/^\d{3,20}$/, "电话号码为3到20位数字"),
      note: lengthField("说明", 20),
    }),
    reply: idReply,
  }),
  delete: defineEndpoint({
    name: "formRecordPhoneDelete",
    method: "POST",
    path: `${path}/delete`,
    summary: "Takes a number from a record; the main one is changed with its field",
    permission: onRecords,
    tags,
    body: object({ compId: compField(), id: idField(), numberId: numberIdField() }),
  }),
  /** A change of the record like any other; the number that was the main one stays beside it. */
  main: defineEndpoint({
    name: "formRecordPhoneMain",
    method: "POST",
    path: `${path}/main`,
    summary: "Makes a number the main one",
    permission: onRecords,
    tags,
    body: object({
      compId: compField(),
      id: idField(),
      version: versionField().required("请先打开数据再修改"),
      numberId: numberIdField(),
    }),
    reply: savedReply,
  }),
});
