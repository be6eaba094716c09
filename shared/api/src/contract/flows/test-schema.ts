/** A flow test as it may be sent and stored: what the engine's FlowTest is, and nothing beside it. */
import { array, boolean, mixed, number, object, string, ValidationError, type AnyObject } from "yup";
import type { Values } from "./engine/session.ts";

const isValue = (value: unknown): boolean =>
  (typeof value === "string" && value.length <= 1_000) ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value)) ||
  (Array.isArray(value) && value.length <= 100 && value.every((each) => typeof each === "string"));

/** An object whose values all pass. */
const mapOf = <T>(passes: (value: unknown) => boolean) =>
  mixed<Readonly<Record<string, T>>>().test(
    "map",
    "格式有误",
    (value) =>
      value === undefined ||
      (typeof value === "object" &&
        value !== null &&
        !Array.isArray(value) &&
        Object.keys(value).length <= 200 &&
        Object.values(value).every(passes)),
  );
const isText = (value: unknown): boolean => typeof value === "string" && value.length <= 1_000;
const transferResults = [
  ...["answered", "noAnswer", "busy", "absent", "unregistered", "failed", "blocked", "ended", "timeout", "full", "key"],
];
const interfaceReply = object({
  ok: boolean().required(),
  class: string().oneOf(["failed", "timeout"]),
  status: number(),
  values: mapOf<Values[string]>(isValue),
})
  .noUnknown()
  .strict();

/** The id becomes part of a file's name. */
const audioOf = object({
  id: string()
    .required()
    .matches(/^[a-z0-9][a-z0-9-]{0,63}$/, "音频文件编号有误"),
  name: string().required().max(100),
})
  .noUnknown()
  .strict()
  .default(undefined);

const step = object({
  do: string().oneOf(["keys", "say", "audio", "silence", "wait", "hangUp"]).required(),
  value: mixed<string | number>()
    .when("do", {
      is: (does: unknown) => does === "keys",
      then: (schema) =>
        schema.required().test("keys", "按键只能是0-9*#", (v) => typeof v === "string" && /^[\d*#]{1,50}$/.test(v)),
    })
    .when("do", {
      is: (does: unknown) => does === "say",
      then: (schema) =>
        schema.required().test("say", "语句不能超过500个字符", (v) => isText(v) && String(v).length <= 500),
    })
    .when("do", {
      is: (does: unknown) => does === "audio",
      then: (schema) =>
        schema
          .required()
          .test(
            "audio",
            "请填写音频文件里说的话，不超过500个字符",
            (v) => isText(v) && /^\s*\S[^]{0,499}$/.test(String(v)),
          ),
    })
    .when("do", {
      is: (does: unknown) => does === "wait",
      then: (schema) =>
        schema.required().test("wait", "等待应为0到3600秒", (v) => typeof v === "number" && v >= 0 && v <= 3_600),
    }),
  audio: mixed().when("do", {
    is: (does: unknown) => does === "audio",
    then: () => audioOf.required("请选择音频文件"),
    otherwise: (schema) => schema.test("stray", "只有音频文件才有 audio", (v) => v === undefined),
  }),
  early: boolean().oneOf([true]),
}).noUnknown();

const expectation = object({
  what: string().oneOf(["said", "node", "variable", "target", "result"]).required(),
  name: string()
    .max(60)
    .when("what", { is: "variable", then: (schema) => schema.required() }),
  value: string().defined().max(500),
  not: boolean().oneOf([true]),
}).noUnknown();

const flowTestSchema = object({
  steps: array().of(step).max(100).required(),
  overrides: object({
    now: string().matches(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?$/, "时间格式应为 yyyy-MM-dd HH:mm"),
    vars: mapOf<Values[string]>(isValue),
    interfaces: mapOf<AnyObject>((value) => interfaceReply.isValidSync(value)),
    transfers: mapOf<string>((value) => transferResults.includes(value as string)),
    draw: number().integer(),
    lastAgent: string().max(64),
    area: object({ province: string().defined().max(30), city: string().defined().max(30) })
      .noUnknown()
      .default(undefined),
    blacklisted: boolean(),
    timeRules: array().of(string().required().max(64)).max(50),
    knowledge: mapOf<string>(isText),
    smsFails: boolean(),
    extensions: mapOf<string>(isText),
    messageSeconds: number().min(0).max(3_600),
  })
    .noUnknown()
    .required(),
  expect: array().of(expectation).max(100).required(),
}).noUnknown();

const unknownKeys = /unspecified keys: (.+)/;

/** Why it is none, in words; undefined: it is one. */
export function flowTestFault(value: unknown): string | undefined {
  try {
    flowTestSchema.validateSync(value, { strict: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const where = error.path ? `${error.path}：` : "";
    const strange =
      unknownKeys.exec(error.message)?.[1] ??
      (error.type === "noUnknown" ? String(error.params?.["unknown"] ?? "") : undefined);
    return strange === undefined ? `${where}${error.message}` : `${where}没有属性${strange}`;
  }
}
