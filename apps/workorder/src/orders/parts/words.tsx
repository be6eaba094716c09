/** Orders in words and colours. */
import { Text } from "@chakra-ui/react";
import { epochOf } from "@liantai/api/contract";
import { orderPhases, orderPriorities, type OrderPhaseKind } from "@liantai/api/contract/work-orders";
import { StatusBadge, type StateTone } from "@liantai/ui";
import type { Order } from "./queries.ts";

const tones: Readonly<Record<OrderPhaseKind, StateTone>> = {
  draft: "offline",
  pooled: "ringing",
  handling: "ready",
  signing: "ready",
  waiting: "held",
  suspended: "held",
  transferred: "busy",
  done: "offline",
  deleted: "offline",
};

/** What the enterprise calls its state, where the flow has a name and one was given. */
export const stateText = ({ phase, statusName }: Pick<Order, "phase" | "statusName">): string =>
  statusName || orderPhases[phase];

/** The colour is the state's own. */
export const StateBadge = ({ order }: { readonly order: Pick<Order, "phase" | "statusName"> }) => (
  <StatusBadge tone={tones[order.phase]}>{stateText(order)}</StatusBadge>
);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** 3天2小时, 1小时20分, 5分钟: as one says it. */
export function lengthText(ms: number): string {
  const whole = Math.max(0, ms);
  const [days, hours, minutes] = [
    Math.floor(whole / day),
    Math.floor((whole % day) / hour),
    Math.floor((whole % hour) / minute),
  ];
  if (days > 0) return hours > 0 ? `${days}天${hours}小时` : `${days}天`;
  if (hours > 0) return minutes > 0 ? `${hours}小时${minutes}分` : `${hours}小时`;
  return minutes > 0 ? `${minutes}分钟` : "不到1分钟";
}

type Dated = Pick<Order, "dueTime" | "overdueTime" | "state">;

/** What is left of its time; '': it has none, or its time is over with it. */
export function dueText({ dueTime, overdueTime, state }: Dated, now: number): string {
  if (state === "done" || state === "deleted") return "";
  if (overdueTime !== "") return `已超时${lengthText(now - epochOf(overdueTime))}`;
  if (dueTime === "") return "";
  const left = epochOf(dueTime) - now;
  return left > 0 ? `剩余${lengthText(left)}` : "已到期";
}

const soon = 30 * minute;

/** By colour and by words: red once it is over, orange when little is left. */
export function Due({ order, now = Date.now() }: { readonly order: Dated; readonly now?: number }) {
  const text = dueText(order, now);
  if (text === "") return null;
  const over = order.overdueTime !== "";
  const near = !over && epochOf(order.dueTime) - now < soon;
  return (
    <Text
      as="span"
      color={over ? "fg.error" : near ? "orange.fg" : undefined}
      fontWeight={over || near ? "600" : undefined}
      title={over ? `${order.overdueTime} 超时` : `${order.dueTime} 到期`}
    >
      {text}
    </Text>
  );
}

export const Priority = ({ priority }: { readonly priority: Order["priority"] }) => (
  <Text as="span" color={priority === 1 ? "fg.error" : priority === 2 ? "orange.fg" : undefined}>
    {orderPriorities[priority]}
  </Text>
);

export const personText = (id: string, name: string): string =>
  name === "" ? id : /^\d{1,8}$/.test(id) ? `${id} ${name}` : name;

/** What an order is called before it has a number. */
export const codeText = ({ workCode }: Pick<Order, "workCode">): string => workCode || "（草稿）";
