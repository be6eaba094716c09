/** Contacts of an enterprise with its own fields, and the address book (endpoints.txt, "Administration"). */
import { RoleTypes } from "../roles.ts";
import { array, boolean, mixed, number, object, string } from "yup";
import { compField, countReply, crud, deleteBody, idField, idReply, listBody } from "../crud.ts";
import {
  dialledTelephone,
  flagField,
  lengthField,
  maskedInput,
  nameField,
  remarkField,
  telephoneField,
} from "../fields.ts";
import { exportReply } from "../files/jobs.ts";
import { importReply, socketIdField } from "../imports.ts";
import { defineEndpoint, defineResource, filesField, listOf, roles, timeouts, onPages } from "../resource.ts";
import { isTelephone, telephoneText } from "../validators.ts";
import { contactFieldForm, contactTypeKeys, isContactValues, type ContactValues } from "./contact-fields.ts";

const people = roles(RoleTypes.enterprise);
const admins = (verb: string) => roles(RoleTypes.administrators, { button: `contacterConf.${verb}` });
const press = (verb: string) => roles(RoleTypes.enterprise, { button: `contacterData.${verb}` });
/** A whole list vanishes by the hands of administrators and monitors. */
const keep = (verb: string) => roles(RoleTypes.supervisors, { button: `contacterData.${verb}` });
const book = (verb: string) => roles(RoleTypes.enterprise, { button: `contacts.${verb}` });
/** A telephone as the list showed it (maskPhone); the server looks whether it is that one. */
const isMasked = (phone: string): boolean => phone === maskedInput || /^[^*]{3}\*{4}[^*]{4}$/.test(phone);
const dialled = (v: unknown): unknown => (typeof v === "string" ? dialledTelephone(v) : v);
/** A masked number that is not the stored one. */
export const wholeNumberText = "请输入完整的电话号码";
/** Whom an enterprise calls may have a landline (docs/decisions/041): as it is dialled. */
export const contactTelephoneField = () => telephoneField("电话").max(20).transform(dialled);
/** The same where what comes back masked stays. */
const keptTelephoneField = () =>
  string()
    .label("电话")
    .trim()
    .max(20)
    .transform(dialled)
    .test("telephone", telephoneText("电话"), (v) => !v || isMasked(v) || isTelephone(v));
const flag = () => number().oneOf([0, 1]).required();
/** A sealed reference for the bar to dial the number by; '' for who has no seat. */
const dialRef = () => string().defined();

export const contacterConfApi = defineResource(
  crud({
    name: "contacterConf",
    prefix: "/pbx/api/v1/contacterConf",
    noun: "own field of contacts",
    /** A change of the fields is one of their form. */
    tag: "CustomerForm",
    row: object({
      id: string().required(),
      type: string().oneOf(contactTypeKeys).required(),
      label: string().required(),
      name: string().required(),
      require: flag(),
      ruleError: string().defined(),
      placeholder: string().defined(),
      items: array()
        .of(object({ label_name: string().required(), label_value: string().required() }))
        .required(),
      maxLength: number().nullable().defined(),
      listDisplay: flag(),
      query: flag(),
      export: flag(),
      importRequire: flag(),
      distinct: flag(),
      sort: number().required(),
      enabled: flag(),
    }),
    filters: { label: lengthField("字段名称"), enabled: string().label("状态").oneOf(["", "0", "1"]) },
    sortable: ["sort", "label"],
    fields: contactFieldForm,
    permission: {
      list: onPages(people, "/addresslist"),
      add: admins("add"),
      update: admins("update"),
      delete: admins("delete"),
    },
  }),
);

const values = () =>
  mixed<ContactValues>()
    .label("自定义字段")
    .test("values", "自定义字段格式有误", (v) => v === undefined || v === null || isContactValues(v));
const contact = { name: nameField("姓名"), company: lengthField("公司", 60), remark: remarkField(), fields: values() };
/** `keyword`: in the company and the own fields marked `query`, in words. Who sees no numbers finds them whole only. */
const contactFilters = {
  name: lengthField("姓名"),
  phone: lengthField("电话", 20),
  keyword: lengthField("关键字", 60),
};
const data = "/pbx/api/v1/contacterData";
const dataTags = ["ContacterData"];
const sheet = object({ compId: compField(), socketId: socketIdField(), files: filesField() });

