/** What a reminder looks like: pure. */
import { recordTarget, type BusNotification } from "@liantai/bus";
import type { RecordsAsked, ServerMessage } from "@liantai/api/contract";
import { tabOf } from "@liantai/api/contract/base";

export type Reminder = Extract<ServerMessage, { readonly reminder: string }>;
export type Due = Exclude<Reminder, { readonly type: "reminderOver" }>;

/** Said by the server when this page is the one to show it. stays: until it is closed. */
export interface Admitted {
  readonly about: string;
  readonly stays: boolean;
}

export const noticeId = (key: string): string => `reminder:${key}`;

const lines = (...parts: readonly string[]): string => parts.filter(Boolean).join("，");
const seen = { label: "知道了", do: "ack" } as const;
const timedOut = 100;
const nobodyOnline = 103;

type Words = Pick<BusNotification, "title" | "text"> & Partial<BusNotification>;

/** What a record of a form is called; of orders TICKETREMIND tells. */
const nouns: Readonly<Record<string, string>> = { customer: "客户", task: "任务", contact: "联系人" };

/** U10: what happened with records leads to them; the key says what it was. */
function aboutRecords(key: string, asked: RecordsAsked): Omit<Words, "text"> {
  const { formType, id } = asked;
  const noun = nouns[formType] ?? "客户";
  const target = recordTarget(asked);
  const kind = key.startsWith("pool/") ? "公海" : key.startsWith("assigned/") ? "分配" : "";
  return {
    title: `${noun}${kind}提醒`,
    ...(target && { target }),
    actions: [{ label: id === "" ? "查看" : `打开${noun}`, do: "open" }, seen],
  };
}

/** U14: the tab's title is its row's (console.md section 2); cover: what is open there makes way. */
function titled(name: string, params?: object): NonNullable<Words["target"]> {
  const title = tabOf(`/${name}`)?.title;
  return { name, ...(params && { params }), ...(title && { title }), cover: true };
}

function wordsOf(message: Due, { about }: Admitted): Words {
  switch (message.type) {
    case "SUBSCRIBESREMIND": {
      const { id, des, remarks, subNumber, floatDuration, subTime } = message.content;
      return {
        title: "预约提醒",
        text: lines(about, des, remarks, subTime.slice(5, 16)),
        durationMs: floatDuration * 1_000,
        target: titled("reservationmanage", { id, subNumber, subTime }),
        actions: [{ label: "立即呼叫", do: "dial", ref: subNumber }],
      };
    }
    case "PLANSREMIND": {
      const { des, remarks, subTime, records } = message.content;
      if (records)
        return { text: lines(des, remarks, subTime.slice(5, 16)), ...aboutRecords(message.reminder, records) };
      return {
        title: "计划提醒",
        text: lines(des, remarks, subTime.slice(5, 16)),
        target: titled("planreminder", { subTime }),
        actions: [seen],
      };
    }
    case "NOTICEPUBLIC": {
      const { des, remarks, subTime } = message.content;
      return {
        title: "新公告",
        text: lines(des, remarks.length > 60 ? `${remarks.slice(0, 60)}…` : remarks),
        target: titled("announcement", { subTime }),
        actions: [{ label: "查看", do: "open" }],
      };
    }
    case "FEEDBACKPROCESSING": {
      const { title, des, id } = message.content;
      // The same message says that a follow-up is due, that a promised call is, and that somebody answered feedback.
      if (message.reminder.startsWith("followUp/"))
        return {
          title,
          text: des,
          target: { name: "followuplist", params: { id }, cover: true },
          actions: [{ label: "去回访", do: "open" }, seen],
        };
      if (message.reminder.startsWith("promise/"))
        return {
          title,
          text: des,
          target: { name: "seatpreviewtask", cover: true },
          actions: [{ label: "去外呼", do: "open" }, seen],
        };
      return { title, text: des, target: titled("knowledgefeedback"), actions: [seen] };
    }
    case "TICKETREMIND": {
      const { caseCode, caseId, event, text, content } = message;
      return {
        title: `工单提醒 ${caseCode}`.trim(),
        text: lines(text, content === text ? "" : content),
        level: event === timedOut || event === nobodyOnline ? "warning" : "info",
        target: { name: "workorderinformation", params: { caseId }, cover: true },
        actions: [{ label: "打开工单", do: "open" }, seen],
      };
    }
  }
}

/** isOpenable: whether a route's screen is there. */
export function notificationOf(
  message: Due,
  admitted: Admitted,
  isOpenable: (name: string) => boolean,
): BusNotification {
  const { target, ...words } = wordsOf(message, admitted);
  return {
    id: noticeId(message.reminder),
    level: "info",
    sound: true,
    attention: true,
    ...words,
    ...(admitted.stays ? { durationMs: 0 } : {}),
    ...(target && isOpenable(target.name) ? { target } : {}),
  };
}
