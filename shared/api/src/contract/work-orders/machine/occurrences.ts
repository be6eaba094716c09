/** What comes to pass without a person: limits, sub-orders, another version of the flow. */
import { stateOf } from "../codes.ts";
import { waitModes } from "../flow.ts";
import { refuse, type Draft } from "./draft.ts";
import { go, tellNew } from "./moving.ts";
import { toPool } from "./supervising.ts";
import type { InputOf, Order } from "./types.ts";

const live = ["pooled", "handling", "signing", "transferred"] as const;

export function timeOut(d: Draft, { limit }: InputOf<"timeOut">): void {
  d.in("超时", ...live);
  d.change({ upgrades: d.order.upgrades + 1 });
  d.log("timedOut", { limit, level: d.order.upgrades, node: d.node?.name });
  d.tell("timedOut", ["holders", "candidates", "monitors"]);
}

export function warn(d: Draft, { limit }: InputOf<"warn">): void {
  d.in("提醒", ...live);
  d.log("beforeTimeout", { limit, node: d.node?.name });
  d.tell("beforeTimeout", ["holders", "candidates"]);
}

const notDeleted = ["draft", ...live, "waiting", "suspended", "done"] as const;

/** Where a target's time still counts is its own to say: not in these states alone. */
export function missTarget(d: Draft, { target, name, cycle }: InputOf<"missTarget">): void {
  d.in("超时", ...notDeleted);
  d.change({ upgrades: d.order.upgrades + 1 });
  d.log("timedOut", { limit: "target", target, name, cycle, level: d.order.upgrades, node: d.node?.name });
  d.tell("timedOut", ["holders", "candidates", "monitors"]);
}

export function warnTarget(d: Draft, { target, name, cycle }: InputOf<"warnTarget">): void {
  d.in("提醒", ...notDeleted);
  d.log("beforeTimeout", { limit: "target", target, name, cycle, node: d.node?.name });
  d.tell("beforeTimeout", ["holders", "candidates", "monitors"]);
}

/** Who had it last of those that can be named. */
const lastHandler = ({ trail }: Order): readonly string[] => {
  const by = trail.findLast((step) => step.by !== "")?.by;
  return by === undefined ? [] : [by];
};

const heldByNobody: readonly Order["phase"]["kind"][] = ["done", "pooled", "waiting"];

/** Whose link it was, and who has the order or had it last: its creator where it is back at him. */
export function customerFill(d: Draft, { form, recordId, maker }: InputOf<"customerFill">): void {
  const { kind } = d.in("填写", ...notDeleted);
  d.log("customerFilled", { form, recordId });
  const last = kind === "draft" ? [d.order.creator] : heldByNobody.includes(kind) ? lastHandler(d.order) : [];
  d.tell("customerFilled", ["holders"], [maker, ...last]);
}

/** Up to this score the monitors are told, too. */
const badScore = 1;

/** What is not done cannot be judged. */
export function customerRate(d: Draft, { score, text, maker }: InputOf<"customerRate">): void {
  d.in("评价", "done");
  d.log("customerRated", { score, text });
  d.tell("customerRated", score <= badScore ? ["monitors"] : [], [maker, ...lastHandler(d.order)]);
}

export function keepStatus(d: Draft, { minutes }: InputOf<"keepStatus">): void {
  d.in("提醒", ...live, "draft", "waiting", "suspended");
  d.log("statusKept", { minutes });
}

/** Whoever was given it and has not looked at it loses it. */
export function claimTimeOut(d: Draft): void {
  const phase = d.in("回收", "handling");
  if (phase.opened) refuse("nothing", "工单已被查看");
  toPool(d, "未及时受理");
}

export function addSubOrder(d: Draft, { id }: InputOf<"addSubOrder">): void {
  d.in("新增子工单", "draft", ...live, "waiting", "suspended");
  if (d.order.subOrders.some((one) => one.id === id)) refuse("nothing", "子工单已存在");
  const awaited = d.order.phase.kind === "waiting";
  d.change({ subOrders: [...d.order.subOrders, { id, done: false, awaited }] });
  d.log("subOrderAdded", { id });
}

/** Enough of those it waits for: it goes on. */
export function endSubOrder(d: Draft, { id }: InputOf<"endSubOrder">): void {
  d.in("更新子工单", "draft", ...live, "waiting", "suspended", "done");
  if (!d.order.subOrders.some((one) => one.id === id && !one.done)) refuse("nothing", "没有该子工单");
  d.change({ subOrders: d.order.subOrders.map((one) => (one.id === id ? { ...one, done: true } : one)) });
  const { node } = d;
  const awaited = d.order.subOrders.filter((one) => one.awaited);
  const enough =
    node?.kind === "subOrder" && (node.wait === "any" ? awaited.some((o) => o.done) : awaited.every((o) => o.done));
  if (d.order.phase.kind !== "waiting" || !enough || node?.kind !== "subOrder") return d.log("subOrderEnded", { id });
  d.log("subOrderEnded", { id, went: waitModes[node.wait] });
  d.do({ do: "continue" });
  d.pass("");
  go(d, node.id);
  tellNew(d, "subOrderEnded");
}

/** The node it is at goes on under the other version; who has it keeps it. */
export function migrate(d: Draft, { nodeId, version }: InputOf<"migrate">): void {
  const phase = d.in("变更流程版本", "draft", ...live, "waiting", "suspended");
  const node = d.around.flow.nodes.get(nodeId);
  const from = d.order.nodeId;
  const fits =
    phase.kind === "draft"
      ? "start"
      : phase.kind === "signing"
        ? "countersign"
        : phase.kind === "waiting"
          ? "subOrder"
          : "task";
  if (!node) return refuse("target", "新版本中没有对应的节点");
  if (node.kind !== fits && !(phase.kind === "pooled" && node.kind === "countersign"))
    refuse("target", `「${node.name}」的类型与当前状态不符`);
  const kept = d.around.flow.statuses.get(d.order.status ?? "")?.state === stateOf(phase.kind);
  d.change({ nodeId, ...(d.order.status && !kept ? { status: "" } : {}) });
  d.log("migrated", { version, from, to: node.name });
}
