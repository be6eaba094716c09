/** Numbers of tasks: lists, batches, imports and what is done with them (B5 to B7). */
import { array, boolean, mixed, number, object, string } from "yup";
import { compField, countReply, deleteBody, idField, listBody } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { exportReply } from "../files/jobs.ts";
import { importReply, socketIdField } from "../imports.ts";
import { defineEndpoint, defineResource, filesField, listOf, timeouts } from "../resource.ts";
import {
  answererField,
  batchSources,
  heardField,
  numberStateKeys,
  onTasks,
  recallReply,
  taskIdField,
  taskPrefix,
  witnesses,
  type BatchSource,
  type NumberState,
  type Witness,
} from "./parts.ts";
import { phoneFilters } from "./phone-filters.ts";
import { pushedPhone, type PhoneVariables } from "./pushed-phones.ts";
import { actionRow } from "./recipes.ts";

const prefix = `${taskPrefix}/taskPhone`;
const tags = ["TaskPhone"];
const changes = ["TaskPhone", "DialTask"];
/**
 * Of numbers the four counts are apart: succeed + failing + repetition + blackList = total (B7), in the reply as in fileImportExcel.
 * Other imports have repeated and barred rows among the failing.
 */
export const phonesReply = importReply;
/** Most rows of a workbook of numbers. */
export const mostPhoneRows = 200_000;

export const phoneRow = object({
  id: string().required(),
  /** Masked for who may not see numbers. */
  phone: string().required(),
  batchNumber: string().defined(),
  /** 客户姓名. */
  contact: string().defined(),
  /** 客户标识: numbers of one task with the same one are of one person. */
  person: string().defined(),
  state: string<NumberState>()
    .oneOf([...numberStateKeys])
    .required(),
  /** Why it was skipped or stopped; '' otherwise. */
  reason: string().defined(),
  priority: number().required(),
  attempts: number().required(),
  /** Result code of the last attempt; null: none yet. */
  lastCode: number().nullable().defined(),
  /** Who answered it, by whoever heard it or the detection; '': nobody. */
  answerer: answererField().defined(),
  abandoned: boolean().required(),
  lastAt: string().nullable().defined(),
  nextAt: string().nullable().defined(),
  agentId: string().defined(),
  /** 业务结果. */
  result: string().defined(),
  /** What the seat wrote beside the result. */
  remark: string().defined(),
  level: string().defined(),
  score: number().nullable().defined(),
  /** Of the person to be called, as it came with the number; null: no time was given. */
  consentSource: string().defined(),
  consentAt: string().nullable().defined(),
  place: string().defined(),
  variables: mixed<PhoneVariables>().required(),
  createdAt: string().required(),
});

/** Of more numbers that are found by filters the total says no more than that. */
export const countedPhones = 10_000;

/** A dialled try of a number. */
export const attemptRow = object({
  id: string().required(),
  attempt: number().required(),
  callId: string().defined(),
  startedAt: string().required(),
  endedAt: string().nullable().defined(),
  code: number().nullable().defined(),
  witness: string<Witness>()
    .oneOf(Object.keys(witnesses) as Witness[])
    .nullable()
    .defined(),
  displayed: string().defined(),
  agentId: string().defined(),
  answerer: answererField().defined(),
  heard: heardField(),
  abandoned: boolean().required(),
  ringS: number().required(),
  talkS: number().required(),
  result: string().defined(),
  level: string().defined(),
  cost: number().required(),
});

