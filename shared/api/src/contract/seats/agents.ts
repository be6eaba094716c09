/**
 * /pbx/api/v1/agent: seats. A seat is the agent's row and its sign-in account (roleType 2 or 3) together; its account is its
 * seat id. Passwords are made by the server, shown once and changed at the first sign-in.
 */
import { RoleType, RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, countReply, listBody } from "../crud.ts";
import { forwardFields } from "./forwarding.ts";
import { flagField, limits, nameField, seatIdField } from "../fields.ts";
import { agentIdField, agentIds, prefix, tags, who } from "./parts.ts";
import { seatLeavingEndpoints } from "./leaving.ts";
import { seatSettingEndpoints } from "./seat-settings.ts";
import { isTelephone, telephoneText } from "../validators.ts";
import { defineEndpoint, defineResource, listOf, roles, onPages } from "../resource.ts";

export const chatMaxDefault = 5;

/** Of a new seat: the enterprise's own length is asked of page and server alike, so that both say one sentence. */
const newAgentIdField = () => seatIdField({ min: 1, max: limits.input });

const flag = () => number().oneOf([0, 1]).required();

export const agentRow = object({
  agentId: string().required(),
  name: string().required(),
  roleType: number().oneOf(RoleTypes.seats).required(),
  roleId: string().defined(),
  roleName: string().defined(),
  groupId: string().nullable().defined(),
  groupName: string().nullable().defined(),
  terminalType: number().oneOf([0, 1, 2, 4]).required(),
  /** Of terminal type 0: where the seat is rung. */
  phone: string().defined(),
  phoneConfirm: flag(),
  /** 呼转: modes between commas, and where to; both '': calls are not forwarded. */
  forwardModes: string().defined(),
  forwardTo: string().defined(),
  extension: string().nullable().defined(),
  isPopup: flag(),
  isAutoAnswer: number().oneOf([0, 1, 2]).required(),
  callStyle: flag(),
  recordMode: flag(),
  /** Key of loginAgentStateTexts. */
  loginAgentState: flag(),
  isHiddenNum: flag(),
  isTabs: flag(),
  /** Key of seatEnableTexts. */
  enable: number().oneOf([0, 1, 2]).required(),
  /** Own number of chats at once; null: the enterprise's. */
  maxSession: number().integer().nullable().defined(),
  skillGroups: array()
    .of(object({ id: string().required(), name: string().required() }))
    .required(),
  /** Seat status code now, with the name of a custom status. */
  status: number().integer().required(),
  customStatusName: string().nullable().defined(),
  statusSince: string().nullable().defined(),
  /** The initial password was not changed yet. */
  mustChange: flag(),
  createdAt: string().required(),
});

/** Fields of the query bar. Flags and codes come as text or number; '' is no filter. */
export const agentFilters = {
  agentId: string()
    .label("坐席工号")
    .matches(/^\d{0,8}$/, "坐席工号只能是数字"),
  name: string().label("姓名").max(30),
  extension: string()
    .label("分机号")
    .matches(/^\d{0,12}$/, "分机号只能是数字"),
  enable: string().oneOf(["", "0", "1"]).label("启用"),
  /** Seat status code. */
  status: string()
    .matches(/^\d{0,2}$/)
    .label("状态"),
  terminalType: string().oneOf(["", "0", "1", "2", "4"]).label("终端类型"),
  /** Exactly this group. */
  agentGroupId: string().label("坐席组").max(64),
  /** This group and the groups below it. */
  groupId: string().label("坐席组").max(64),
  skillGroupId: string().label("技能组").max(64),
  roleType: string().oneOf(["", "2", "3"]).label("角色"),
  /** '2,3' */
  roleTypes: string()
    .matches(/^(?:[0-4](?:,[0-4])*)?$/)
    .label("角色"),
  /** Seats that this monitor may monitor; for a caller of roleType 3 always its own. */
  monitorAgentId: string()
    .matches(/^\d{0,8}$/)
    .label("班长工号"),
  /** Named by the specification (POST agentList, section 7); all seats are of userType 1. */
  userType: string().oneOf(["", "1"]).label("用户类型"),
  isSuper: string().max(1),
  operator: string().max(1),
};

/** What is typed of a seat, without its id. */
export const seatFields = {
  name: nameField("姓名"),
  roleType: number().label("角色").oneOf(RoleTypes.seats, "请选择角色").required("请选择角色"),
  /** '' : the default role of its roleType. */
  roleId: string().label("权限角色").max(64).default(""),
  groupId: string().label("坐席组").max(64).default(""),
  terminalType: number().label("终端类型").oneOf([0, 1, 2, 4], "请选择终端类型").required("请选择终端类型"),
  /**
   * Of terminal type 0, which needs one: a number outside at which the seat is rung. Of others: a further telephone of the agent,
   * outside or an extension that no seat has, at which a talk can go on.
   */
  phone: string()
    .label("外线号码")
    .trim()
    .max(32)
    .default("")
    .when("terminalType", {
      is: 0,
      then: (s) =>
        s
          .required("终端类型为外线电话时，请填写外线号码")
          .test("telephone", telephoneText("外线号码"), (v) => isTelephone(v)),
      otherwise: (s) =>
        s.test(
          "telephone",
          `${telephoneText("外线号码")}，或未绑定坐席的分机`,
          (v) => !v || isTelephone(v) || /^\d{1,12}$/.test(v),
        ),
    }),
  /** Whoever answers there presses 1 before the call is put through: a mailbox does not. */
  phoneConfirm: flagField("按键确认接听").default(0),
  /** An extension of the enterprise that no other seat has; '' none. */
  extension: string()
    .label("分机")
    .matches(/^\d{0,12}$/, "分机号只能是数字")
    .default(""),
  ...forwardFields,
  isPopup: flagField("来电弹屏").default(1),
  isAutoAnswer: number().label("自动接听").oneOf([0, 1, 2]).default(0),
  callStyle: flagField("外呼方式").default(0),
  /** 1: recorded by themselves; 0: by hand. One 0 of number, group and seat is enough. */
  recordMode: flagField("自动录音").default(1),
  loginAgentState: flagField("聊天登录状态").default(0),
  isHiddenNum: flagField("隐藏号码").default(0),
  isTabs: flagField("弹屏方式").default(1),
  enable: flagField("启用").default(1),
};

