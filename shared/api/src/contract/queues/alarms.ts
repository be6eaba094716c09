/** 告警通知: limits of 技能组监控 that the server watches, and whom it tells (docs/protocol.md Q16). */
import { alarmEndpoints } from "../alarm-rules.ts";
import { defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { groupFigures } from "./group-figures.ts";

export const alarmApi = defineResource(
  alarmEndpoints({
    name: "alarm",
    prefix: "/sg/api/v1/alarm",
    tag: "Alarm",
    figures: groupFigures,
    of: "技能组",
    press: roles(RoleTypes.supervisors, { button: "skillgroupmonitor.alarm", purview: "monitor" }),
    looks: onPages(roles(RoleTypes.supervisors), "/skillgroupmonitor"),
  }),
);
