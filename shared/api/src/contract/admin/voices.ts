/** Voice files and where they are used (screens.md, 语音管理). */
import { array, number, object, string } from "yup";
import { defineEndpoint, defineResource, listOf, roles, timeouts, type Endpoint } from "../resource.ts";
import { crudButtons, type PageButtons } from "./buttons.ts";
import { compField, countReply, deleteBody, idField, idReply, listBody } from "./crud.ts";
import { lengthField, limits, nameField, remarkField } from "./fields.ts";

/** upload: a file; record: spoken into the browser; tts: synthesised from text. */
export const voiceSources = { upload: "上传文件", record: "网页录制", tts: "文字合成" } as const;
export type VoiceSource = keyof typeof voiceSources;
const sources = Object.keys(voiceSources) as VoiceSource[];

/** What a voice is used for. */
export const voiceUses = { music: "等待音乐", notice: "等待提示", greeting: "接入号欢迎语" } as const;
export type VoiceUse = keyof typeof voiceUses;
const uses = Object.keys(voiceUses) as VoiceUse[];

const managers = roles([1, 4]);
const may = (verb: string) => roles([1, 4], { button: `voice.${verb}` });
const path = "/pbx/api/v1/voice";
const tags = ["Voice"];
const name = () => nameField("语音名称");
export const voiceTextField = () => lengthField("合成文字", 500).required("请输入合成文字");
const nameBody = { compId: compField(), name: name(), remark: remarkField() };

