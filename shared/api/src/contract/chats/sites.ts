/** 接入方式: web chat sites (screens.md, im). The list is the specification's webList (realtime.md section 7, "Instant messaging"). */
import { array, number, object, string } from "yup";
import { compField, crud, listBody } from "../crud.ts";
import { flagField, lengthField, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

/** realtime.md section 3, "Access modes". */
export const accessModes = { im: 0, enterpriseWechat: 1, wechat: 2, app: 3 } as const;

export const chatTargetKinds = { flow: "流程", skillGroup: "技能组" } as const;
export type ChatTargetKind = keyof typeof chatTargetKinds;
const targetKindKeys = Object.keys(chatTargetKinds) as ChatTargetKind[];

export const chatSitePage = "/accessmode";

const fields = {
  webName: nameField("网站名称"),
  title: nameField("窗口标题"),
  color: string()
    .label("主题色")
    .trim()
    .matches(/^#[0-9a-fA-F]{6}$/, "主题色为#加6位十六进制数")
    .default("#1f6feb"),
  greeting: lengthField("欢迎语", 200).default(""),
  targetKind: string<ChatTargetKind>().label("接待方式").oneOf(targetKindKeys).required("请选择接待方式"),
  targetId: string().label("接待目标").max(64).required("请选择接待目标"),
  /** '': always. */
  timeRuleId: string().label("服务时间").max(64).default(""),
  offWords: lengthField("非服务时间提示", 200).default("您好，现在是非服务时间，请在服务时间内联系我们。"),
  /** Minutes without a word of the visitor; then it ends. */
  idleMinutes: numberField("无消息自动结束", { min: 1, max: 120 }).default(10),
  /** 0: nobody waits, whom no agent can take at once is told so. */
  maxWaiting: numberField("排队上限", { min: 0, max: 1_000 }).default(50),
  enable: flagField("状态").default(1),
  remark: remarkField().default(""),
};

/** off 1: switched off, or without a published version: shown where it is the choice already. */
const choices = () =>
  array()
    .of(object({ id: string().required(), name: string().required(), off: number().oneOf([0, 1]).required() }))
    .required();

const managers = roles(RoleTypes.administrators);
const press = (verb: string) => roles(RoleTypes.administrators, { button: `chatSite.${verb}` });

const {
  add,
  update,
  delete: remove,
} = crud({
  name: "chatSite",
  prefix: "/im/api/v1/web",
  noun: "web chat site",
  tag: "ChatSite",
  row: object(),
  filters: {},
  fields,
  permission: {
    list: onPages(managers, chatSitePage),
    add: press("add"),
    update: press("update"),
    delete: press("delete"),
  },
});

export const chatSiteApi = defineResource({
  list: defineEndpoint({
    name: "chatSiteList",
    method: "POST",
    path: "/im/api/v1/webList",
    summary: "List of web chat sites",
    permission: onPages(managers, chatSitePage),
    reads: true,
    body: listBody(
      {
        webName: string().label("网站名称").max(30),
        enabled: number().label("状态").oneOf([0, 1]),
        /** The specification's words for the enterprise and the kind of access: 0, im, is the only one there is yet. */
        companyId: compField(),
        level: number().label("接入类型").oneOf([accessModes.im]),
      },
      ["webName", "createTime"],
    ),
    reply: listOf(
      object({
        id: string().required(),
        webName: string().required(),
        /** What the page's address and the embedded script carry; it is no secret. */
        webKey: string().required(),
        title: string().required(),
        color: string().required(),
        greeting: string().defined(),
        targetKind: string().oneOf(targetKindKeys).required(),
        targetId: string().required(),
        /** null: it is gone. What is switched off is `off` among the choices. */
        targetName: string().nullable().defined(),
        timeRuleId: string().defined(),
        timeRuleName: string().nullable().defined(),
        offWords: string().defined(),
        idleMinutes: number().required(),
        maxWaiting: number().required(),
        enable: number().required(),
        remark: string().defined(),
        createTime: string().required(),
        /** Conversations that are open now. */
        open: number().integer().required(),
      }),
    ),
    tags: ["ChatSite"],
  }),
  add,
  update,
  delete: remove,
  /** Flows of an IVR or a robot with a published version, skill groups and time rules that may be chosen. */
  choices: defineEndpoint({
    name: "chatSiteChoices",
    method: "POST",
    path: "/im/api/v1/web/choices",
    summary: "What a web chat site may lead to, and its time rules",
    permission: onPages(managers, chatSitePage),
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      flows: choices(),
      skillGroups: choices(),
      timeRules: choices(),
    }),
    tags: ["ChatSite"],
  }),
});
