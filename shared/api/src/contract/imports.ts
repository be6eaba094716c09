/** What every import of a sheet answers (realtime.md section 3: succeed, failing, repetition, count). */
import { array, number, object, string } from "yup";

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
  /** The first 200; the file has all. */
  errors: array().of(importError).required(),
  /** A file of the failed rows with their reasons (/file/api/v1/file/down); null when none failed. */
  failedFileId: string().nullable().defined(),
});
