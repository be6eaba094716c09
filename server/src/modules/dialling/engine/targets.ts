/** Where whoever answers a task's call is led, and what he hears there. Pure. */
import { taskGroup, type TaskSettings } from "@liantai/api/contract/admin";
import type { Target } from "../../numbers/index.ts";
import { noticeFlow } from "../notices/calls.ts";
import type { Placed } from "../../telephony/index.ts";
import { patienceMs } from "./flight.ts";

export interface TaskOf {
  readonly id: string;
  readonly taskIdentity: string;
  readonly ftype: number;
  readonly settings: TaskSettings;
  /** Of its robot; '' where it has none. */
  readonly robotFlowId: string;
  /** Of its flow, where the task names one. */
  readonly flowVersionId?: string | undefined;
  /** Of its half of an experiment, instead of what the task says itself: a notice template; who speaks, JSON of a FlowVoice. */
  readonly templateId?: string;
  readonly tts?: string;
}

/** Waits for agents: who answers must have one within the patience. */
export const waitsForAgents = ({ ftype }: Pick<TaskOf, "ftype">): boolean => ftype === 3;

/** How long a person waits for an agent before he hears who called. Tasks of before have no wish of their own. */
export const waitMsOf = ({ waitS }: Pick<TaskSettings, "waitS">): number =>
  waitS === undefined ? patienceMs : Math.min(patienceMs, waitS * 1_000);

const none = { kind: "none", id: "" } as const;

/** One group, the task's own; nobody waits longer than the task says, and nobody is told a place. */
const queueOf = ({ id, taskIdentity, settings }: TaskOf): Target => ({
  kind: "skillGroup",
  id: taskGroup(id),
  name: taskIdentity,
  queue: {
    name: taskIdentity,
    groups: [
      {
        id: taskGroup(id),
        name: taskIdentity,
        strategy: "longest-idle",
        queueLimit: 1_000,
        ringMs: 10_000,
        slMs: waitMsOf(settings),
        shortMs: 0,
        nextAfterMs: 0,
        wrapUp: { ends: "either", extendMs: 0 },
      },
    ],
    maxWaitMs: waitMsOf(settings),
    announceEveryMs: 0,
    notice: { everyMs: 0, text: "" },
    overflow: { full: none, wait: none, absent: none },
  },
});

export function targetOf(task: TaskOf): Target {
  const { id, taskIdentity: name, ftype, settings, robotFlowId, flowVersionId, templateId, tts = "" } = task;
  if (waitsForAgents(task)) return queueOf(task);
  const flows: Readonly<Record<number, string>> = { 1: robotFlowId, 5: noticeFlow(id, templateId) };
  return {
    kind: "flow",
    id: flows[ftype] ?? settings.flowId,
    name,
    ...(tts === "" ? {} : { tts }),
    ...(flowVersionId === undefined ? {} : { versionId: flowVersionId }),
  };
}

/** Where an IVR task's flow leads who wants a person; tasks of before name none. */
export const groupOf = ({ ftype, settings: { transferGroupId = "" } }: TaskOf): { readonly groupId?: string } =>
  ftype === 4 && transferGroupId !== "" ? { groupId: transferGroupId } : {};

const callBack = (displayed: string): string => `您可回拨${displayed.split("").join(" ")}`;

const usualAbandoned = (enterprise: string, displayed: string): string =>
  `您好，这里是${enterprise}。刚才未能及时为您接通坐席，非常抱歉。${callBack(displayed)}，再见。`;

/** The law wants to hear who called, and a number to call back: what the task's own wording leaves out of it is said, too. */
function abandonedWording(own: string, enterprise: string, displayed: string): string {
  if (own.trim() === "") return usualAbandoned(enterprise, displayed);
  const who = own.includes(enterprise) ? "" : `您好，这里是${enterprise}。`;
  const number = own.replace(/[\s-]/gu, "").includes(displayed)
    ? ""
    : `${/[。！？.!?]$/u.test(own.trim()) ? "" : "。"}${callBack(displayed)}。`;
  return `${who}${own.trim()}${number}`;
}

export function placedOf(task: TaskOf, enterprise: string, displayed: string): Placed {
  const { ringS, abandonedText, amd, machineAction, machineText } = task.settings;
  return {
    ringMs: ringS * 1_000,
    abandonedText: waitsForAgents(task) ? abandonedWording(abandonedText, enterprise, displayed) : "",
    ...(amd === 1 ? { detect: { machine: machineAction, text: machineText } } : {}),
  };
}
