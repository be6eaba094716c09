/** Claiming, and what monitors do: back to the pool, to a person, to any node; urging, following up, deleting. */
import { refuse, type Draft } from "./draft.ts";
import { move } from "./handling.ts";
import { arrive, give, pool, sign } from "./moving.ts";
import type { Hearers, InputOf, OrderPhase } from "./types.ts";

export function claim(d: Draft): void {
  const { phase } = d.order;
  if (phase.kind === "handling" || phase.kind === "transferred")
    refuse("state", phase.holder === d.actor.id ? "工单已在您手中" : `工单已被${phase.holder}领取`);
  d.in("领取", "pooled");
  const { node } = d;
  if (!node || !("handler" in node)) return refuse("noWay", "当前节点不能领取");
  const { id: mine } = d.actor;
  if (!d.named(node.handler).some(({ id }) => id === mine || d.standIn(id) === mine))
    refuse("notYours", "您不在该节点的处理人范围内");
  if (node.kind === "countersign") sign(d, [d.actor.id]);
  else d.enter({ kind: "handling", holder: d.actor.id, opened: true });
  d.log("claimed");
}

export function recycle(d: Draft, { text }: InputOf<"recycle">): void {
  d.in("回收", "handling", "transferred");
  d.supervised("回收");
  d.do({ do: "stop", scope: "claim" });
  toPool(d, text);
}

export function toPool(d: Draft, text: string | undefined): void {
  const { phase } = d.order;
  const from = "holder" in phase ? phase.holder : "";
  pool(d);
  d.log("recycled", { from, text });
  d.tell("recycled", ["candidates"], from ? [from] : []);
}

export function assign(d: Draft, { to, text }: InputOf<"assign">): void {
  const phase = d.in("指派", "pooled", "handling", "transferred");
  d.supervised("指派");
  if (!d.around.people.exists(to)) refuse("target", "坐席不存在或已停用");
  if (phase.kind !== "pooled" && phase.holder === to) refuse("target", "工单已在该坐席手中");
  d.do({ do: "stop", scope: "claim" });
  if (d.node?.kind === "countersign") sign(d, [to]);
  else give(d, to);
  const now = d.order.phase;
  d.log("assigned", { to: now.kind === "handling" ? now.holder : to, text });
  d.tell("assigned", ["holders"], phase.kind === "pooled" ? [] : [phase.holder]);
}

export function jump(d: Draft, { nodeId, to, text }: InputOf<"jump">): void {
  const phase = d.in("跳转", "draft", "pooled", "handling", "signing", "waiting", "suspended", "transferred");
  d.supervised("跳转");
  if (phase.kind === "draft" && !phase.returned) refuse("state", "工单尚未提交，不能跳转");
  const node = d.around.flow.nodes.get(nodeId);
  if (!node) return refuse("target", "流程中没有该节点");
  if (node.kind === "start" || node.kind === "gateway") refuse("target", `不能跳转到${node.name}`);
  if (to !== undefined && !d.around.people.exists(to)) refuse("target", "坐席不存在或已停用");
  if (phase.kind === "suspended" || phase.kind === "waiting" || phase.kind === "draft") d.do({ do: "continue" });
  move(d, "jumped", text, () => {
    d.pass("holder" in phase ? phase.holder : phase.kind === "draft" ? d.order.creator : "");
    arrive(d, node, to);
  });
}

/** Of one that nobody has: who could, and who looks after them. */
const urged: Partial<Record<OrderPhase["kind"], readonly Hearers[]>> = {
  pooled: ["candidates", "monitors"],
  waiting: ["monitors"],
};

export function urge(d: Draft, { text }: InputOf<"urge">): void {
  const phase = d.in("催办", "pooled", "handling", "signing", "waiting", "suspended", "transferred");
  if ("holder" in phase && phase.holder === d.actor.id) refuse("notYours", "工单在您手中，不需要催办");
  d.change({ urges: d.order.urges + 1 });
  d.log("urged", { text });
  if (phase.kind === "waiting") d.do({ do: "tellSubOrders", event: "urged" });
  d.tell("urged", urged[phase.kind] ?? ["holders"]);
}

export function commentUrge(d: Draft, { text }: InputOf<"commentUrge">): void {
  d.in("回复催办", "pooled", "handling", "signing", "waiting", "suspended", "transferred", "done");
  if (d.order.urges === 0) refuse("nothing", "工单没有催办，不能回复");
  if (text.trim() === "") refuse("target", "请填写回复内容");
  d.log("urgeCommented", { text });
  d.tell("urgeCommented", ["creator"]);
}

export function followUp(d: Draft, { text }: InputOf<"followUp">): void {
  d.in("回访", "done");
  d.log("followedUp", { text });
}

export function commentFollowUp(d: Draft, { text }: InputOf<"commentFollowUp">): void {
  d.in("填写回访备注", "done");
  if (text.trim() === "") refuse("target", "请填写回访备注");
  d.log("followUpCommented", { text });
}

/** The recycle bin keeps it; its own draft is anybody's to delete. */
export function remove(d: Draft): void {
  const phase = d.in("删除", "draft", "pooled", "handling", "signing", "waiting", "suspended", "transferred", "done");
  if (phase.kind !== "draft" || phase.returned || d.order.creator !== d.actor.id) d.supervised("删除");
  for (const scope of ["node", "order", "claim"] as const) d.do({ do: "stop", scope });
  d.enter({ kind: "deleted" });
  d.log("deleted");
  if (phase.kind !== "done") d.do({ do: "tellParent" });
}
