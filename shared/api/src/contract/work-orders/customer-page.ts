/** What a customer's page asks with the token of its address, and nothing else: no session, no enterprise, no number of an order. */
import { array, boolean, mixed, number, object, string, type InferType } from "yup";
import { lengthField } from "../fields.ts";
import { anyone, defineEndpoint, defineResource } from "../resource.ts";
import { linkPurposes, type LinkPurpose } from "./customer-links.ts";

const prefix = "/crm/api/v1/customerPage";
const tags = ["CustomerPage"];

/** How a customer is content, and what the field satisfaction keeps of it. */
export const satisfactions = { 10: "非常满意", 8: "满意", 5: "一般", 1: "不满意" } as const;
export type Satisfaction = keyof typeof satisfactions;
export const urgeMinutes = 10;
const says = 200;

/** 32 random bytes; the same sentence for whatever else comes. */
const token = () =>
  string()
    .label("链接")
    .matches(/^[A-Za-z0-9_-]{43}$/, "链接无效或已过期")
    .required("链接无效或已过期");

export const linkFieldTypes = ["input", "textarea", "radio", "select", "checkbox", "datepicker"] as const;
export type LinkFieldType = (typeof linkFieldTypes)[number];
const field = object({
  name: string().required(),
  label: string().required(),
  type: string<LinkFieldType>()
    .oneOf([...linkFieldTypes])
    .required(),
  require: boolean().required(),
  placeholder: string().defined(),
  maxLength: number().required(),
  format: string().defined(),
  options: array()
    .of(object({ label: string().required(), value: string().required() }))
    .required(),
  /** A rule reads it: the page asks for the state when it is another. */
  live: boolean().required(),
});
/** What the form's rules say of the fields, with what was typed so far. */
const fieldState = object({
  name: string().required(),
  visible: boolean().required(),
  required: boolean().required(),
  locked: boolean().required(),
  /** Of a rule: it stands in place of what was typed. null: none sets it. */
  value: mixed<string | readonly string[]>().nullable().defined(),
  /** Values of the options that a rule leaves; null: all. */
  options: array().of(string().required()).nullable().defined(),
  /** Why it cannot be sent like this. */
  warnings: array().of(string().required()).required(),
});
const state = () =>
  object({ fields: array().of(fieldState).required(), warnings: array().of(string().required()).required() });
export type LinkFormState = InferType<ReturnType<typeof state>>;
export type LinkField = InferType<typeof field>;

const given = () =>
  mixed<Readonly<Record<string, unknown>>>()
    .label("内容")
    .required()
    .test(
      "values",
      "内容格式有误",
      (v) =>
        typeof v === "object" &&
        !Array.isArray(v) &&
        Object.keys(v).length <= 300 &&
        JSON.stringify(v).length <= 100_000,
    );
const done = object({ text: string().required() });

export const customerPageApi = defineResource({
  open: defineEndpoint({
    name: "customerPageOpen",
    method: "POST",
    path: `${prefix}/open`,
    summary: "What a customer's link shows",
    permission: anyone,
    ratePerMinute: 60,
    body: object({ token: token() }),
    reply: object({
      purpose: string<LinkPurpose>()
        .oneOf(Object.keys(linkPurposes) as LinkPurpose[])
        .required(),
      enterprise: string().defined(),
      workCode: string().defined(),
      expireTime: string().required(),
      /** Filled in, or rated: it is used. */
      used: boolean().required(),
      form: object({ name: string().required(), fields: array().of(field).required(), state: state().required() })
        .nullable()
        .defined(),
      order: object({
        state: string().required(),
        createTime: string().required(),
        fields: array()
          .of(object({ label: string().required(), text: string().defined() }))
          .required(),
        steps: array()
          .of(object({ time: string().required(), text: string().required() }))
          .required(),
        mayUrge: boolean().required(),
        mayRate: boolean().required(),
      })
        .nullable()
        .defined(),
    }),
    tags,
  }),
  /** By the same rules as the save, without a word of them: what they are about may be none of the customer's business. */
  state: defineEndpoint({
    name: "customerPageState",
    method: "POST",
    path: `${prefix}/state`,
    summary: "What is shown, must be filled in and may be chosen of a customer's form, as he types",
    permission: anyone,
    ratePerMinute: 120,
    reads: true,
    body: object({ token: token(), values: given() }),
    reply: state(),
    tags,
  }),
  fill: defineEndpoint({
    name: "customerPageFill",
    method: "POST",
    path: `${prefix}/fill`,
    summary: "A customer's form, once",
    permission: anyone,
    ratePerMinute: 20,
    body: object({
      token: token(),
      values: given(),
    }),
    reply: done,
    tags,
  }),
  urge: defineEndpoint({
    name: "customerPageUrge",
    method: "POST",
    path: `${prefix}/urge`,
    summary: "A customer urges his order (9), once in ten minutes",
    permission: anyone,
    ratePerMinute: 20,
    body: object({ token: token(), text: lengthField("说明", says) }),
    reply: done,
    tags,
  }),
  rate: defineEndpoint({
    name: "customerPageRate",
    method: "POST",
    path: `${prefix}/rate`,
    summary: "How content a customer is with his order when it is done, once",
    permission: anyone,
    ratePerMinute: 20,
    body: object({
      token: token(),
      score: number<Satisfaction>()
        .label("满意度")
        .oneOf(Object.keys(satisfactions).map(Number) as Satisfaction[], "请选择满意度")
        .required("请选择满意度"),
      text: lengthField("意见", says),
    }),
    reply: done,
    tags,
  }),
});
