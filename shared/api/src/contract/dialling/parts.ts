/** What the resources of dialling share: who may, pages of the five kinds of tasks, states and their words (inventory dialling.md, B). */
import { array, number, object, string } from "yup";
import { onPages, roles, type RolesPermission } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import type { TaskType } from "../tasks/kinds.ts";

export const taskPrefix = "/taskapi/api/v1";

/** held: they are in a seat's hand for their result, and stay there (D63). */
export const recallReply = object({ count: number().integer().required(), held: number().integer().required() });

/** The page of each kind of task, and that of its numbers. */
export const taskPages = {
  1: { list: "/intelligentdial", numbers: "/intelligentdialnumberdetail" },
  2: { list: "/previewoutbound", numbers: "/previewoutboundnumberdetail" },
  3: { list: "/autodial", numbers: "/autodialnumberdetail" },
  4: { list: "/ivrdial", numbers: "/ivrdialnumberdetail" },
  5: { list: "/voicenotification", numbers: "/voicenotificationmonitor" },
} as const satisfies Record<TaskType, { readonly list: string; readonly numbers: string }>;

export const listPages = Object.values(taskPages).map(({ list }) => list);
/** What roles are granted: the numbers of the other kinds are opened out of their lists. */
export const diallingPages = [...listPages, taskPages[5].numbers];

/** What is pressed on a task's page; a button of a page of its own for each kind. */
export const taskVerbs = {
  add: "新增",
  update: "编辑",
  delete: "删除",
  start: "启动",
  pause: "暂停",
  stop: "停止",
  numbers: "导入号码",
} as const;
export type TaskVerb = keyof typeof taskVerbs;
/** The menu code of a button: the server asks for the one of the task's own kind. */
export const taskButton = (ftype: TaskType, verb: TaskVerb): string => `dialTask${ftype}.${verb}`;

/** Tasks and their numbers: whoever has one of the pages. Of which kinds he has it, and the button of a change, is asked with the kind. */
export const onTasks: RolesPermission = onPages(roles(RoleTypes.administrators), ...diallingPages);
export const ownSeat: RolesPermission = roles(RoleTypes.seats);

const typeKeys: readonly TaskType[] = [1, 2, 3, 4, 5];
export const ftypeField = () =>
  number<TaskType>()
    .label("任务类型")
    .oneOf([...typeKeys])
    .required("请选择任务类型");

export const taskIdField = () => string().label("任务").required("请选择任务").max(64);

/** 服务类, 营销类: marketing needs each number's consent (B10). */
export const taskKinds = { service: "服务类", marketing: "营销类" } as const;
export type TaskKind = keyof typeof taskKinds;

/** In which order numbers are dialled (B16). */
export const numberOrders = {
  priority: "按优先级",
  first: "先导入先拨",
  newest: "后导入先拨",
  fewest: "拨打次数少的先拨",
  random: "随机",
  place: "按归属地",
} as const;
export type NumberOrder = keyof typeof numberOrders;

/** Which of its access numbers a task shows. */
export const taskDisplays = {
  fixed: "固定",
  turn: "轮流",
  sameCity: "同城优先",
  last: "上次接通的优先",
} as const;
export type TaskDisplay = keyof typeof taskDisplays;

/** How automatic tasks pace. */
export const pacingModes = { progressive: "渐进式", ratio: "比例式", predictive: "预测式" } as const;
export type PacingMode = keyof typeof pacingModes;

/** Whether agents of a task take calls that come in. */
export const blendings = { off: "不接呼入", idle: "无号码可拨时接", share: "呼入优先" } as const;
export type Blending = keyof typeof blendings;

export const machineActions = { hangup: "挂机", voice: "提示音后留言", agent: "转坐席" } as const;
export type MachineAction = keyof typeof machineActions;

/** What becomes of a person's other numbers where the one that was dialled is somebody else's. */
export const wrongPersons = {
  others: "其他号码照常拨打",
  next: "立即改拨下一个号码",
  stop: "其他号码不再拨打",
} as const;
export type WrongPerson = keyof typeof wrongPersons;

export const allotments = { pool: "共享号码池", equal: "平均分配", byColumn: "按工号列" } as const;
export type Allotment = keyof typeof allotments;
export const readingOvers = { dial: "自动外呼", skip: "跳过", wait: "继续等待" } as const;
export type ReadingOver = keyof typeof readingOvers;

/** States of a number (B4). */
export const numberStates = {
  waiting: "待拨",
  claimed: "已领取",
  dialling: "呼叫中",
  ringing: "振铃",
  answered: "已应答",
  connected: "通话中",
  retry: "待重拨",
  done: "已完成",
  skipped: "已跳过",
  stopped: "已停止",
} as const;
export type NumberState = keyof typeof numberStates;
export const numberStateKeys = Object.keys(numberStates) as readonly NumberState[];
/** It has a call. */
export const callingStates: readonly NumberState[] = ["dialling", "ringing", "answered", "connected"];
/** It has, or is about to have, a call. */
export const liveStates: ReadonlySet<NumberState> = new Set<NumberState>(["claimed", ...callingStates]);

/** Who said what a call's result is (C7). */
export const witnesses = { sample: "录音样本", words: "语音识别", signal: "信令", engine: "系统" } as const;
export type Witness = keyof typeof witnesses;

/** Who answered (C6). */
export const answerers = {
  person: "真人",
  machine: "答录机",
  fax: "传真",
  silence: "无声",
  unknown: "未知",
} as const;
export type Answerer = keyof typeof answerers;
/** '': nobody, or nobody in particular. */
export const answererField = () =>
  string<Answerer | "">()
    .label("接听方")
    .oneOf(["", ...(Object.keys(answerers) as Answerer[])]);

/** A call that was answered, and reached nobody: its number may be called again. */
export const missedAnswers = { machine: "答录机", fax: "传真", abandoned: "呼损" } as const;
export type MissedAnswer = keyof typeof missedAnswers;
export const missedField = () =>
  array()
    .label("接听情况")
    .of(
      string<MissedAnswer>()
        .oneOf(Object.keys(missedAnswers) as MissedAnswer[])
        .required(),
    )
    .max(Object.keys(missedAnswers).length);
/** A rule, or a round, is for some result: of codes, or beside them of calls that were answered in vain. */
export const someResult = (codes: readonly unknown[], { parent }: { readonly parent: unknown }): boolean =>
  codes.length + ((parent as { readonly answers?: readonly unknown[] }).answers?.length ?? 0) > 0;

/** Who it was by the word of whoever heard the call: an agent, or who listened to the recording (误判). */
export const heardAs = { person: "真人", machine: "答录机" } as const;
export type Heard = keyof typeof heardAs;
export const heardField = () =>
  string<Heard | "">()
    .label("实际接听方")
    .oneOf(["", ...(Object.keys(heardAs) as Heard[])])
    .defined();

/** Where rows of a batch come from. */
export const batchSources = {
  import: "文件导入",
  form: "客户资料",
  interface: "接口推送",
  list: "号码清单",
  recipe: "拨打策略",
} as const;
export type BatchSource = keyof typeof batchSources;

/** What is asked before a number is dialled, in this order (C4). */
export const diallingChecks = {
  task: "任务状态",
  hours: "拨打时段",
  attempts: "拨打次数与频次",
  consent: "用户同意",
  recipe: "拨打策略",
  blacklist: "黑名单",
  limits: "呼叫限制",
  balance: "账户余额",
  capacity: "并发与速率",
  agent: "坐席或线路",
  displayed: "外显号码",
} as const;
export type DiallingCheck = keyof typeof diallingChecks;