/** Of a new seat what nobody says, in the form and in an import alike; as the fields above where these have a default. */
export const newSeat = {
  roleType: RoleType.agent,
  roleId: "",
  groupId: "",
  terminalType: 2,
  phone: "",
  phoneConfirm: 0,
  forwardModes: "",
  forwardTo: "",
  extension: "",
  isPopup: 1,
  isAutoAnswer: 0,
  callStyle: 0,
  recordMode: 1,
  loginAgentState: 0,
  isHiddenNum: 0,
  isTabs: 1,
  enable: 1,
} as const;

const passwordReply = object({
  agentId: string().required(),
  /** Shown once: stored nowhere in plain text. */ password: string().required(),
});

/** To follow a seat, or to set its status for it: 监控坐席, and a page that shows states of seats. */
export const maySupervise = onPages(
  roles(RoleTypes.supervisors, { purview: "monitor" }),
  "/enterprisehomepage",
  "/seathomepage",
  "/realtimemonitoring",
  "/headmanmonitor",
);

export const agentApi = defineResource({
  list: defineEndpoint({
    name: "agentList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Seats; a monitor sees its groups, an agent itself",
    permission: onPages(
      roles(RoleTypes.all),
      "/seats",
      "/seatsgroup",
      "/allotMember",
      "/extension",
      "/skillgroup",
      "/allotskill",
      "/dispatchqueue",
      "/setDnis",
      "/allocationDnis",
      "/allocationSeatCustomstatus",
      "/useraccount",
      "/callrecord",
      "/doublecallrecord",
      "/recordingpackagedownload",
      "/enterprisehomepage",
      "/seathomepage",
    ),
    reads: true,
    body: listBody(agentFilters, ["agentId", "name", "extension", "createdAt"]),
    reply: listOf(agentRow),
    tags,
  }),
  query: defineEndpoint({
    name: "agentQuery",
    method: "POST",
    path: `${prefix}/query`,
    summary: "One seat",
    permission: onPages(roles(RoleTypes.enterprise), "/seats", "/seathomepage"),
    reads: true,
    body: object({ compId: compField(), agentId: agentIdField() }),
    reply: agentRow,
    tags,
  }),
  add: defineEndpoint({
    name: "agentAdd",
    method: "POST",
    path: `${prefix}/add`,
    summary: "Adds a seat with its account",
    permission: who("seat.add"),
    body: object({ compId: compField(), agentId: newAgentIdField(), ...seatFields }),
    reply: passwordReply,
    tags,
  }),
  update: defineEndpoint({
    name: "agentUpdate",
    method: "POST",
    path: `${prefix}/update`,
    summary: "Changes a seat and its account",
    permission: who("seat.update"),
    body: object({ compId: compField(), agentId: agentIdField(), ...seatFields }),
    tags,
  }),
  delete: defineEndpoint({
    name: "agentDelete",
    method: "POST",
    path: `${prefix}/delete`,
    summary: "Deletes seats with their accounts; refused while one is in a call",
    permission: who("seat.delete"),
    body: object({ compId: compField(), ids: agentIds() }),
    reply: countReply,
    tags,
  }),
  enable: defineEndpoint({
    name: "agentEnable",
    method: "POST",
    path: `${prefix}/enable`,
    summary: "Puts seats in service",
    permission: who("seat.enable"),
    body: object({ compId: compField(), ids: agentIds() }),
    reply: countReply,
    tags,
  }),
  disEnable: defineEndpoint({
    name: "agentDisEnable",
    method: "POST",
    path: `${prefix}/disEnable`,
    summary: "Takes seats out of service at once; a call goes on to its end",
    permission: who("seat.enable"),
    body: object({ compId: compField(), ids: agentIds() }),
    reply: countReply,
    tags,
  }),
  reloadPassword: defineEndpoint({
    name: "agentReloadPassword",
    method: "POST",
    path: `${prefix}/reloadPassword`,
    summary: "A new initial password; ends the seat's sessions",
    permission: who("seat.reloadPassword"),
    body: object({ compId: compField(), agentId: agentIdField() }),
    reply: passwordReply,
    tags,
  }),
  ...seatLeavingEndpoints,
  ...seatSettingEndpoints,
  /** The specification names agentId, type and compId: type 1 follows the seat's state, 0 ends it. Answers whom the caller follows now. */
  putAgentMonitor: defineEndpoint({
    name: "putAgentMonitor",
    method: "POST",
    path: `${prefix}/putAgentMonitor`,
    summary: "Follows or stops following a seat's state",
    permission: maySupervise,
    body: object({ compId: compField(), agentId: agentIdField(), type: number().oneOf([0, 1]).required() }),
    reply: object({ agentIds: array().of(string().required()).required() }),
  }),
});
