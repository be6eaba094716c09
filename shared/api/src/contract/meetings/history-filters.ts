import { string } from "yup";
import { lengthField } from "../fields.ts";
import { dateTimeField } from "../validators.ts";

/** Of meetings that were held. */
export const historyFilters = {
  roomId: string().label("会议室").max(64),
  name: lengthField("会议室名称"),
  startTime: dateTimeField("开始时间"),
  endTime: dateTimeField("结束时间"),
};
