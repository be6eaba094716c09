/** 双呼: calls of two numbers, neither of which called (realtime.md section 7, dualcall). */
import { object, string } from "yup";
import { callDataMax, readCallData } from "../call-data.ts";
import { compField } from "../crud.ts";
import { dialField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages, roles, timeouts } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { callRecordQuery, callRecordRow } from "./records.ts";

/** How long the same key means the same call. */
export const dualKeyHours = 24;

const seatField = () =>
  string()
    .label("坐席工号")
    .matches(/^\d{0,10}$/, "坐席工号只能是数字");

export const dualCallFields = {
  /** The seat whose telephone is called first; '': `caller` is. */
  agentId: seatField(),
  caller: dialField("主叫号码", 20).when("agentId", {
    is: (agentId: string | undefined) => !agentId,
    then: (field) => field.required("请输入主叫号码，或选择坐席"),
  }),
  callee: dialField("被叫号码", 20).required("请输入被叫号码"),
  callerDisplay: dialField("主叫外显号码", 20),
  calleeDisplay: dialField("被叫外显号码", 20),
};

/** JSON of keys and texts (K32) that travels with the call. */
const callDataField = string()
  .label("随路数据")
  .max(callDataMax)
  .test("data", "随路数据应为键和文本组成的JSON，总长不超过2KB", (text) => !text || readCallData(text) !== undefined);

export const dualCallApi = defineResource({
  list: defineEndpoint({
    name: "dualCallRecords",
    method: "POST",
    path: "/cdr/api/v1/dualCallRecord",
    summary: "Records of two-way callbacks, newest first: the rows and the scope of 通话记录",
    permission: onPages(roles(RoleTypes.administrators), "/doublecallrecord"),
    reads: true,
    body: object(callRecordQuery),
    findsBy: ["caller", "callee"],
    reply: listOf(callRecordRow),
    tags: ["CallRecord"],
  }),
  /** console.md section 7: "a double-call recording download is a POST". */
  recording: defineEndpoint({
    name: "dualCallRecording",
    method: "POST",
    path: "/file/api/v1/file/record",
    summary: "The recording of a two-way callback, to keep",
    permission: onPages(roles(RoleTypes.administrators, { purview: "download" }), "/doublecallrecord"),
    reads: true,
    body: object({ compId: compField(), callId: string().label("通话编号").required().max(64) }),
    produces: "binary",
    timeoutMs: timeouts.download,
    tags: ["CallRecord"],
  }),
  /** The same key within 24 h is the same call: it answers the call that has begun, and nothing is dialled again. */
  dial: defineEndpoint({
    name: "dualCall",
    method: "POST",
    path: "/dualcall/api/v1/bidirectional/dualCall",
    summary: "Calls one number and, when it answers, a second one",
    permission: roles(RoleTypes.administrators, { button: "doublecallrecord.call" }),
    ratePerMinute: 60,
    body: object({
      compId: compField(),
      ...dualCallFields,
      callData: callDataField,
      idempotencyKey: string()
        .label("幂等键")
        .required("请提供幂等键")
        .matches(/^[\w.:-]{1,64}$/, "幂等键最多64个字符，只能包含字母、数字和 . : _ -"),
    }),
    reply: object({ callId: string().required() }),
    tags: ["CallRecord"],
  }),
});
