/**
 * 预约: a customer is to be called at a time; its seat is reminded and dials by a sealed reference (docs/protocol.md, section Reminders).
 */
import { array, number, object, string } from "yup";
import { compField, crud } from "../crud.ts";
import { lengthField, nameField, numberField, remarkField } from "../fields.ts";
import { defineEndpoint, defineResource, onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { dateTimeField } from "../validators.ts";
import { updateReservation } from "./reminders.ts";

const prefix = "/crm/api/v1/subscribes";
const tag = "Reservation";
const path = "/reservationmanage";
const press = (button: string) => roles(RoleTypes.enterprise, { button });
const sees = onPages(roles(RoleTypes.enterprise), path);

export const reservationStates = { 0: "待处理", 1: "已处理" } as const;
/** Seconds that its notification is shown at most; 0: until it is closed. */
export const longestFloat = 3_600;

/** Masked as it was shown, or left out: it stays. A new one needs it. */
export const reservedPhone = () =>
  string()
    .label("预约号码")
    .trim()
    .max(20)
    .matches(/^[\d*]{3,20}$/, { message: "预约号码为3到20位数字", excludeEmptyString: true });

const fields = {
  customerName: nameField("客户姓名"),
  phone: reservedPhone(),
  des: nameField("预约事项", 50),
  remarks: remarkField(),
  subTime: dateTimeField("预约时间").required("请选择预约时间"),
  floatDuration: numberField("提醒显示时长", { max: longestFloat }).default(0),
  /** Whose it is; '' or absent: the own seat. Supervisors name one that they see. */
  agentId: string().label("坐席").max(10),
};

const plain = crud({
  name: "subscribes",
  prefix,
  noun: "reservation",
  tag,
  row: object({
    id: string().required(),
    customerName: string().defined(),
    /** Masked for who may not see numbers. */
    phone: string().defined(),
    /** The sealed reference that the own seat dials; '' where the caller has no seat. */
    subNumber: string().defined(),
    des: string().defined(),
    remarks: string().defined(),
    subTime: string().required(),
    floatDuration: number().required(),
    state: number().oneOf([0, 1]).required(),
    doneAt: string().nullable().defined(),
    agentId: string().defined(),
    agentName: string().defined(),
    createdBy: string().defined(),
  }),
  filters: {
    customerName: lengthField("客户姓名"),
    phone: lengthField("预约号码"),
    agentId: string().label("坐席").max(10),
    state: string().label("状态").oneOf(["", "0", "1"]),
    startTime: dateTimeField("开始时间"),
    endTime: dateTimeField("结束时间"),
  },
  sortable: ["subTime"],
  findsBy: ["phone"],
  fields,
  permission: {
    list: sees,
    add: press("subscribes.add"),
    update: press("subscribes.update"),
    delete: press("subscribes.delete"),
  },
});

/** Where its number, and its name unless that is typed, come from in place of what is typed (rule W68). */
const from = {
  customerName: lengthField("客户姓名"),
  /** A customer or an order's values. */
  recordId: string().label("数据").max(64),
  callId: string().label("通话编号").max(64),
  /** Which of the record's numbers, by the reference that it is dialled by. */
  ref: string().label("号码引用").max(2_000),
};

export const subscribesApi = defineResource({
  ...plain,
  add: { ...plain.add, body: plain.add.body!.shape(from) },
  updateReservation,
  /** Whose reservations and plans the caller may write: the own seat, of supervisors also those they see. */
  seats: defineEndpoint({
    name: "subscribesSeats",
    method: "POST",
    path: `${prefix}/seats`,
    summary: "Seats that the caller may make reservations and plans for",
    permission: onPages(roles(RoleTypes.enterprise), path, "/planreminder"),
    reads: true,
    body: object({ compId: compField() }),
    reply: array()
      .of(object({ agentId: string().required(), name: string().required() }))
      .required(),
    tags: ["Seat"],
  }),
});
