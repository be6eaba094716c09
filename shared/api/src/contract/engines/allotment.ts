/** Which enterprise uses which speech engine, in which order (引擎分配). Without a row the built-in ones are used. */
import { array, number, object, string } from "yup";
import { compField, countReply, listBody } from "../crud.ts";
import { lengthField, numberField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { engineLimits } from "./engines.ts";
import { engineKinds, type EngineKind } from "./providers.ts";

const kinds = Object.keys(engineKinds) as readonly EngineKind[];
/** The first is used; the others when it fails or is full. */
export const mostAllotted = 5;

/** How it speaks where nothing else says how: per cent, per cent, 50 is the voice's own. */
const voiceFields = {
  voice: lengthField("发音人", engineLimits.voiceChars),
  speed: numberField("语速", { min: 50, max: 200 }).default(100),
  volume: numberField("音量", { max: 100 }).default(100),
  pitch: numberField("音调", { max: 100 }).default(50),
};

const allotted = () =>
  array()
    .of(
      object({
        engineId: string().required(),
        engineName: string().required(),
        enabled: number().required(),
        voice: string().defined(),
        speed: number().required(),
        volume: number().required(),
        pitch: number().required(),
      }),
    )
    .required();

export const engineAllotApi = defineResource({
  list: defineEndpoint({
    name: "engineAllotList",
    method: "POST",
    path: "/pbx/api/v1/engine/allotList",
    summary: "Enterprises with the speech engines they use",
    permission: onPages(roles(RoleTypes.operators), "/allocationEngine"),
    reads: true,
    body: listBody({ compName: lengthField("企业名称") }, ["compId", "compName"]),
    reply: listOf(
      object({ compId: string().required(), compName: string().defined(), tts: allotted(), asr: allotted() }),
    ),
    tags: ["Engine"],
  }),
  allot: defineEndpoint({
    name: "engineAllot",
    method: "POST",
    path: "/pbx/api/v1/engine/allot",
    summary: "Says which engines of a kind an enterprise uses, in order of fallback",
    permission: roles(RoleTypes.operators, { operate: "engine.allot" }),
    body: object({
      compId: compField().required("请选择企业"),
      kind: string().label("用途").oneOf(kinds).required(),
      engines: array()
        .label("引擎")
        .of(object({ engineId: string().label("引擎").max(64).required("请选择引擎"), ...voiceFields }))
        .max(mostAllotted, `最多分配${mostAllotted}个引擎`)
        .required()
        .test(
          "once",
          "同一引擎只能分配一次",
          (list) => new Set(list?.map((e) => e.engineId)).size === (list?.length ?? 0),
        ),
    }),
    reply: countReply,
    tags: ["Engine"],
  }),
});
