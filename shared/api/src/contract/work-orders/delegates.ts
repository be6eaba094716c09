/** Stand-ins: who takes what comes to a seat while it is away. */
import { array, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { defineEndpoint, defineResource, onPages } from "../resource.ts";
import { dateTimePattern } from "../time.ts";
import { orderPages } from "./order-parts.ts";

/** Where orders are, and where administrators look after their flows. */
const delegatePages = onPages(orderPages, "/workorderflow", ...(orderPages.page ?? []));
const delegatePrefix = "/crm/api/v1/workDelegate";
const delegateTags = ["WorkDelegate"];
const time = (label: string) =>
  string()
    .label(label)
    .matches(dateTimePattern, { message: `${label}格式应为 yyyy-MM-dd HH:mm:ss`, excludeEmptyString: true });

export const workDelegateApi = defineResource({
  list: defineEndpoint({
    name: "workDelegateList",
    method: "POST",
    path: `${delegatePrefix}/list`,
    summary: "Who stands in for whom; a seat sees its own",
    permission: delegatePages,
    reads: true,
    body: object({ compId: compField() }),
    reply: array()
      .of(
        object({
          agentId: string().required(),
          /** What they are called; '' of who is no seat any more. */
          agentName: string().defined(),
          delegateId: string().required(),
          delegateName: string().defined(),
          fromTime: string().defined(),
          untilTime: string().defined(),
        }),
      )
      .required(),
    tags: delegateTags,
  }),
  save: defineEndpoint({
    name: "workDelegateSave",
    method: "POST",
    path: `${delegatePrefix}/save`,
    summary: "Somebody stands in while a seat is away",
    permission: delegatePages,
    body: object({
      compId: compField(),
      agentId: idField("工号"),
      delegateId: idField("代办人"),
      fromTime: time("开始时间").required("请选择开始时间"),
      untilTime: time("结束时间").required("请选择结束时间"),
    }),
    tags: delegateTags,
  }),
  delete: defineEndpoint({
    name: "workDelegateDelete",
    method: "POST",
    path: `${delegatePrefix}/delete`,
    summary: "Nobody stands in for this seat any more",
    permission: delegatePages,
    body: object({ compId: compField(), agentId: idField("工号") }),
    tags: delegateTags,
  }),
});
