/** What triggers and macros do with an order beside the commands that people have. A trigger is the system, nobody's ''. */
import { orderPriorities } from "../codes.ts";
import { refuse, type Draft } from "./draft.ts";
import type { InputOf } from "./types.ts";

const going = ["draft", "pooled", "handling", "signing", "waiting", "suspended", "transferred"] as const;

/** Fields that a trigger wrote, whoever has the order. */
export function fill(d: Draft): void {
  d.in("自动填写", ...going);
  d.log("saved");
}

/** Stands in the history, whatever its state. */
export function comment(d: Draft, { text }: InputOf<"comment">): void {
  d.in("备注", ...going, "done");
  if (text.trim() === "") refuse("target", "请填写备注");
  d.log("commented", { text });
}

/** By a trigger, by who has it, or by who supervises it; a draft's by its creator. */
export function prioritize(d: Draft, { priority }: InputOf<"prioritize">): void {
  const phase = d.in("调整优先级", ...going);
  const { actor, order } = d;
  const own =
    phase.kind === "draft"
      ? order.creator === actor.id
      : phase.kind === "signing"
        ? phase.parties.includes(actor.id)
        : phase.kind === "suspended"
          ? phase.before.holder === actor.id
          : "holder" in phase && phase.holder === actor.id;
  if (actor.id !== "" && !own && !actor.supervises) refuse("notYours", "工单不在您手中，不能调整优先级");
  if (order.priority === priority) refuse("nothing", `优先级已经是${orderPriorities[priority]}`);
  d.change({ priority });
  d.log("prioritized", { from: orderPriorities[order.priority], to: orderPriorities[priority], priority });
}
