/** 运营商提示音: recordings that promptCarriers play before an answer, each with the call result that it means (dialling.md C7). */
import { array, number, object, string } from "yup";
import { callResults } from "../call-results.ts";
import { compField, countReply, deleteBody, idField, idReply, listBody } from "../crud.ts";
import { flagField, lengthField, limits, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, filesField, listOf, onPages, roles, timeouts } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { taskPages, taskPrefix } from "./parts.ts";

/** Administrators look for it where they dial automatically. */
export const carrierPromptPage = taskPages[3].list;
const press = (verb: string) => roles(RoleTypes.administrators, { button: `carrierPrompt.${verb}` });
const reads = onPages(roles(RoleTypes.administrators), carrierPromptPage);

export const carrierPromptLimits = { samples: 60, seconds: 30, soundingMs: 1_000 } as const;

export const promptCarriers = {
  mobile: "中国移动",
  unicom: "中国联通",
  telecom: "中国电信",
  broadnet: "中国广电",
  other: "其他",
} as const;
export type CarrierKey = keyof typeof promptCarriers;
const carrierKeys = Object.keys(promptCarriers) as CarrierKey[];

/** What an announcement may mean: 关机 and its like, not what becomes of a call by itself. */
export const announcedCodes: readonly number[] = Object.keys(callResults)
  .map(Number)
  .filter((code) => code > 200);

/** What one may be cut from: sound of a line that nobody answered and nothing recognised, or the recording of a dialled call. */
export const promptSources = { early: "接通前", record: "接通后" } as const;
export type PromptSource = keyof typeof promptSources;

/**
 * How much of lines before their answer is kept to be cut from, of each enterprise: the newest, of so many days, each with so much voice
 * at least; and how many calls are shown to choose from.
 */
export const earlyLimits = { kept: 20, days: 7, voiceMs: 500, shown: 50 } as const;

const sourceField = () =>
  string<PromptSource>()
    .label("录音来源")
    .oneOf(Object.keys(promptSources) as PromptSource[], "请选择录音来源")
    .required("请选择录音来源");
const callField = () => idField("通话");
const secondField = (label: string) => numberField(label, { max: 86_400, integer: false }).required(`请输入${label}`);

const fields = {
  name: nameField("提示音名称"),
  code: number()
    .label("呼叫结果")
    .oneOf([...announcedCodes], "请选择呼叫结果")
    .required("请选择呼叫结果"),
  carrier: string<CarrierKey>().label("运营商").oneOf(carrierKeys, "请选择运营商").required("请选择运营商"),
  enabled: flagField("启用").default(1),
  /** 0: who is called may still answer, as after 请不要挂机. */
  hangsUp: flagField("识别后挂断").default(1),
  remark: remarkField().default(""),
};

const row = object({
  id: string().required(),
  ...fields,
  durationMs: number().required(),
  createdAt: string().required(),
  createdBy: string().defined(),
});

const path = `${taskPrefix}/carrierPrompt`;
const tags = ["CarrierPrompt"];

/** One of the enterprise's recordings, laid on what was tried. */
const laid = object({
  id: string().required(),
  name: string().required(),
  code: number().required(),
  enabled: number().required(),
  /** Of 100, how much is alike: chance is 50; null: too little of it can be compared. */
  alike: number().defined().nullable(),
  /** Of 100, how much of the recording was heard. */
  heard: number().defined().nullable(),
});

export const carrierPromptApi = defineResource({
  list: defineEndpoint({
    name: "carrierPromptList",
    method: "POST",
    path: `${path}/list`,
    summary: "Announcements of carriers",
    permission: reads,
    reads: true,
    body: listBody(
      {
        name: lengthField("提示音名称"),
        carrier: string()
          .label("运营商")
          .oneOf(["", ...carrierKeys]),
      },
      ["name", "code", "createdAt"],
    ),
    reply: listOf(row),
    tags,
  }),
  /** files: one wav or mp3; converted to the switch's format, its fingerprint kept. */
  add: defineEndpoint({
    name: "carrierPromptAdd",
    method: "POST",
    path: `${path}/add`,
    summary: "Adds an announcement from a file",
    permission: press("add"),
    encoding: "multipart",
    maxBytes: limits.uploadBytes,
    timeoutMs: timeouts.upload,
    body: object({ compId: compField(), ...fields, files: filesField("录音文件") }),
    reply: idReply,
    tags,
  }),
  /** Dialled calls whose sound is kept, the newest first; phone: the whole number. */
  sources: defineEndpoint({
    name: "carrierPromptSources",
    method: "POST",
    path: `${path}/sources`,
    summary: "Dialled calls that an announcement may be cut from",
    permission: reads,
    reads: true,
    body: object({ compId: compField(), source: sourceField(), phone: lengthField("客户号码", 32).default("") }),
    reply: array()
      .of(
        object({
          callId: string().required(),
          at: string().required(),
          phone: string().defined(),
          task: string().defined(),
          /** Its call result; null: it has none yet. */
          code: number().defined().nullable(),
          durationMs: number().required(),
        }),
      )
      .required(),
    tags,
  }),
  /** audio/wav: the callee's side alone. */
  source: defineEndpoint({
    name: "carrierPromptSource",
    method: "GET",
    path: `${path}/source`,
    summary: "The sound of a dialled call that an announcement may be cut from",
    permission: reads,
    query: object({ compId: compField(), source: sourceField(), callId: callField() }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  /** Seconds of what `source` gives. */
  cut: defineEndpoint({
    name: "carrierPromptCut",
    method: "POST",
    path: `${path}/cut`,
    summary: "Adds an announcement from a piece of a dialled call's sound",
    permission: press("add"),
    timeoutMs: timeouts.upload,
    body: object({
      compId: compField(),
      ...fields,
      source: sourceField(),
      callId: callField(),
      from: secondField("起点"),
      to: secondField("终点").test(
        "order",
        "终点应晚于起点",
        (to, { parent }) => to === undefined || !((parent as { from?: number }).from! >= to),
      ),
    }),
    reply: idReply,
    tags,
  }),
  update: defineEndpoint({
    name: "carrierPromptUpdate",
    method: "POST",
    path: `${path}/update`,
    summary: "Changes what an announcement means",
    permission: press("update"),
    body: object({ compId: compField(), id: idField(), ...fields }),
    tags,
  }),
  delete: defineEndpoint({
    name: "carrierPromptDelete",
    method: "POST",
    path: `${path}/delete`,
    summary: "Deletes announcements",
    permission: press("delete"),
    body: deleteBody(),
    reply: countReply,
    tags,
  }),
  /** audio/wav */
  play: defineEndpoint({
    name: "carrierPromptPlay",
    method: "GET",
    path: `${path}/play`,
    summary: "The sound of an announcement",
    permission: reads,
    query: object({ compId: compField(), id: idField() }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  /** What a call would make of this sound before its answer. files: one wav or mp3, kept nowhere. */
  try: defineEndpoint({
    name: "carrierPromptTry",
    method: "POST",
    path: `${path}/try`,
    summary: "Which announcement a sound is",
    permission: reads,
    encoding: "multipart",
    maxBytes: limits.uploadBytes,
    timeoutMs: timeouts.upload,
    ratePerMinute: 30,
    body: object({ compId: compField(), files: filesField("录音文件") }),
    reply: object({
      /** '': none of those that are enabled. */
      id: string().defined(),
      code: number().defined().nullable(),
      /** The nearest first, at most ten. */
      nearest: array().of(laid).required(),
    }),
    tags,
  }),
});