export const contacterDataApi = defineResource({
  list: defineEndpoint({
    name: "contacterDataList",
    method: "POST",
    path: `${data}/list`,
    summary: "Contacts of the enterprise, newest first",
    permission: onPages(people, "/addresslist"),
    reads: true,
    tags: dataTags,
    body: listBody({ ...contactFilters, /** That one alone. */ id: string().label("联系人").max(64) }, [
      "createTime",
      "name",
    ]),
    findsBy: ["phone", "keyword"],
    reply: listOf(
      object({
        id: string().required(),
        name: string().required(),
        phone: string().required(),
        company: string().defined(),
        remark: string().defined(),
        fields: mixed<ContactValues>().required(),
        createTime: string().required(),
        updateTime: string().required(),
        createdBy: string().defined(),
        dialRef: dialRef(),
      }),
    ),
  }),
  add: defineEndpoint({
    name: "contacterDataAdd",
    method: "POST",
    path: `${data}/add`,
    summary: "Adds a contact",
    permission: press("add"),
    body: object({ compId: compField(), ...contact, phone: contactTelephoneField().required("请输入电话") }),
    reply: idReply,
    tags: dataTags,
  }),
  /** A phone that is absent, empty or masked stays; so do own fields that are absent. '' and [] empty one. */
  update: defineEndpoint({
    name: "contacterDataUpdate",
    method: "POST",
    path: `${data}/update`,
    summary: "Changes a contact",
    permission: press("update"),
    tags: dataTags,
    body: object({
      compId: compField(),
      id: idField(),
      ...contact,
      phone: keptTelephoneField(),
    }),
  }),
  delete: defineEndpoint({
    name: "contacterDataDelete",
    method: "POST",
    path: `${data}/delete`,
    summary: "Deletes contacts",
    permission: keep("delete"),
    body: deleteBody(),
    reply: countReply,
    tags: dataTags,
  }),
  export: defineEndpoint({
    name: "contacterDataExport",
    method: "POST",
    path: `${data}/export`,
    summary: "Exports contacts as a job; filters as in the list",
    permission: roles(RoleTypes.enterprise, { button: "contacterData.export", purview: "export" }),
    body: object({ compId: compField(), ...contactFilters, socketId: socketIdField() }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
  /** What import/save would answer, and the file of the rows that would fail; `token` saves the same workbook within the hour. */
  importCheck: defineEndpoint({
    name: "contacterDataCheck",
    method: "POST",
    path: `${data}/import/check`,
    summary: "Checks a workbook of contacts",
    permission: press("import"),
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    body: sheet,
    reply: importReply.concat(object({ token: string().defined() })),
  }),
  importSave: defineEndpoint({
    name: "contacterDataImport",
    method: "POST",
    path: `${data}/import/save`,
    summary: "Imports contacts from a workbook",
    permission: press("import"),
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    body: sheet.concat(object({ token: string().label("校验编号").max(64) })),
    reply: importReply,
    tags: dataTags,
  }),
  importTemplate: defineEndpoint({
    name: "contacterDataTemplate",
    method: "GET",
    path: `${data}/import/template`,
    summary: "An empty workbook with the columns of the enterprise",
    permission: press("import"),
    produces: "binary",
  }),
  failed: defineEndpoint({
    name: "contacterDataFailed",
    method: "GET",
    path: `${data}/import/failedDataDownload`,
    summary: "The failed rows of an import with their reasons",
    permission: press("import"),
    query: object({ id: idField("文件"), compId: compField() }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
});

/** Entries of one's own, or shared with everybody; administrators see and change all, others their own. */
export const contactsApi = defineResource(
  crud({
    name: "contacts",
    prefix: "/pbx/api/v1/contacts",
    noun: "entry of the address book",
    tag: "Contacts",
    row: object({
      id: string().required(),
      groupName: string().defined(),
      name: string().required(),
      phone: string().required(),
      remark: string().defined(),
      shared: flag(),
      ownerName: string().defined(),
      dialRef: dialRef(),
      /** Whether the caller may change it. */ editable: boolean().required(),
    }),
    filters: {
      groupName: lengthField("分组"),
      name: lengthField("姓名"),
      phone: lengthField("电话", 20),
      shared: string().label("范围").oneOf(["", "0", "1"]),
    },
    sortable: ["name", "groupName"],
    findsBy: ["phone"],
    /** `phone`: as with contacts, what comes back masked stays; a new entry must have one. */
    fields: {
      groupName: lengthField("分组"),
      name: nameField("姓名"),
      remark: remarkField(),
      shared: flagField("共享").default(0),
      phone: keptTelephoneField(),
    },
    permission: {
      list: onPages(people, "/addresslist"),
      add: book("add"),
      update: book("update"),
      delete: book("delete"),
    },
  }),
);
