/** What holds for all seats of an enterprise, and chats at once of one. */
import { array, number, object, string } from "yup";
import { shortAbandonRules } from "../call-records/figures.ts";
import { deviceCheckModes, type DeviceCheckMode } from "../device-check.ts";
import { compField, countReply } from "../crud.ts";
import { digitsField, flagField, numberField, seatIdDigits } from "../fields.ts";
import { defineEndpoint, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { agentIdField, prefix, who } from "./parts.ts";

export const seatSettingEndpoints = {
  getMaxSession: defineEndpoint({
    name: "agentGetMaxSession",
    method: "POST",
    path: `${prefix}/getMaxSession`,
    summary: "Chats at once: the enterprise's, and one seat's; digits of a seat id; port of the local soft phone",
    permission: onPages(roles(RoleTypes.enterprise), "/seats", "/seathomepage"),
    reads: true,
    body: object({ compId: compField(), agentId: digitsField("坐席工号", seatIdDigits.min, seatIdDigits.max) }),
    reply: object({
      maxSession: number().integer().required(),
      agentMaxSession: number().integer().nullable().defined(),
      idDigits: number().integer().required(),
      /** Of the soft phone on the agents' machines (terminal type 4). */
      localPhonePort: number().integer().required(),
      deviceCheck: string<DeviceCheckMode>().required(),
      /** 1: a conference ends when its owner leaves it; 0: the others go on. */
      conferenceEnds: number().required(),
      /** s; 0: no abandon is short. */
      shortAbandonS: number().integer().required(),
    }),
    tags: ["SeatSetting"],
  }),
  saveMaxSession: defineEndpoint({
    name: "agentSaveMaxSession",
    method: "POST",
    path: `${prefix}/saveMaxSession`,
    summary: "Sets chats at once of the seats named, or the enterprise's settings of seats",
    permission: who("seat.maxSession"),
    body: object({
      compId: compField(),
      agentIds: array().label("坐席").of(agentIdField()).max(10_000).default([]),
      /** null, for seats only: back to the enterprise's. */
      maxSession: number()
        .label("会话上限")
        .integer("会话上限应为整数")
        .min(1, "会话上限不能小于1")
        .max(100, "会话上限不能大于100")
        .nullable()
        .defined(),
      idDigits: number().label("工号位数").integer().min(seatIdDigits.min).max(seatIdDigits.max),
      localPhonePort: number()
        .label("本机软电话端口")
        .integer()
        .min(1_024, "本机软电话端口不能小于1024")
        .max(65_535, "本机软电话端口不能大于65535"),
      deviceCheck: string<DeviceCheckMode>()
        .label("设备检测")
        .oneOf(Object.keys(deviceCheckModes) as DeviceCheckMode[]),
      conferenceEnds: flagField("创建人离开会议"),
      shortAbandonS: numberField("短放弃时限", { max: shortAbandonRules.most }),
    }),
    reply: countReply,
    tags: ["SeatSetting", "Seat"],
  }),
};
