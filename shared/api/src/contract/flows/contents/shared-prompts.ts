/** 共享话术: what wordings of flows name (播放方式 共享话术), said by the language of the call. */
import { array, object, string } from "yup";
import { compField } from "../../crud.ts";
import { defineEndpoint, defineResource } from "../../resource.ts";
import { promptLimits, readPrompt } from "./prompt.ts";
import { contentReaders, contentResource } from "./resource.ts";

const prefix = "/callin/api/v1/sharedPrompt";

export const sharedPromptApi = defineResource({
  ...contentResource({
    name: "sharedPrompt",
    prefix,
    noun: "shared prompt",
    label: "共享话术",
    tag: "SharedPrompt",
    summary: {
      /** The first is for every language that has no wording. */
      languages: array().of(string().required()).required(),
      /** Of that one, the beginning; '': it is a voice. */
      text: string().defined(),
      voices: array().of(string().required()).required(),
    },
    read: readPrompt,
    most: promptLimits.text,
  }),
  /** What a wording may be: supervisors do not see 语音管理. */
  voices: defineEndpoint({
    name: "sharedPromptVoices",
    method: "POST",
    path: `${prefix}/voices`,
    summary: "Voices that a shared prompt may say, by name",
    permission: contentReaders,
    reads: true,
    body: object({ compId: compField() }),
    reply: array()
      .of(object({ id: string().required(), name: string().required() }))
      .required(),
    tags: ["Voice"],
  }),
});
