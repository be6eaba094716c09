/** What every import of a sheet answers (realtime.md section 3: succeed, failing, repetition, count). */
import { array, number, object, string } from "yup";
import { compField } from "./crud.ts";
import { defineEndpoint, defineResource, signedIn } from "./resource.ts";

/** A cell that was refused: `row` as the sheet numbers it, from 1. */
const importError = object({
  row: number().integer().required(),
  field: string().defined(),
  message: string().required(),
});

export const importReply = object({
  /** Rows read, without the heading. */
  total: number().integer().required(),
  succeed: number().integer().required(),
  failing: number().integer().required(),
  /** Of the failing: rows that are there already, or twice in the sheet. */
  repetition: number().integer().required(),
  /** Of the failing: rows with a number of a blacklist; absent where there are none, or none are looked for. */
  blackList: number().integer(),
  /** Of the failing: rows that are probably there already by the form's rules (F90); absent where there are none. */
  duplicates: number().integer(),
  /** Headings of the sheet that the import has no column for, at most 20: what stands under them was not taken. Absent: there are none. */
  ignored: array().of(string().required()),
  /** Sheets after the first that have something and are not hidden, at most 20: none of them was read. Absent: there are none. */
  unreadSheets: array().of(string().required()),
  /** The first 200; the file has all. */
  errors: array().of(importError).required(),
  /** A file of the failed rows with their reasons (/file/api/v1/file/down); null when none failed. */
  failedFileId: string().nullable().defined(),
  /** Shown once: the initial password of what was added; null where there is none. */
  password: string().nullable().defined(),
  /** It takes longer than its request may: the counts are 0, and the message fileImportExcel tells when it is done. */
  job: object({ id: string().required(), msg: string().required() }).nullable().default(null),
  /** Why it ended after its first rows were saved; the counts are of the rows before that. Of a job `msg` says it. */
  stopped: string().nullable().default(null),
});

/** The socket (socket-uuid) that is told how a job goes; absent, or gone: all of the account's. */
export const socketIdField = () => string().label("连接编号").max(64);

/** Tells the imports apart whose result is asked for. */
export const importKinds = [
  ...(["agent", "blackList", "cascade", "contact", "contactCheck"] as const),
  ...(["form", "formCheck", "order", "orderCheck"] as const),
  ...(["taskPhone", "taskPhoneCheck", "numberList", "numberListCheck"] as const),
] as const;
export type ImportKind = (typeof importKinds)[number];

export const importJobApi = defineResource({
  /**
   * The own import of a kind that is not finished or whose result was not seen yet, the oldest first. `seen`: of a result that
   * was looked at; it goes away, its password with it.
   */
  open: defineEndpoint({
    name: "importJobOpen",
    method: "POST",
    path: "/pbx/api/v1/importJob/open",
    summary: "What came of the own import that went on after its request",
    permission: signedIn,
    body: object({
      kind: string().label("类型").oneOf(importKinds, "不支持的导入类型").required("请选择类型"),
      compId: compField(),
      seen: string().label("任务").max(64),
    }),
    reply: object({
      id: string().required(),
      state: string().oneOf(["running", "done", "failed"]).required(),
      /** What to say while it runs, or why it failed. */
      msg: string().defined(),
      result: importReply.nullable().defined(),
      /** Of a check: what saves the workbook that was checked. */
      token: string().nullable().defined(),
    }).nullable(),
    tags: ["ImportJob"],
  }),
});
