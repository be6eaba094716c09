/** 语音通知模板: what a voice notice says, which keys answer it, and the sheet's columns that its text names as ${列名}. */
import { array, object, string, type InferType } from "yup";
import { compField, crud } from "../crud.ts";
import { flagField, lengthField, nameField, numberField, remarkField } from "../fields.ts";
import { flowVoiceField } from "../flows/parts.ts";
import { defineEndpoint, defineResource, onPages, roles, timeouts } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { listPages, taskPages, taskPrefix } from "./parts.ts";

export const noticePage = "/voicenotice";
const press = (verb: string) => roles(RoleTypes.administrators, { button: `voiceNotice.${verb}` });

export const noticeLimits = { text: 500, goodbye: 200, replies: 9, repeats: 5, variables: 20 } as const;
/** 0 to 9, * and #. */
export const noticeKeys: readonly string[] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "*", "#"];

const named = /\$\{([^${}]*)\}/g;
/** The columns that a text names, each once, in order. */
export const noticeVariables = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(named), ([, name = ""]) => name.trim())),
];
/** The text with these values; what has none is left out, as in a call. */
export const noticeText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(named, (_all, name: string) => {
    const key = name.trim();
    return Object.hasOwn(values, key) ? values[key]! : "";
  });

/** 'contact' is the customer's name of the row. */
export const contactVariable = "客户姓名";

const spokenField = (label: string, max: number) =>
  lengthField(label, max)
    .test("names", `${label}中的变量名应为1到30个字符`, (text) =>
      noticeVariables(text ?? "").every((name) => name.length >= 1 && name.length <= 30),
    )
    .test(
      "most",
      `${label}最多使用${noticeLimits.variables}个变量`,
      (text) => noticeVariables(text ?? "").length <= noticeLimits.variables,
    );

const keyField = (label: string) =>
  string()
    .label(label)
    .oneOf([...noticeKeys], "请选择按键");

const reply = object({
  key: keyField("按键").required("请选择按键"),
  /** What the call's result is then. */
  text: nameField("回复内容"),
  /** The customer wants no calls any more: 谢绝来电 over all tasks. */
  refuses: flagField("谢绝来电").default(0),
});
export type NoticeReply = InferType<typeof reply>;

const fields = {
  name: nameField("模板名称"),
  text: spokenField("通知内容", noticeLimits.text).required("请输入通知内容"),
  /** JSON text of a FlowVoice; '': the enterprise's own. */
  tts: flowVoiceField().default(""),
  repeats: numberField("播放遍数", { min: 1, max: noticeLimits.repeats }).default(2),
  /** '': nothing is confirmed. */
  confirmKey: string()
    .label("确认键")
    .oneOf(["", ...noticeKeys], "请选择按键")
    .default(""),
  replies: array()
    .label("回复键")
    .of(reply)
    .max(noticeLimits.replies, `回复键最多${noticeLimits.replies}个`)
    .default([])
    .test("apart", "回复键不能重复，也不能与确认键相同", (list, { parent }) => {
      const keys = [(parent as { confirmKey?: string }).confirmKey ?? "", ...(list ?? []).map(({ key }) => key)];
      const used = keys.filter((key) => key !== "" && key !== undefined);
      return new Set(used).size === used.length;
    }),
  goodbye: spokenField("结束语", noticeLimits.goodbye).default(""),
  remark: remarkField().default(""),
};

const row = object({
  id: string().required(),
  ...fields,
  /** Columns that the text and the goodbye name. */
  variables: array().of(string().required()).required(),
  /** Tasks that use it. */
  tasks: numberField("任务").required(),
  updatedAt: string().required(),
});

const reads = onPages(roles(RoleTypes.administrators), noticePage, taskPages[5].list, taskPages[5].numbers);

export const voiceNoticeApi = defineResource({
  ...crud({
    name: "voiceNotice",
    prefix: `${taskPrefix}/voiceNotice`,
    noun: "template of voice notification",
    tag: "VoiceNotice",
    row,
    filters: { name: lengthField("模板名称") },
    sortable: ["name", "updatedAt"],
    fields,
    permission: { list: reads, add: press("add"), update: press("update"), delete: press("delete") },
  }),
  /** Engines that may speak it, with their voices. */
  voices: defineEndpoint({
    name: "voiceNoticeVoices",
    method: "POST",
    path: `${taskPrefix}/voiceNotice/voices`,
    summary: "Engines and voices that may speak a notice",
    // An experiment of a task names voices, too.
    permission: onPages(roles(RoleTypes.administrators), noticePage, ...listPages),
    reads: true,
    body: object({ compId: compField() }),
    reply: array()
      .of(
        object({
          id: string().required(),
          name: string().required(),
          voices: array()
            .of(object({ name: string().required(), label: string().required() }))
            .required(),
        }),
      )
      .required(),
    tags: ["Engine"],
  }),
  /** audio/wav, kept nowhere; text: with its sample values already in it. */
  preview: defineEndpoint({
    name: "voiceNoticePreview",
    method: "GET",
    path: `${taskPrefix}/voiceNotice/preview`,
    summary: "A notice as it would be spoken",
    permission: onPages(roles(RoleTypes.administrators), noticePage),
    query: object({
      compId: compField(),
      text: lengthField("通知内容", 2_000).required("请输入通知内容"),
      tts: flowVoiceField().default(""),
    }),
    produces: "binary",
    timeoutMs: timeouts.upload,
    ratePerMinute: 30,
  }),
});
