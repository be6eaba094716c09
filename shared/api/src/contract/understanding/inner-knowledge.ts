/** Questions of callers and their answers, which the knowledge node speaks. */
import { array, number, object, string } from "yup";
import { crud, idField } from "../crud.ts";
import { flagField, lengthField } from "../fields.ts";
import { defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { understandingLimits } from "./limits.ts";

const press = (button: string) => roles(RoleTypes.administrators, { button });
const { question, similar, answer } = understandingLimits;

export const innerKnowledgeApi = defineResource(
  crud({
    name: "innerKnowledge",
    prefix: "/ivr/api/v1/innerKnowledge",
    noun: "question of the inner knowledge",
    tag: "InnerKnowledge",
    row: object({
      id: string().required(),
      classId: string().required(),
      className: string().required(),
      question: string().required(),
      similar: array().of(string().required()).required(),
      answer: string().defined(),
      /** '': the answer is spoken from its text. */
      voiceId: string().defined(),
      voiceName: string().defined(),
      enabled: number().required(),
      hits: number().required(),
      updateTime: string().required(),
    }),
    filters: {
      /** With the classes below it. */
      classId: string().label("分类").max(64),
      keyword: lengthField("问题", 60),
      enabled: string().label("状态").oneOf(["", "0", "1"]),
    },
    sortable: ["question", "hits", "updateTime"],
    fields: {
      classId: idField("分类"),
      question: lengthField("问题", question).required("请输入问题"),
      similar: array()
        .label("相似问法")
        .of(lengthField("相似问法", question).required("相似问法不能为空"))
        .max(similar, `相似问法最多${similar}条`)
        .default([]),
      answer: lengthField("答案", answer),
      voiceId: string().label("录音").max(64),
      enabled: flagField("启用").default(1),
    },
    permission: {
      list: onPages(roles(RoleTypes.administrators), "/knowledgebaseclassify"),
      add: press("innerKnowledge.add"),
      update: press("innerKnowledge.update"),
      delete: press("innerKnowledge.delete"),
    },
  }),
);
