/** Preview dialling as the seat has it: it takes a number, reads, dials, gives a result, and takes the next (inventory dialling.md E12). */
import { array, boolean, mixed, number, object, string } from "yup";
import { compField, idField, listBody } from "../crud.ts";
import { flagField, lengthField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, onPages } from "../resource.ts";
import { dateTimeField } from "../validators.ts";
import {
  heardAs,
  heardField,
  numberStateKeys,
  ownSeat,
  readingOvers,
  taskIdField,
  taskPrefix,
  type Heard,
  type NumberState,
  type ReadingOver,
} from "./parts.ts";
import { attemptRow } from "./phones.ts";

export { heardAs, type Heard };

const prefix = `${taskPrefix}/previewTask`;
const tags = ["PreviewTask"];
export const previewPage = "/seatpreviewtask";
const own = onPages(ownSeat, previewPage);
const ownCalls = onPages(ownSeat, previewPage, "/callScreen");

/** fixCallType of a number that is dialled for a preview task; 3 is a reservation's. */
export const previewCallType = 2;
/** How far ahead a number may be promised. */
export const longestPromiseDays = 30;

/** By the columns of the workbook that it came from. */
const variables = () => mixed<Readonly<Record<string, string>>>().required();

const previewRow = object({
  id: string().required(),
  taskId: string().required(),
  taskIdentity: string().required(),
  /** Masked for who may not see numbers, and where the task hides them. */
  phone: string().required(),
  contact: string().defined(),
  batchNumber: string().defined(),
  state: string<NumberState>()
    .oneOf([...numberStateKeys])
    .required(),
  reason: string().defined(),
  attempts: number().required(),
  lastCode: number().nullable().defined(),
  lastAt: string().nullable().defined(),
  /** Of a number that is promised, or dialled again by its task's rules. */
  nextAt: string().nullable().defined(),
  result: string().defined(),
  remark: string().defined(),
  place: string().defined(),
});
export type PreviewRow = typeof previewRow;

/** What the business result is chosen from; none: it is not asked for. */
const results = () => array().of(string().required()).required();

const ownRow = previewRow.concat(
  object({
    results: results(),
    /** It left the seat's hand without a result, which may still be given and is asked for before the next number. */
    resultDue: boolean().required(),
  }),
);

/** The number that the seat has in its hands. */
export const previewNumber = previewRow.concat(
  object({
    variables: variables(),
    history: array().of(attemptRow).required(),
    /** '': the task has no form. */
    formId: string().defined(),
    /** '': nothing was filled in yet. */
    formDataId: string().defined(),
    takenAt: string().required(),
    /** Until the reading time is over, and what then; null: there is none, or it was dialled. */
    readLeftMs: number().nullable().defined(),
    readingOver: string<ReadingOver>()
      .oneOf(Object.keys(readingOvers) as ReadingOver[])
      .required(),
    skipsLeft: number().required(),
    results: results(),
    /** It was dialled since it was taken. */
    dialled: boolean().required(),
    /** It has a call. */
    live: boolean().required(),
  }),
);

const handed = object({
  /** null: the seat has none. */
  number: previewNumber.nullable().default(null),
  /** When the next of its own numbers is due; null: none is. */
  nextAt: string().nullable().defined(),
});

const which = { compId: compField(), taskId: taskIdField(), id: idField("号码") };
const outcome = {
  result: lengthField("业务结果").default(""),
  remark: remarkField().default(""),
};

export const previewTaskApi = defineResource({
  list: defineEndpoint({
    name: "previewTaskList",
    method: "POST",
    path: `${prefix}/list`,
    summary: "Numbers of preview tasks that the own seat has, had, was allotted or promised",
    permission: own,
    reads: true,
    findsBy: ["phone"],
    body: listBody({
      taskId: string().label("任务").max(64),
      phone: lengthField("号码", 32),
      contact: lengthField("客户姓名"),
      state: string<NumberState | "">()
        .label("状态")
        .oneOf(["", ...numberStateKeys]),
      result: lengthField("业务结果"),
    }),
    reply: listOf(ownRow),
    tags,
  }),
  current: defineEndpoint({
    name: "previewTaskCurrent",
    method: "POST",
    path: `${prefix}/current`,
    summary: "The number that the own seat has in its hands",
    permission: own,
    reads: true,
    body: object({ compId: compField() }),
    reply: handed,
    tags,
  }),
  take: defineEndpoint({
    name: "previewTaskTake",
    method: "POST",
    path: `${prefix}/take`,
    summary: "The next number of a task that the own seat has joined; the one in its hands while that is not done",
    permission: own,
    body: object({ compId: compField(), taskId: taskIdField() }),
    reply: handed,
    tags,
  }),
  release: defineEndpoint({
    name: "previewTaskRelease",
    method: "POST",
    path: `${prefix}/release`,
    summary: "Puts a number back that was not dialled",
    permission: own,
    body: object(which),
    tags,
  }),
  skip: defineEndpoint({
    name: "previewTaskSkip",
    method: "POST",
    path: `${prefix}/skip`,
    summary: "Passes a number over; it comes back after a while, and may be passed over only so often",
    permission: own,
    body: object(which),
    tags,
  }),
  dial: defineEndpoint({
    name: "previewTaskDial",
    method: "POST",
    path: `${prefix}/dial`,
    summary: "Whether the number may be dialled now, and what the CTI link is given for it (makeCall with taskId)",
    permission: own,
    body: object(which),
    /** ref: sealed. */
    reply: object({ ref: string().required(), callType: number().required() }),
    // One that is refused leaves the hand.
    tags,
  }),
  reschedule: defineEndpoint({
    name: "previewTaskReschedule",
    method: "POST",
    path: `${prefix}/reschedule`,
    summary: "Promises a call at a time: the number comes back then, to the same seat first",
    permission: own,
    body: object({ ...which, ...outcome, nextAt: dateTimeField("预约时间").required("请选择预约时间") }),
    tags,
  }),
  result: defineEndpoint({
    name: "previewTaskResult",
    method: "POST",
    path: `${prefix}/result`,
    summary: "What came of it in business, which the next number waits for; also of one that left the hand without it",
    permission: own,
    body: object({
      ...which,
      ...outcome,
      /** Not dialled again, whatever the task's rules say. */
      finish: flagField("不再拨打").default(0),
    }),
    tags,
  }),
  /** What 通话弹屏 shows beside the customer. */
  ofCall: defineEndpoint({
    name: "previewTaskOfCall",
    method: "POST",
    path: `${prefix}/ofCall`,
    summary:
      "Task and number that a call of the own seat is for, or a number of its own, with what the form is filled by",
    permission: ownCalls,
    reads: true,
    body: object({
      compId: compField(),
      /** One of both. */
      callId: string().label("通话编号").max(64),
      phoneId: string().label("号码").max(64),
    }),
    reply: object({
      number: previewRow
        .concat(
          object({
            variables: variables(),
            formId: string().defined(),
            formDataId: string().defined(),
            /** The task listens to who answers; of a call, what this seat said of it. */
            detects: boolean().required(),
            heard: heardField(),
          }),
        )
        .nullable()
        .default(null),
    }),
    tags,
  }),
  heard: defineEndpoint({
    name: "previewTaskHeard",
    method: "POST",
    path: `${taskPrefix}/agentTask/heard`,
    summary: "Who answered a call that the own seat had for a task with 应答检测 (误判); '' takes that back",
    permission: ownCalls,
    body: object({ compId: compField(), callId: idField("通话"), heard: heardField() }),
    tags,
  }),
});
