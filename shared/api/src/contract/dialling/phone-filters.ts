/** What the numbers of a task are found by, in the list as in its export. */
import { string } from "yup";
import { lengthField } from "../fields.ts";
import { answererField, numberStateKeys, taskIdField, type NumberState } from "./parts.ts";

export const phoneFilters = {
  taskId: taskIdField(),
  /** Whole, or its beginning; whole only for who may not see numbers. */
  phone: lengthField("号码", 32),
  batchNumber: lengthField("批次"),
  state: string<NumberState | "">()
    .label("状态")
    .oneOf(["", ...numberStateKeys]),
  /** A result code; '' : any. */
  code: lengthField("呼叫结果", 3).matches(/^\d*$/, "呼叫结果应为数字"),
  /** Of the last call. */
  answerer: answererField(),
  /** 1: those whose last call was abandoned. */
  abandoned: string().label("呼损").oneOf(["", "1"]),
  /** 1: those that left their seat's hand without the result that the task asks for (D52). */
  resultDue: string().label("待提交结果").oneOf(["", "1"]),
  agentId: lengthField("坐席", 10),
  result: lengthField("业务结果"),
  /** As the intention rule of the task names it (taskPhoneLevels). */
  level: lengthField("意向等级"),
};
