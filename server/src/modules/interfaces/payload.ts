/** What an interface is told: fields of the call, the enterprise's mapping over them, and the headers that prove it. Pure. */
import { createHmac } from "node:crypto";
import { maskPhone, formatTime, minuteMs } from "@liantai/api/contract";
import {
  interfaceHeaders,
  interfaceSources,
  type InterfaceEvent,
  type InterfaceSource,
} from "@liantai/api/contract/admin";

import { maskNumbers } from "../../http/privacy.ts";
import type { DeliveredRecord } from "../../ports/schema/interfaces.ts";
import type { CallRow } from "./repository.ts";

export type Fields = Readonly<Record<InterfaceSource, string | number | null>>;
export interface Mapping {
  readonly target: string;
  readonly kind: string;
  readonly value: string;
}

export interface Occurrence {
  readonly id: string;
  readonly interfaceId: string;
  readonly compId: string;
  readonly event: string;
  readonly eventAt: Date;
  readonly callId: string;
  readonly secureToken?: string | null;
  readonly secureDigits?: number | null;
}

const time = (at: Date | null): string | null => at && formatTime(at);
const seconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1_000));

/** `call` undefined: its record is gone. Numbers are whole only where the interface was trusted with them. */
export function fieldsOf(occurrence: Occurrence, call: CallRow | undefined, fullNumbers: boolean): Fields {
  const number = (text: string | undefined): string | null =>
    text === undefined ? null : fullNumbers ? text : maskPhone(text);
  return {
    event: occurrence.event,
    eventTime: formatTime(occurrence.eventAt),
    deliveryId: occurrence.id,
    interfaceId: occurrence.interfaceId,
    compId: occurrence.compId,
    callId: occurrence.callId,
    direction: call?.direction ?? null,
    caller: number(call?.caller),
    callee: number(call?.callee),
    accessNumber: call?.accessNumber ?? null,
    agentId: call?.agentId ?? null,
    agentName: call?.agentName ?? null,
    skillGroupId: call?.skillGroupId ?? null,
    skillGroupName: call?.skillGroupName ?? null,
    startTime: time(call?.startAt ?? null),
    ringTime: time(call?.ringAt ?? null),
    answerTime: time(call?.answerAt ?? null),
    endTime: time(call?.endAt ?? null),
    waitSeconds: seconds(call?.waitMs ?? null),
    ringSeconds: seconds(call?.ringMs ?? null),
    talkSeconds: seconds(call?.talkMs ?? null),
    holdSeconds: seconds(call?.holdMs ?? null),
    result: call?.result ?? null,
    cause: call?.cause ?? null,
    recordingSeconds: seconds(call?.recordingMs ?? null),
    displayNumber: call?.displayNumber ?? null,
    priority: call ? Math.round(call.boostMs / minuteMs) : null,
    transfers: call?.transfers ?? null,
    satisfaction: call?.satisfaction ?? null,
    callData: call?.callData ? (fullNumbers ? call.callData : maskNumbers(call.callData)) : null,
    secureDigits: occurrence.secureDigits ?? null,
    secureToken: occurrence.secureToken ?? null,
  };
}

/** JSON; every field under its own name where nothing is mapped. */
export function bodyOf(mapping: readonly Mapping[], fields: Fields): string {
  const pairs =
    mapping.length === 0
      ? interfaceSources.map(({ key }) => [key, fields[key]] as const)
      : mapping.map(
          ({ target, kind, value }) => [target, kind === "field" ? fields[value as InterfaceSource] : value] as const,
        );
  return JSON.stringify(Object.fromEntries(pairs));
}

/** Under which name it stands. */
function aboutOf(event: string): string {
  if (event === "sms") return "message";
  if (event === "task.numberDone") return "number";
  return event.startsWith("order.") ? "order" : "record";
}

/** The same of a record, an order, a number or a message: what it is about stands beside what is mapped. */
export function recordBodyOf(
  mapping: readonly Mapping[],
  fields: Fields,
  { full, masked }: DeliveredRecord,
  fullNumbers: boolean,
): string {
  const { event, eventTime, deliveryId, interfaceId, compId, callId } = fields;
  const plain = { event, eventTime, deliveryId, interfaceId, compId, callId: callId === "" ? null : callId };
  const mapped: object = mapping.length === 0 ? plain : (JSON.parse(bodyOf(mapping, fields)) as object);
  return JSON.stringify({ ...mapped, [aboutOf(String(event))]: fullNumbers ? full : masked });
}

/** Lower-case hex. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");

export function headersOf(
  id: string,
  event: string,
  now: number,
  body: string,
  secret: string | undefined,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  return {
    "Content-Type": "application/json; charset=utf-8",
    "User-Agent": "Liantai",
    Accept: "*/*",
    [interfaceHeaders.event]: event,
    [interfaceHeaders.delivery]: id,
    [interfaceHeaders.timestamp]: timestamp,
    ...(secret === undefined ? {} : { [interfaceHeaders.signature]: signatureOf(secret, timestamp, body) }),
  };
}

const sampleNumber = {
  ...{ id: "sample", taskId: "sample", taskIdentity: "示例任务", ftype: 5, batchId: "sample" },
  ...{ batchNumber: "20260101-001", idempotencyKey: "sample", contact: "示例", person: "", formDataId: "" },
  ...{ variables: { 金额: "100" }, state: "done", stateName: "已完成", reason: "", attempt: 1 },
  ...{ code: 200, codeText: "已接听", result: "已确认", remark: "", level: "", score: null, callId: "sample" },
  ...{ agentId: "", answerer: "person", abandoned: false, startTime: "2026-01-01 10:00:00" },
  ...{ answerTime: "2026-01-01 10:00:12", endTime: "2026-01-01 10:00:40", talkSeconds: 28 },
};

/** What was never asked for and never was, for 测试; undefined: such an event is told with its call alone. */
export const sampleOf = (event: InterfaceEvent): DeliveredRecord | undefined =>
  event === "sms"
    ? {
        full: { number: "13800138000", values: { 姓名: "示例" } },
        masked: { number: "138****8000", values: { 姓名: "示例" } },
      }
    : event === "task.numberDone"
      ? { full: { ...sampleNumber, phone: "13800138000" }, masked: { ...sampleNumber, phone: "138****8000" } }
      : undefined;

/** A call that never was, for 测试. */
export function sampleCall(event: InterfaceEvent, now: number): CallRow {
  const at = (s: number) => new Date(now - 185_000 + s * 1_000);
  const answered = event !== "ringing";
  const over = event === "ended" || event === "recorded";
  return {
    direction: "inbound",
    caller: "13800138000",
    callee: "4001",
    accessNumber: "4001",
    agentId: "1001",
    agentName: "示例坐席",
    skillGroupId: "sample",
    skillGroupName: "示例技能组",
    startAt: at(0),
    ringAt: at(5),
    answerAt: answered ? at(12) : null,
    endAt: over ? at(185) : null,
    waitMs: 12_000,
    ringMs: answered ? 7_000 : 0,
    talkMs: over ? 173_000 : 0,
    holdMs: 0,
    result: answered ? 200 : 180,
    cause: over ? "completed" : null,
    recordingMs: event === "recorded" ? 173_000 : null,
    displayNumber: null,
    boostMs: 0,
    transfers: 0,
    satisfaction: over ? 10 : null,
    callData: JSON.stringify({ order: "20260101001" }),
  };
}
