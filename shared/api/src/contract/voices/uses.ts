/** Where voice files are used. */
import { array, object, string } from "yup";
import { compField, countReply, idField, listBody } from "../crud.ts";
import { defineEndpoint, defineResource, listOf, onPages } from "../resource.ts";
import { managers, may } from "./parts.ts";
import { uses } from "./voices.ts";

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
    permission: onPages(managers, "/voicemanage"),
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
    permission: onPages(managers, "/voicemanage"),
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
    permission: onPages(managers, "/voicemanage"),
    reads: true,
    body: object({ compId: compField(), voiceId: idField("语音"), use: voiceUseField() }),
    reply: array()
      .of(target.shape({ current: string().defined() }))
      .required(),
    tags: allotTags,
  }),
});