export const taskPhoneApi = defineResource({
  list: defineEndpoint({
    name: "taskPhoneList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Numbers of a task, by keyset: `after` of the last row of the page before",
    permission: onTasks,
    reads: true,
    findsBy: ["phone"],
    body: listBody({ ...phoneFilters, after: string().label("位置").max(64) }),
    reply: listOf(phoneRow).concat(
      object({
        /** The total is a bound: there are more than countedPhones. */
        more: boolean().required(),
        /** Of the next page; null: there is none. */
        next: string().nullable().defined(),
      }),
    ),
    tags,
  }),
  attempts: defineEndpoint({
    name: "taskPhoneAttempts",
    method: "POST",
    path: `${prefix}/attempts`,
    summary: "Attempts of a number",
    permission: onTasks,
    reads: true,
    body: object({ compId: compField(), taskId: taskIdField(), id: idField("号码") }),
    reply: array().of(attemptRow).required(),
    tags,
  }),
  heard: defineEndpoint({
    name: "taskPhoneHeard",
    method: "POST",
    path: `${prefix}/heard`,
    summary: "Who answered a call of a number, by whoever listened to it (误判); '' takes that back",
    permission: onTasks,
    body: object({ compId: compField(), taskId: taskIdField(), id: idField("呼叫"), heard: heardField() }),
    tags: changes,
  }),
  actions: defineEndpoint({
    name: "taskPhoneActions",
    method: "POST",
    path: `${prefix}/actions`,
    summary: "What recipes did about a number",
    permission: onTasks,
    reads: true,
    body: object({ compId: compField(), taskId: taskIdField(), id: idField("号码") }),
    reply: array().of(actionRow).required(),
    tags,
  }),
  levels: defineEndpoint({
    name: "taskPhoneLevels",
    method: "POST",
    path: `${prefix}/levels`,
    summary: "Levels that numbers of a task have or can come to, as its intention rule names them",
    permission: onTasks,
    reads: true,
    body: object({ compId: compField(), taskId: taskIdField() }),
    reply: array().of(string().required()).required(),
    tags,
  }),
  batches: defineEndpoint({
    name: "taskPhoneBatches",
    method: "POST",
    path: `${prefix}/batches`,
    summary: "Batches of a task with their counts, found by a part of their number",
    permission: onTasks,
    reads: true,
    body: listBody({ taskId: taskIdField(), batchNumber: lengthField("批次") }),
    reply: listOf(
      object({
        id: string().required(),
        batchNumber: string().required(),
        source: string<BatchSource>()
          .oneOf(Object.keys(batchSources) as BatchSource[])
          .required(),
        fileName: string().defined(),
        count: number().required(),
        succeed: number().required(),
        failing: number().required(),
        repetition: number().required(),
        blackList: number().required(),
        done: number().required(),
        answered: number().required(),
        failedFileId: string().nullable().defined(),
        createdAt: string().required(),
        createdBy: string().defined(),
      }),
    ),
    tags,
  }),
  batchDelete: defineEndpoint({
    name: "taskPhoneBatchDelete",
    method: "POST",
    path: `${prefix}/batchDelete`,
    summary: "Deletes the numbers of batches that were not dialled; the others are stopped",
    permission: onTasks,
    body: deleteBody().shape({ taskId: taskIdField() }),
    reply: countReply,
    tags: changes,
  }),
  importCheck: defineEndpoint({
    name: "taskPhoneCheck",
    method: "POST",
    path: `${prefix}/importCheck`,
    summary: "Checks a workbook of numbers; nothing is saved, `token` saves the same workbook within the hour",
    permission: onTasks,
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    body: object({ compId: compField(), taskId: taskIdField(), socketId: socketIdField(), files: filesField() }),
    reply: phonesReply.concat(object({ token: string().defined() })),
  }),
  importData: defineEndpoint({
    name: "taskPhoneImport",
    method: "POST",
    path: `${prefix}/importData`,
    summary: "Imports numbers from a workbook, or from the one that was checked",
    permission: onTasks,
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    body: object({
      compId: compField(),
      taskId: taskIdField(),
      token: string().label("校验编号").max(64),
      socketId: socketIdField(),
      files: filesField(),
    }),
    reply: phonesReply,
    tags: changes,
  }),
  template: defineEndpoint({
    name: "taskPhoneTemplate",
    method: "GET",
    path: `${prefix}/template`,
    summary: "The sheet to fill in",
    permission: onTasks,
    produces: "binary",
    query: object({ compId: compField(), taskId: taskIdField() }),
  }),
  failedDataDownload: defineEndpoint({
    name: "taskPhoneFailed",
    method: "GET",
    path: `${prefix}/failedDataDownload`,
    summary: "The failed rows of an import with their reasons",
    permission: onTasks,
    produces: "binary",
    timeoutMs: timeouts.download,
    query: object({ id: idField("文件"), compId: compField() }),
  }),
  /** By interface: the same checks as an import. */
  add: defineEndpoint({
    name: "taskPhoneAdd",
    method: "POST",
    path: `${prefix}/add`,
    summary: "Adds numbers to a task as one batch; an Idempotency-Key makes a repeated push count once",
    permission: onTasks,
    body: object({
      compId: compField(),
      taskId: taskIdField(),
      phones: array().label("号码").of(pushedPhone()).min(1, "请输入号码").max(1_000).required("请输入号码"),
    }),
    reply: phonesReply,
    tags: changes,
  }),
  recall: defineEndpoint({
    name: "taskPhoneRecall",
    method: "POST",
    path: `${prefix}/recall`,
    summary: "Dials chosen numbers once more",
    permission: onTasks,
    body: deleteBody().shape({ taskId: taskIdField() }),
    reply: recallReply,
    tags: changes,
  }),
  stop: defineEndpoint({
    name: "taskPhoneStop",
    method: "POST",
    path: `${prefix}/stop`,
    summary: "Chosen numbers are not dialled any more",
    permission: onTasks,
    body: deleteBody().shape({ taskId: taskIdField() }),
    reply: countReply,
    tags: changes,
  }),
  export: defineEndpoint({
    name: "taskPhoneExport",
    method: "POST",
    path: `${prefix}/export`,
    summary: "Exports numbers of a task with their results as a job; filters as in the list",
    permission: onTasks,
    body: object({ compId: compField(), ...phoneFilters, socketId: socketIdField() }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
});
