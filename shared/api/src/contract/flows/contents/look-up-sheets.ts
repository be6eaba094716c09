/** Look-up tables as workbooks (docs/protocol.md, G128): read into a draft, never saved by themselves, and written. */
import { array, number, object, string } from "yup";
import { compField, idField } from "../../crud.ts";
import { defineEndpoint, defineResource, filesField, timeouts } from "../../resource.ts";
import { lookUpTableApi } from "./look-up-tables.ts";

const prefix = "/callin/api/v1/lookUpTable";

/** Faulty rows of a workbook that are told one by one. */
export const mostFaultyRows = 100;

/** A JSON list of names; '': what the first row of the workbook says. */
const columnsField = () => string().label("列").max(4_000).default("");

export const lookUpSheetApi = defineResource({
  /** files: one .xlsx whose first row names the columns. Nothing is saved: the rows are for the draft that is open. */
  read: defineEndpoint({
    name: "lookUpTableReadSheet",
    method: "POST",
    path: `${prefix}/readSheet`,
    summary: "The rows of a workbook as a look-up table would have them, or which of them are faulty",
    permission: lookUpTableApi.update.permission,
    encoding: "multipart",
    maxFiles: 1,
    timeoutMs: timeouts.upload,
    // Reading one of 64 MB unpacked is half a second of CPU.
    ratePerMinute: 30,
    body: object({ compId: compField(), columns: columnsField(), files: filesField() }),
    reply: object({
      /** As a table's own; '': rows are faulty. */
      content: string().defined(),
      /** Which rows of the workbook they are, as Excel counts. */
      numbers: array().of(number().required()).required(),
      /** The first of the faulty rows, each with all that is wrong with it. */
      faults: array()
        .of(object({ row: number().required(), message: string().required() }))
        .required(),
      /** How many rows are. */
      faulty: number().required(),
    }),
  }),
  /** versionId '': the newest. */
  write: defineEndpoint({
    name: "lookUpTableSheet",
    method: "GET",
    path: `${prefix}/sheet`,
    summary: "A version of a look-up table as a workbook",
    permission: lookUpTableApi.find.permission,
    query: object({
      compId: compField(),
      id: idField("查找表"),
      versionId: string().label("版本").max(64).default(""),
    }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  template: defineEndpoint({
    name: "lookUpTableTemplate",
    method: "GET",
    path: `${prefix}/template`,
    summary: "A workbook with nothing but the titles of these columns",
    permission: lookUpTableApi.update.permission,
    query: object({ compId: compField(), columns: columnsField().required("请填写列") }),
    produces: "binary",
  }),
});
