/** Tasks and numbers as the server answers them. */
import {
  accessNumApi,
  dialTaskApi,
  taskAccessNumApi,
  taskExperimentApi,
  taskFields,
  taskMemberApi,
  taskMonitorApi,
  taskPhoneApi,
  taskReplayApi,
  voiceNoticeApi,
} from "@liantai/api/contract/admin";
import { customerFormConfApi, intentionRuleApi, robotAgentApi } from "@liantai/api/contract/dialling-surroundings";
import { page, type FakeServer } from "@liantai/ui/testing";
import { object } from "yup";
import type { Counters, Monitored, Phone, Task } from "../parts/queries.ts";

export const paths = {
  list: dialTaskApi.list.path,
  find: dialTaskApi.findById.path,
  add: dialTaskApi.add.path,
  update: dialTaskApi.update.path,
  stop: dialTaskApi.stop.path,
  recall: dialTaskApi.recall.path,
  copy: dialTaskApi.copy.path,
  progress: dialTaskApi.progress.path,
  monitor: taskMonitorApi.detail.path,
  experiment: taskExperimentApi.find.path,
  experimentStart: taskExperimentApi.start.path,
  experimentStop: taskExperimentApi.stop.path,
  why: dialTaskApi.why.path,
  forecast: dialTaskApi.forecast.path,
  days: taskReplayApi.days.path,
  replay: taskReplayApi.replay.path,
  members: taskMemberApi.list.path,
  numbers: taskPhoneApi.list.path,
  actions: taskPhoneApi.actions.path,
  choices: dialTaskApi.recipeChoices.path,
  batches: taskPhoneApi.batches.path,
  levels: taskPhoneApi.levels.path,
  attempts: taskPhoneApi.attempts.path,
  heard: taskPhoneApi.heard.path,
  numbersRecall: taskPhoneApi.recall.path,
  check: taskPhoneApi.importCheck.path,
  save: taskPhoneApi.importData.path,
  export: taskPhoneApi.export.path,
};

const usual = object(taskFields).omit(["taskIdentity", "ftype"]).getDefault();

export const counters = (over: Partial<Counters> = {}): Counters => ({
  total: 1_000,
  waiting: 700,
  live: 4,
  retry: 46,
  done: 240,
  skipped: 8,
  stopped: 2,
  attempts: 300,
  answered: 120,
  connected: 97,
  abandoned: 3,
  talkS: 9_700,
  ...over,
});

export const task = (over: Partial<Task> = {}): Task =>
  ({
    ...usual,
    id: "t1",
    taskIdentity: "十一月回访",
    ftype: 4,
    flowId: "f1",
    state: "running",
    waitsFor: "",
    createdAt: "2026-11-20 09:00:00",
    createdBy: "admin",
    startedAt: "2026-11-20 09:30:00",
    endedAt: null,
    joined: 0,
    progress: counters(),
    ...over,
  }) as Task;

/** A task as its monitor has it. */
export const monitored = (over: Partial<Monitored["task"]> = {}): Monitored["task"] => ({
  ...{
    id: "t1",
    taskIdentity: "十一月回访",
    ftype: 3,
    state: "running",
    waitsFor: "",
    startedAt: "2026-11-20 09:30:00",
  },
  progress: counters(),
  flight: [{ state: "ringing", count: 3 }],
  minutes: [12, 20, 8],
  ...{ answerRate: 40, abandonedDay: 1.2, abandonedAll: 3, detection: null, joined: 2, pacing: ["空闲坐席 2，在途 3"] },
  ...over,
});

export const phone = (over: Partial<Phone> = {}): Phone => ({
  id: "p1",
  phone: "138****5678",
  batchNumber: "20261120-1",
  contact: "王芳",
  person: "",
  state: "retry",
  reason: "",
  priority: 5,
  attempts: 2,
  lastCode: 594,
  answerer: "",
  abandoned: false,
  lastAt: "2026-11-20 09:40:00",
  nextAt: "2026-11-20 10:40:00",
  agentId: "",
  result: "",
  remark: "",
  level: "",
  score: null,
  consentSource: "",
  consentAt: null,
  place: "浙江 杭州",
  variables: { 订单: "A1" },
  createdAt: "2026-11-20 09:10:00",
  ...over,
});

/** What the fields of a task choose from. */
export function furnish(server: FakeServer): void {
  server.on(accessNumApi.choices.path, () => ({
    skillGroup: [{ id: "g1", label: "外呼一组" }],
    seat: [{ id: "1001", label: "王芳（1001）" }],
    flow: [{ id: "f1", label: "满意度回访" }],
    timeRule: [{ id: "r1", label: "工作时间" }],
  }));
  server.on(
    taskAccessNumApi.list.path,
    page([{ number: "4001", title: "总机", calls: 200, answered: 64, quick: 8, complaints: 0, rests: "" }]),
  );
  server.on("/taskapi/api/v1/time/list", () => ({ from: "08:30", to: "20:30", legalFrom: "08:00", legalTo: "21:00" }));
  server.on(robotAgentApi.list.path, page([{ id: "b1", name: "小通", enabled: 1 }]));
  server.on(intentionRuleApi.list.path, page([{ id: "i1", name: "常用规则", levels: [] }]));
  server.on(customerFormConfApi.list.path, page([]));
  server.on(voiceNoticeApi.list.path, page([{ id: "n1", name: "缴费提醒", text: "您好", variables: [] }]));
  server.on(paths.batches, page([]));
  server.on(paths.levels, () => []);
  server.on(paths.actions, () => []);
  server.on(paths.choices, () => ({
    tasks: [{ id: "t5", name: "语音通知一期（语音通知）" }],
    sms: [{ id: "m1", name: "短信网关" }],
    flows: [{ id: "w1", name: "回访单" }],
  }));
}
