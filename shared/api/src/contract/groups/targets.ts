/** Where a call may lead, and when a queue sends it there. */
import { object, string } from "yup";

/**
 * Where a call may lead. `id` is the group's, queue's or voice's id, or the seat's or extension's number; '' for hangup and
 * none. none: the call ends with the usual sentence; hangup: without a word.
 */
export const targetKinds = {
  none: "提示后挂断",
  hangup: "直接挂断",
  skillGroup: "技能组",
  dispatchQueue: "调度队列",
  seat: "坐席",
  extension: "分机",
  voice: "播放语音后挂断",
  meetingRoom: "会议室",
} as const;
export type TargetKind = keyof typeof targetKinds;
const kinds = Object.keys(targetKinds) as TargetKind[];
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
      ),
  }).label(label);

export const targetRow = object({ kind: string().oneOf(kinds).required(), id: string().defined() });
/** When a call overflows, and how the field reads. */
export const overflowTexts = { full: "排队已满", wait: "等待超时", absent: "无坐席签入" } as const;
