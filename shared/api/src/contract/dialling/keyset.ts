/** Lists without a count: from the newest on, each page from the row that the one before ended with. */
import { array, object, string, type InferType, type ObjectSchema, type Schema } from "yup";
import { lengthField, numberField } from "../fields.ts";
import { dateTimeField } from "../validators.ts";

/** Default: today. Both ends belong to it. */
export const times = { startTime: dateTimeField("开始时间"), endTime: dateTimeField("结束时间") };
/** Of the row that the page before ended with; '': from the newest on. */
export const keyset = {
  after: lengthField("位置", 120),
  pageSize: numberField("每页条数", { min: 1, max: 200 }).default(50),
};
interface Rows<T> {
  readonly list: T[];
  /** `after` of the next page; null: there is none. */
  readonly next: string | null;
}
/** Said of the row here, as in listOf. */
export function pageOfRows<S extends Schema>(row: S): ObjectSchema<Rows<InferType<S>>>;
export function pageOfRows(row: Schema): ObjectSchema<Rows<unknown>> {
  return object({ list: array().of(row).required(), next: string().nullable().defined() });
}
