/** What triggers and macros do with an order; notes and priorities are people's commands, too. A trigger is the system, nobody's ''. */
import { orderPriorities, orderStates, stateOf } from "../codes.ts";
import { refuse, type Draft } from "./draft.ts";
import type { InputOf, Order } from "./types.ts";

const going = ["draft", "pooled", "handling", "signing", "waiting", "suspended", "transferred"] as const;

/** Fields that a trigger wrote, whoever has the order. */
export function fill(d: Draft): void {
  d.in("自动填写", ...going);
  d.log("saved");
}

/** By whoever sees it: stands in the history, whatever its state. */
export function comment(d: Draft, { text }: InputOf<"comment">): void {
  d.in("备注", ...going, "done");
  if (text.trim() === "") refuse("target", "请填写备注");
  d.log("commented", { text });
}

/** A draft's creator has it, and so has who brought it to its end. */
export function hasIt({ phase, creator, trail }: Order, id: string): boolean {
  switch (phase.kind) {
    case "draft":
      return creator === id;
    case "signing":
      return phase.parties.includes(id);
    case "suspended":
      return phase.before.holder === id;
    case "done":
      return trail.at(-1)?.by === id;
    default:
      return "holder" in phase && phase.holder === id;
  }
}

/** A name that its flow has for its state. */
export function nameStatus(d: Draft, { status }: InputOf<"nameStatus">): void {
  const phase = d.in("更改状态", ...going, "done");
  const { actor, order, around } = d;
  if (actor.id !== "" && !hasIt(order, actor.id) && !actor.supervises)
    refuse("notYours", "工单不在您手中，不能更改状态");
  const { statuses } = around.flow;
  const to = statuses.get(status);
  if (status !== "" && to?.state !== stateOf(phase.kind))
    refuse("target", `该状态不能用于${orderStates[stateOf(phase.kind)]}的工单`);
  if ((order.status ?? "") === status) refuse("nothing", "工单已经是该状态");
  d.change({ status });
  d.log("statusNamed", { from: statuses.get(order.status ?? "")?.name, to: to?.name });
}

/** By a trigger, by who has it, or by who supervises it; a draft's by its creator. */
export function prioritize(d: Draft, { priority }: InputOf<"prioritize">): void {
  d.in("调整优先级", ...going);
  const { actor, order } = d;
  if (actor.id !== "" && !hasIt(order, actor.id) && !actor.supervises)
    refuse("notYours", "工单不在您手中，不能调整优先级");
  if (order.priority === priority) refuse("nothing", `优先级已经是${orderPriorities[priority]}`);
  d.change({ priority });
  d.log("prioritized", { from: orderPriorities[order.priority], to: orderPriorities[priority], priority });
}
