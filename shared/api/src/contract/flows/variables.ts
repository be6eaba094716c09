/** What a flow keeps and what it says: its variables, the sounds of its wordings. */
import { array, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { flowRevisionField, flowTags as tags, nodeReply, onFlows, pressFlow } from "./parts.ts";

const ofFlow = { compId: compField(), flowId: idField("流程") };

export const assignedVariableApi = defineResource({
  list: defineEndpoint({
    name: "assignedVariable",
    method: "POST",
    path: "/ivr/api/v1/assignedVariable",
    summary: "Variables of a flow's draft: those it collects, and the nodes that set and read them",
    permission: onFlows,
    reads: true,
    body: object(ofFlow),
    reply: array()
      .of(
        object({
          vName: string().required(),
          vAlias: string().defined(),
          type: string().oneOf(["text", "number", "boolean", "list"]).required(),
          value: string().defined(),
          /** 1: set by the engine, read-only. */
          system: number().oneOf([0, 1]).required(),
          setBy: array().of(nodeReply).required(),
          readBy: array().of(nodeReply).required(),
        }),
      )
      .required(),
    tags,
  }),
});

export const recordSetApi = defineResource({
  list: defineEndpoint({
    name: "recordSet",
    method: "POST",
    path: "/ivr/api/v1/recordSet",
    summary: "Wordings of a flow's draft, and which of them have sound",
    permission: onFlows,
    reads: true,
    body: object(ofFlow),
    reply: object({
      revision: number().required(),
      list: array()
        .of(
          nodeReply.shape({
            talkKey: string().required(),
            playType: string().oneOf(["audio", "tts", "prompt"]).required(),
            text: string().defined(),
            audios: array()
              .of(object({ id: string().required(), name: string().defined(), durationMs: number().required() }))
              .required(),
            /** audio: every sound is there; tts: there is a text. */
            sounds: number().oneOf([0, 1]).required(),
          }),
        )
        .required(),
    }),
    tags: [...tags, "Voice"],
  }),
  /** Wordings are said by these voices from now on; []: spoken from their text again. */
  save: defineEndpoint({
    name: "recordSetSave",
    method: "POST",
    path: "/ivr/api/v1/recordSet/save",
    summary: "Gives wordings of a flow's draft their sounds",
    permission: pressFlow("edit"),
    body: object({
      ...ofFlow,
      revision: flowRevisionField().required("请填写修订号"),
      wordings: array()
        .label("话术")
        .of(
          object({
            talkKey: idField("话术"),
            audios: array().label("语音").of(string().required().max(64)).max(20).required(),
          }),
        )
        .min(1, "请选择话术")
        .max(500)
        .required(),
    }),
    reply: object({ revision: number().required() }),
    tags,
  }),
});
