/** 应急开关: one press closes an access number or a skill group, for those who wait there as well (docs/protocol.md Q13). */
import { array, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { targetField, targetRow, type TargetKind } from "../groups/targets.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

const prefix = "/sg/api/v1/emergency";
const tags = ["Emergency"];

export const emergencySubjects = { skillGroup: "技能组", number: "接入号码" } as const;
export type EmergencySubject = keyof typeof emergencySubjects;
const subjects = Object.keys(emergencySubjects) as EmergencySubject[];

/** announce: a sentence of one's own, then the end; target: somewhere else; close: the usual sentence. */
export const emergencyActions = { announce: "播放公告", target: "转到其他目标", close: "关闭" } as const;
export type EmergencyAction = keyof typeof emergencyActions;
const actions = Object.keys(emergencyActions) as EmergencyAction[];

/** Numbers or skill groups that one press switches. */
const mostSubjects = 200;

/** Where callers may be led; none: of the other actions. */
export const emergencyTargets = [
  "none",
  "skillGroup",
  "dispatchQueue",
  "seat",
  "flow",
] as const satisfies readonly TargetKind[];

/** Where each monitor's page shows what is switched. */
const pages = ["/skillgroupmonitor", "/queuelist", "/realtimemonitoring", "/headmanmonitor"] as const;
const press = roles(RoleTypes.supervisors, { button: "skillgroupmonitor.emergency", purview: "monitor" });
const choices = array()
  .of(object({ id: string().required(), label: string().required() }))
  .required();
const subject = () => string().label("对象").oneOf(subjects).required();

export const emergencyApi = defineResource({
  list: defineEndpoint({
    name: "emergencyList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Emergency switches that are on, the latest first",
    permission: onPages(roles(RoleTypes.supervisors), ...pages),
    reads: true,
    body: object({ compId: compField() }),
    reply: array()
      .of(
        object({
          subject: subject(),
          id: string().required(),
          name: string().defined(),
          action: string().oneOf(actions).required(),
          text: string().defined(),
          target: targetRow.required(),
          /** In words, as 技能组：客服一组（目标已停用）; '' where none is. */
          targetName: string().defined(),
          /** 1: the target is out of service or deleted; calls are answered as with close. */
          gone: number().oneOf([0, 1]).required(),
          /** Epoch ms, and who did it. */
          at: number().required(),
          by: string().defined(),
        }),
      )
      .required(),
    tags,
  }),
  choices: defineEndpoint({
    name: "emergencyChoices",
    method: "POST",
    path: `${prefix}/choices`,
    summary: "What may be switched, and where callers may be led; a monitor switches the groups of queueList alone",
    permission: press,
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      number: choices,
      group: choices,
      skillGroup: choices,
      dispatchQueue: choices,
      seat: choices,
      flow: choices,
    }),
    tags,
  }),
  set: defineEndpoint({
    name: "emergencySet",
    method: "POST",
    path: `${prefix}/set`,
    summary: "Switches a number or a skill group, or several of one kind, for those who wait as well",
    permission: press,
    body: object({
      compId: compField(),
      subject: subject(),
      /** One; '' where subjectIds name them. */
      id: string().label("对象").max(64).default(""),
      /** All of them or none is switched. */
      subjectIds: array()
        .label("对象")
        .of(string().required().max(64))
        .max(mostSubjects, `一次最多选择${mostSubjects}项`)
        .default([])
        .test("named", "请选择对象", (ids, { parent }) => ids.length > 0 || !!(parent as { id?: string }).id),
      action: string().label("处理方式").oneOf(actions).required(),
      text: lengthField("公告内容", 200)
        .default("")
        .when("action", { is: "announce", then: (field) => field.required("请输入公告内容") }),
      target: targetField("转到", emergencyTargets)
        .default(() => ({ kind: "none" as const, id: "" }))
        .test(
          "chosen",
          "请选择转到的目标",
          (target, { parent }) => (parent as { action?: string }).action !== "target" || target?.kind !== "none",
        ),
    }),
    tags,
  }),
  clear: defineEndpoint({
    name: "emergencyClear",
    method: "POST",
    path: `${prefix}/clear`,
    summary: "Calls go where they went before",
    permission: press,
    body: object({ compId: compField(), subject: subject(), id: idField("对象") }),
    tags,
  }),
});
