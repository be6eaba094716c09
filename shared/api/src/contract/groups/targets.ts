/** Where a call may lead, and when a queue sends it there. */
import { object, string } from "yup";
import { isTelephone, telephoneText } from "../validators.ts";

/**
 * Where a call may lead. `id` is the group's, queue's or voice's id, or the seat's or extension's number; '' for hangup and
 * none. none: the call ends with the usual sentence; hangup: without a word. voicemail and callback: id of the skill group whose message,
 * or whose callback, it is; outside: the number that is called.
 */
export const targetKinds = {
  none: "提示后挂断",
  hangup: "直接挂断",
  skillGroup: "技能组",
  dispatchQueue: "调度队列",
  seat: "坐席",
  extension: "分机",
  voice: "播放语音后挂断",
  voicemail: "留言",
  callback: "预约回呼",
  outside: "外线号码",
  meetingRoom: "会议室",
  flow: "流程",
} as const;
export type TargetKind = keyof typeof targetKinds;
const kinds = Object.keys(targetKinds) as TargetKind[];
/** The choices among which the target of a kind is: messages and callbacks are a skill group's. */
export const choicesKind = <Kind extends string>(kind: Kind): Exclude<Kind, "voicemail" | "callback"> | "skillGroup" =>
  kind === "voicemail" || kind === "callback" ? "skillGroup" : (kind as Exclude<Kind, "voicemail" | "callback">);

/** A room is for those who dial its number: nobody who waits for an agent is led there. */
export const overflowKinds = kinds.filter((kind) => kind !== "meetingRoom");

/** A target as forms send it. `allowed`: kinds offered here. */
export const targetField = <Kind extends string = TargetKind>(
  label: string,
  allowed: readonly (Kind | TargetKind)[] = kinds,
) =>
  object({
    kind: string().label(label).oneOf(allowed).required(),
    id: string()
      .label(label)
      .max(64)
      .defined()
      .test("chosen", `请选择${label}的目标`, (id, { parent }) =>
        ["none", "hangup"].includes((parent as { kind?: string }).kind ?? "none") ? true : Boolean(id),
      )
      .test("telephone", telephoneText("外线号码"), (id, { parent }) =>
        (parent as { kind?: string }).kind === "outside" && id ? isTelephone(id) : true,
      ),
  }).label(label);

export const targetRow = object({ kind: string().oneOf(kinds).required(), id: string().defined() });
/** When a call overflows, and how the field reads. */
export const overflowTexts = { full: "排队已满", wait: "等待超时", absent: "无坐席签入" } as const;
