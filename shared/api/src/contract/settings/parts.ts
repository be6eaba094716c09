/** What the two logs and the dictionaries share. */
import { RoleTypes } from "../roles.ts";
import { roles } from "../resource.ts";
import { dateTimeField } from "../validators.ts";

export const logRange = { startTime: dateTimeField("开始时间"), endTime: dateTimeField("结束时间") };
export const readers = roles(RoleTypes.managers);
