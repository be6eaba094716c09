/** 满意度评价: the flow that asks customers for marks after their talks, instead of the built-in question. */
import { number, object, string } from "yup";
import { compField } from "../crud.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { flowPrefix, onFlows, pressFlow } from "./parts.ts";

const tags = ["Flow"];

export const flowSurveyApi = defineResource({
  find: defineEndpoint({
    name: "flowSurveyFind",
    method: "POST",
    path: `${flowPrefix}/survey`,
    summary: "The flow that asks for marks after talks",
    permission: onFlows,
    reads: true,
    body: object({ compId: compField() }),
    reply: object({
      /** '': the built-in question. */
      flowId: string().defined(),
      flowName: string().defined(),
      /** Switched off, the built-in question is asked. */
      enabled: number().oneOf([0, 1]).required(),
    }),
    tags,
  }),
  save: defineEndpoint({
    name: "flowSurveySave",
    method: "POST",
    path: `${flowPrefix}/survey/save`,
    summary: "Chooses the flow that asks for marks after talks",
    permission: pressFlow("edit"),
    body: object({
      compId: compField(),
      /** '': the built-in question. */
      flowId: string().label("满意度流程").max(64).defined(),
    }),
    tags,
  }),
});
