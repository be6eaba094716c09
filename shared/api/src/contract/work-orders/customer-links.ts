/** 客户链接: an address for a customer without a sign-in, to fill in a form or to follow, urge and rate his order (D12). */
import { array, number, object, string } from "yup";
import { compField, deleteBody, idField, countReply } from "../crud.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { orderPages, orderTags, pressOrder } from "./order-parts.ts";

const prefix = "/crm/api/v1/customerLink";
const tags = ["CustomerLink"];

export const linkPurposes = { follow: "查看进度、催办和评价", fill: "填写表单" } as const;
export type LinkPurpose = keyof typeof linkPurposes;
export const linkStates = { open: "有效", used: "已使用", expired: "已过期", revoked: "已撤销" } as const;
export type LinkState = keyof typeof linkStates;
export const linkDays = { usual: 7, most: 30 } as const;
/** The links of an order that are kept in sight. */
export const mostLinks = 50;

const keys = <T extends string>(words: Readonly<Record<T, string>>): T[] => Object.keys(words) as T[];
const purpose = () => string<LinkPurpose>().label("用途").oneOf(keys(linkPurposes)).required("请选择用途");

export const customerLinkApi = defineResource({
  list: defineEndpoint({
    name: "customerLinkList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Links of an order, newest first, and the forms that one may ask to be filled in",
    permission: orderPages,
    reads: true,
    body: object({ compId: compField(), orderId: idField("工单") }),
    reply: object({
      list: array()
        .of(
          object({
            id: string().required(),
            purpose: purpose(),
            formName: string().defined(),
            state: string<LinkState>().oneOf(keys(linkStates)).required(),
            creatorName: string().defined(),
            createTime: string().required(),
            expireTime: string().required(),
            /** '': not yet. */
            openTime: string().defined(),
            useTime: string().defined(),
            /** What was filled in; '': nothing. */
            recordId: string().defined(),
          }),
        )
        .required(),
      forms: array()
        .of(object({ id: string().required(), name: string().required() }))
        .required(),
    }),
    tags: [...tags, ...orderTags],
  }),
  add: defineEndpoint({
    name: "customerLinkAdd",
    method: "POST",
    path: `${prefix}/add`,
    summary: "Makes a link of an order; its address is told once and kept nowhere",
    permission: pressOrder("customerLink.add"),
    ratePerMinute: 60,
    body: object({
      compId: compField(),
      orderId: idField("工单"),
      purpose: purpose(),
      formId: string().label("表单").max(64),
      days: number().label("有效天数").integer().min(1).max(linkDays.most).default(linkDays.usual),
    }),
    reply: object({
      id: string().required(),
      url: string().required(),
      /** To be sent. */
      text: string().required(),
      expireTime: string().required(),
    }),
    tags,
  }),
  revoke: defineEndpoint({
    name: "customerLinkRevoke",
    method: "POST",
    path: `${prefix}/revoke`,
    summary: "Links that hold no longer",
    permission: pressOrder("customerLink.add"),
    body: deleteBody(),
    reply: countReply,
    tags,
  }),
});