export const voiceApi = defineResource({
  list: defineEndpoint({
    name: "voiceList",
    method: "POST",
    path: `${path}/list`,
    summary: "Voice files",
    permission: managers,
    reads: true,
    tags,
    body: listBody(
      {
        name: string().label("语音名称").max(limits.input),
        source: string()
          .label("来源")
          .oneOf(["", ...sources]),
      },
      ["name", "durationMs", "createdAt"],
    ),
    reply: listOf(
      object({
        id: string().required(),
        name: string().required(),
        source: string().oneOf(sources).required(),
        text: string().defined(),
        durationMs: number().required(),
        bytes: number().required(),
        remark: string().defined(),
        createdAt: string().required(),
        createdBy: string().defined(),
        uses: number().required(),
      }),
    ),
  }),
  /** files: one wav or mp3, at most 10 MB; converted to the switch's format. */
  add: defineEndpoint({
    name: "voiceAdd",
    method: "POST",
    path: `${path}/add`,
    summary: "Adds a voice from a file",
    permission: may("add"),
    encoding: "multipart",
    maxBytes: limits.uploadBytes,
    timeoutMs: timeouts.upload,
    body: object({ ...nameBody, source: string().label("来源").oneOf(["upload", "record"]).required() }),
    reply: idReply,
    tags,
  }),
  synthesise: defineEndpoint({
    name: "voiceSynthesise",
    method: "POST",
    path: `${path}/synthesise`,
    summary: "Adds a voice spoken from text",
    permission: may("add"),
    timeoutMs: timeouts.upload,
    body: object({ ...nameBody, text: voiceTextField() }),
    reply: idReply,
    tags,
  }),
  /** Name, remark, and the text of a synthesised one, which is spoken anew. */
  update: defineEndpoint({
    name: "voiceUpdate",
    method: "POST",
    path: `${path}/update`,
    summary: "Changes a voice",
    permission: may("update"),
    timeoutMs: timeouts.upload,
    body: object({ ...nameBody, id: idField(), text: lengthField("合成文字", 500) }),
    tags,
  }),
  replace: defineEndpoint({
    name: "voiceReplace",
    method: "POST",
    path: `${path}/replace`,
    summary: "Another file for a voice",
    permission: may("update"),
    encoding: "multipart",
    maxBytes: limits.uploadBytes,
    timeoutMs: timeouts.upload,
    body: object({
      compId: compField(),
      id: idField(),
      source: string().label("来源").oneOf(["upload", "record"]).required(),
    }),
    tags,
  }),
  delete: defineEndpoint({
    name: "voiceDelete",
    method: "POST",
    path: `${path}/delete`,
    summary: "Deletes voices",
    permission: may("delete"),
    body: deleteBody(),
    reply: countReply,
    tags,
  }),
  /** audio/wav */
  play: defineEndpoint({
    name: "voicePlay",
    method: "GET",
    path: `${path}/play`,
    summary: "The sound of a voice",
    permission: managers,
    query: object({ compId: compField(), id: idField() }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  /** audio/wav, kept nowhere. */
  preview: defineEndpoint({
    name: "voicePreview",
    method: "GET",
    path: `${path}/preview`,
    summary: "Text as it would be spoken",
    permission: managers,
    query: object({ text: voiceTextField() }),
    produces: "binary",
    timeoutMs: timeouts.upload,
    ratePerMinute: 30,
  }),
  /** Everything that plays it, in words. */
  uses: defineEndpoint({
    name: "voiceUses",
    method: "POST",
    path: `${path}/uses`,
    summary: "Where a voice is used",
    permission: managers,
    reads: true,
    body: object({ compId: compField(), id: idField() }),
    reply: array()
      .of(object({ kind: string().required(), name: string().required() }))
      .required(),
    tags,
  }),
});

const voiceUseField = () => string().label("用途").oneOf(uses).required("请选择用途");
const target = object({ id: string().required(), name: string().required() });
const allotPath = "/pbx/api/v1/voiceResource";
const targets = () => array().label("对象").of(string().required().max(64)).min(1, "请选择对象").max(500).required();
const allotTags = ["Voice", "SkillGroup", "AccessNumber"];

/** Voices allotted to skill groups (music and notice while waiting) and access numbers (greeting). */
export const voiceResourceApi = defineResource({
  list: defineEndpoint({
    name: "voiceResourceList",
    method: "POST",
    path: `${allotPath}/list`,
    summary: "Which voice is used where",
    permission: managers,
    reads: true,
    body: listBody({ voiceId: string().max(64), use: string().oneOf(["", ...uses]) }),
    reply: listOf(
      object({
        voiceId: string().required(),
        voiceName: string().required(),
        use: string().oneOf(uses).required(),
        targetId: string().required(),
        targetName: string().required(),
      }),
    ),
    tags: allotTags,
  }),
  add: defineEndpoint({
    name: "voiceResourceAdd",
    method: "POST",
    path: `${allotPath}/add`,
    summary: "Allots a voice",
    permission: may("allot"),
    body: object({ compId: compField(), voiceId: idField("语音"), use: voiceUseField(), targetIds: targets() }),
    reply: countReply,
    tags: allotTags,
  }),
  /** Another voice for one target. */
  update: defineEndpoint({
    name: "voiceResourceUpdate",
    method: "POST",
    path: `${allotPath}/update`,
    summary: "Changes which voice a target plays",
    permission: may("allot"),
    body: object({ compId: compField(), voiceId: idField("语音"), use: voiceUseField(), targetId: idField("对象") }),
    tags: allotTags,
  }),
  delete: defineEndpoint({
    name: "voiceResourceDelete",
    method: "POST",
    path: `${allotPath}/delete`,
    summary: "Takes a voice away",
    permission: may("allot"),
    body: object({ compId: compField(), voiceId: idField("语音"), use: voiceUseField(), targetIds: targets() }),
    reply: countReply,
    tags: allotTags,
  }),
  allotList: defineEndpoint({
    name: "voiceAllotList",
    method: "POST",
    path: `${allotPath}/allotList`,
    summary: "Targets that play a voice",
    permission: managers,
    reads: true,
    body: object({ compId: compField(), voiceId: idField("语音"), use: voiceUseField() }),
    reply: array().of(target).required(),
    tags: allotTags,
  }),
  notAllotList: defineEndpoint({
    name: "voiceNotAllotList",
    method: "POST",
    path: `${allotPath}/notAllotList`,
    summary: "Targets that do not play a voice",
    permission: managers,
    reads: true,
    body: object({ compId: compField(), voiceId: idField("语音"), use: voiceUseField() }),
    reply: array()
      .of(target.shape({ current: string().defined() }))
      .required(),
    tags: allotTags,
  }),
});

export const voicesEndpoints: readonly Endpoint[] = [voiceApi, voiceResourceApi].flatMap((api) =>
  Object.values<Endpoint>(api),
);

export const voicesButtons: PageButtons = {
  "/voicemanage": [...crudButtons("voice", ["A"]), { code: "voice.allot", name: "分配", who: ["A"] }],
};
