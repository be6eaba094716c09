/** Lists of numbers for IVR tasks and notices (/ivrnumber): kept apart from any task, and copied into one as a batch. */
import { mixed, number, object, string } from "yup";
import { crudButtons } from "../buttons.ts";
import { compField, countReply, crud, deleteBody, idField, listBody } from "../crud.ts";
import { lengthField, nameField, remarkField } from "../fields.ts";
import { exportReply } from "../files/jobs.ts";
import { socketIdField } from "../imports.ts";
import { defineEndpoint, defineResource, filesField, listOf, roles, timeouts } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { taskIdField, taskPrefix } from "./parts.ts";
import { phonesReply } from "./phones.ts";
import type { PhoneVariables } from "./pushed-phones.ts";

export const numberListPage = "/ivrnumber";
const prefix = `${taskPrefix}/numberList`;
const tags = ["NumberList"];
/** Enterprises have some dozens of them. */
export const numberListLimits = { lists: 500, phones: 200_000 } as const;

const onLists = () => roles(RoleTypes.administrators, { page: [numberListPage] });
const press = (button: string) => roles(RoleTypes.administrators, { button: `numberList.${button}` });
const listField = () => idField("号码清单");
const phoneFilters = {
  listId: listField(),
  /** Whole, or its beginning; whole only for who may not see numbers. */
  phone: lengthField("号码", 32),
};

export const numberListApi = defineResource({
  ...crud({
    name: "numberList",
    prefix,
    noun: "list of numbers",
    tag: "NumberList",
    row: object({
      id: string().required(),
      name: string().required(),
      remark: string().defined(),
      /** Numbers in it. */
      count: number().required(),
      createdAt: string().required(),
      createdBy: string().defined(),
    }),
    filters: { name: lengthField("清单名称") },
    sortable: ["name", "createdAt"],
    fields: { name: nameField("清单名称"), remark: remarkField().default("") },
    permission: { list: onLists(), add: press("add"), update: press("update"), delete: press("delete") },
  }),
  phones: defineEndpoint({
    name: "numberListPhones",
    method: "POST",
    path: `${prefix}/phones`,
    summary: "Numbers of a list, by keyset: `after` of the last row of the page before",
    permission: onLists(),
    reads: true,
    findsBy: ["phone"],
    body: listBody({ ...phoneFilters, after: string().label("位置").max(64) }),
    reply: listOf(
      object({
        id: string().required(),
        /** Masked for who may not see numbers. */
        phone: string().required(),
        contact: string().defined(),
        person: string().defined(),
        place: string().defined(),
        priority: number().required(),
        consentSource: string().defined(),
        consentAt: string().nullable().defined(),
        variables: mixed<PhoneVariables>().required(),
        createdAt: string().required(),
      }),
    ).concat(object({ next: string().nullable().defined() })),
    tags,
  }),
  importCheck: defineEndpoint({
    name: "numberListCheck",
    method: "POST",
    path: `${prefix}/importCheck`,
    summary: "Checks a workbook of numbers; nothing is saved, `token` saves the same workbook within the hour",
    permission: press("numbers"),
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    body: object({ compId: compField(), listId: listField(), socketId: socketIdField(), files: filesField() }),
    reply: phonesReply.concat(object({ token: string().defined() })),
  }),
  importData: defineEndpoint({
    name: "numberListImport",
    method: "POST",
    path: `${prefix}/importData`,
    summary: "Imports numbers into a list from a workbook, or from the one that was checked",
    permission: press("numbers"),
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    body: object({
      compId: compField(),
      listId: listField(),
      token: string().label("校验编号").max(64),
      socketId: socketIdField(),
      files: filesField(),
    }),
    reply: phonesReply,
    tags,
  }),
  template: defineEndpoint({
    name: "numberListTemplate",
    method: "GET",
    path: `${prefix}/template`,
    summary: "The sheet to fill in",
    permission: onLists(),
    produces: "binary",
    query: object({ compId: compField() }),
  }),
  failedDataDownload: defineEndpoint({
    name: "numberListFailed",
    method: "GET",
    path: `${prefix}/failedDataDownload`,
    summary: "The failed rows of an import with their reasons",
    permission: onLists(),
    produces: "binary",
    timeoutMs: timeouts.download,
    query: object({ id: idField("文件"), compId: compField() }),
  }),
  /** The same checks as an import; the file of the job says of each number what came of it. */
  toTask: defineEndpoint({
    name: "numberListToTask",
    method: "POST",
    path: `${prefix}/toTask`,
    summary: "Copies the numbers of a list into a task as one batch, as a job",
    permission: press("toTask"),
    body: object({ compId: compField(), listId: listField(), taskId: taskIdField(), socketId: socketIdField() }),
    reply: exportReply,
    tags: ["TaskPhone", "DialTask", "FileJob"],
  }),
  phoneDelete: defineEndpoint({
    name: "numberListPhoneDelete",
    method: "POST",
    path: `${prefix}/phoneDelete`,
    summary: "Takes numbers out of a list",
    permission: press("numbers"),
    body: deleteBody().shape({ listId: listField() }),
    reply: countReply,
    tags,
  }),
});
export const numberListButtons = [
  ...crudButtons("numberList", ["A"]),
  { code: "numberList.numbers", name: "导入号码", who: ["A"] as const },
  { code: "numberList.toTask", name: "加入任务", who: ["A"] as const },
];
