/** Voice files (语音管理): uploaded, recorded or synthesised. */
import { array, number, object, string } from "yup";
import { compField, countReply, deleteBody, idField, idReply, listBody } from "../crud.ts";
import { lengthField, limits, nameField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, timeouts, onPages } from "../resource.ts";
import { managers, may } from "./parts.ts";

/** upload: a file; record: spoken into the browser; tts: synthesised from text. */
export const voiceSources = { upload: "上传文件", record: "网页录制", tts: "文字合成" } as const;
export type VoiceSource = keyof typeof voiceSources;
const sources = Object.keys(voiceSources) as VoiceSource[];

/** What a voice is used for. */
export const voiceUses = { music: "等待音乐", notice: "等待提示", greeting: "接入号码欢迎语" } as const;
export type VoiceUse = keyof typeof voiceUses;
export const uses = Object.keys(voiceUses) as VoiceUse[];

const path = "/pbx/api/v1/voice";
const tags = ["Voice"];
const name = () => nameField("语音名称");
export const voiceTextField = () => lengthField("合成文字", 500).required("请输入合成文字");
const nameBody = { compId: compField(), name: name(), remark: remarkField() };

/** Where voices and texts are listened to. */
const hearing = onPages(managers, "/voicemanage", "/processconfig", "/knownnav", "/satisfaction/knownnav");

export const voiceApi = defineResource({
  list: defineEndpoint({
    name: "voiceList",
    method: "POST",
    path: `${path}/list`,
    summary: "Voice files",
    permission: onPages(
      managers,
      "/voicemanage",
      "/setDnis",
      "/skillgroup",
      "/dispatchqueue",
      "/suspendtarget",
      "/knowledgebaseclassify",
    ),
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
    permission: hearing,
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
    permission: hearing,
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
    permission: onPages(managers, "/voicemanage"),
    reads: true,
    body: object({ compId: compField(), id: idField() }),
    reply: array()
      .of(object({ kind: string().required(), name: string().required() }))
      .required(),
    tags,
  }),
});
