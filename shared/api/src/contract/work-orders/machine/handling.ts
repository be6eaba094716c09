/** What who holds an order does with it, what a countersign makes of several, and how the creator begins. */
import { nodeActions, type CountersignNode, type NodeAction } from "../flow.ts";
import { refuse, type Draft } from "./draft.ts";
import { arrive, end, give, go, tellNew } from "./moving.ts";
import type { InputOf } from "./types.ts";

/** The order has not moved on from the event's node yet when it is logged: the event says where it came from and where it went. */
function moved(d: Draft, from: string, text?: string): Readonly<Record<string, string | undefined>> {
  return { from, to: d.node?.name ?? "", text };
}

/** What is logged stands after the move, and before what the move itself logged (nobody online). */
export function move(d: Draft, type: Parameters<Draft["log"]>[0], text: string | undefined, to: () => void): void {
  const from = d.node?.name ?? "";
  const { seq } = d.order;
  to();
  const follows = d.events.splice(0).map(({ type: what, data }) => ({ what, data }));
  d.change({ seq });
  d.log(type, moved(d, from, text));
  for (const { what, data } of follows) d.log(what, data);
  tellNew(d, type);
}

function allowed(d: Draft, action: NodeAction): void {
  const { node } = d;
  if (node && "actions" in node && !node.actions.includes(action))
    refuse("action", `「${node.name}」不允许${nodeActions[action]}`);
}

/** What nobody made and comes back to its beginning is a supervisor's. */
const ownDraft = (d: Draft, command: string): void => {
  d.in(command, "draft");
  const { actor, order } = d;
  if (order.creator !== actor.id && !(order.creator === "" && actor.supervises))
    refuse("notYours", `只有创建人可以${command}`);
};

export function save(d: Draft): void {
  if (d.order.phase.kind === "draft") ownDraft(d, "保存");
  else d.held("保存");
  d.log("saved");
}

export function submit(d: Draft): void {
  ownDraft(d, "提交");
  const first = d.order.workCode === "";
  if (first) d.do({ do: "number" });
  const { limit } = d.around.flow.definition;
  if (limit && first) d.do({ do: "start", scope: "order", limit });
  if (!first) d.do({ do: "continue" });
  move(d, "submitted", undefined, () => {
    d.change({ trail: [{ nodeId: d.around.flow.start.id, by: d.order.creator }] });
    go(d, d.around.flow.start.id);
  });
}

function vote(d: Draft, agrees: boolean, text: string | undefined, command: string): "open" | "passed" | "failed" {
  const phase = d.in(command, "signing");
  const { id } = d.actor;
  if (!phase.parties.includes(id)) refuse("notYours", `您不是会签人，不能${command}`);
  if (id in phase.votes) refuse("notYours", "您已提交会签意见");
  const votes = { ...phase.votes, [id]: agrees };
  d.enter({ ...phase, votes });
  d.log("signed", { agrees, text });
  return verdict(d.node as CountersignNode, phase.parties.length, Object.values(votes));
}

/** passed: enough agree. failed: enough can no longer agree. */
export function verdict(
  node: Pick<CountersignNode, "mode" | "percentage">,
  parties: number,
  votes: readonly boolean[],
): "open" | "passed" | "failed" {
  const yes = votes.filter(Boolean).length;
  const no = votes.length - yes;
  const needed =
    node.mode === "all" ? parties : node.mode === "any" ? 1 : Math.ceil((parties * (node.percentage ?? 100)) / 100);
  if (yes >= needed) return "passed";
  return parties - no < needed ? "failed" : "open";
}

export function approve(d: Draft, { text }: InputOf<"approve">): void {
  const onward = (by: string) =>
    move(d, "approved", text, () => {
      const at = d.order.nodeId;
      d.pass(by);
      go(d, at);
    });
  if (d.order.phase.kind === "signing") {
    allowed(d, "approve");
    if (vote(d, true, text, "通过") === "passed") after(d, () => onward(""));
    return;
  }
  d.held("通过");
  allowed(d, "approve");
  onward(d.actor.id);
}

/** What was logged before a move stays before it. */
function after(d: Draft, then: () => void): void {
  const before = d.events.splice(0);
  then();
  d.events.unshift(...before);
}

export function returnPrevious(d: Draft, command: InputOf<"returnPrevious">): void {
  back(d, command, "returnPrevious");
}
export function returnCreator(d: Draft, command: InputOf<"returnCreator">): void {
  back(d, command, "returnCreator");
}

function back(d: Draft, { text }: { readonly text?: string }, to: "returnPrevious" | "returnCreator"): void {
  const name = nodeActions[to];
  const signing = d.order.phase.kind === "signing";
  if (!signing) d.held(name);
  allowed(d, to);
  if (signing && vote(d, false, text, name) !== "failed") return;
  after(d, () =>
    move(d, to === "returnPrevious" ? "returned" : "returnedToCreator", text, () =>
      to === "returnPrevious" ? stepBack(d) : toCreator(d),
    ),
  );
}

function toCreator(d: Draft): void {
  d.change({ trail: [] });
  arrive(d, d.around.flow.start);
}

/** To the node before, and to who had it there. A node that is no more (another version): to the creator. */
function stepBack(d: Draft): void {
  const step = d.order.trail.at(-1);
  const node = step && d.around.flow.nodes.get(step.nodeId);
  if (!step || !node) return toCreator(d);
  d.change({ trail: d.order.trail.slice(0, -1) });
  arrive(d, node, step.by === "" ? undefined : step.by);
}

export function retrieve(d: Draft): void {
  const phase = d.in("撤回", "pooled", "handling", "transferred", "signing");
  const opened =
    phase.kind === "signing" ? Object.keys(phase.votes).length > 0 : phase.kind !== "pooled" && phase.opened;
  const mine = phase.kind === "transferred" ? phase.from === d.actor.id : d.order.trail.at(-1)?.by === d.actor.id;
  if (!mine) refuse("notYours", "只有上一步处理人可以撤回");
  if (opened) refuse("opened", "工单已被查看，不能撤回");
  if (phase.kind === "transferred") {
    // To him, whoever stands in for him meanwhile: he has just seen it.
    move(d, "retrieved", undefined, () => d.enter({ kind: "handling", holder: d.actor.id, opened: true }));
    return;
  }
  const before = d.around.flow.nodes.get(d.order.trail.at(-1)?.nodeId ?? "");
  if (before && "actions" in before && !before.actions.includes("retrieve"))
    refuse("action", `「${before.name}」不允许撤回`);
  move(d, "retrieved", undefined, () => {
    stepBack(d);
    if (d.order.phase.kind !== "handling") return;
    d.do({ do: "stop", scope: "claim" });
    d.enter({ ...d.order.phase, holder: d.actor.id, opened: true });
  });
}

/** Sub-orders that are still open are asked about. */
export function complete(d: Draft, { text, evenWithSubOrders }: InputOf<"complete">): void {
  d.held("办结");
  allowed(d, "complete");
  const open = d.order.subOrders.filter(({ done }) => !done).length;
  if (open > 0 && !evenWithSubOrders) refuse("subOrders", `还有${open}个子工单未办结，确定要办结吗？`);
  move(d, "completed", text, () => {
    d.pass(d.actor.id);
    end(d);
  });
}

export function transfer(d: Draft, { to, text }: InputOf<"transfer">): void {
  d.held("转交");
  allowed(d, "transfer");
  if (to === d.actor.id) refuse("target", "不能转交给自己");
  if (!d.around.people.exists(to)) refuse("target", "坐席不存在或已停用");
  const holder = d.standIn(to);
  if (holder === d.actor.id) refuse("target", "对方的工单由您代办，不能转交");
  d.do({ do: "stop", scope: "claim" });
  d.enter({ kind: "transferred", holder, from: d.actor.id, opened: false });
  d.log("transferred", { to: holder, text });
  d.tell("transferred", ["holders"]);
}

export function transferBack(d: Draft): void {
  const phase = d.in("转回", "transferred");
  if (phase.holder !== d.actor.id) refuse("notYours", "工单不在您手中，不能转回");
  const { from } = phase;
  if (!d.around.people.exists(from)) refuse("target", "转交人已停用，不能转回");
  const to = d.standIn(from);
  if (to === d.actor.id) refuse("target", "转交人的工单由您代办，不能转回");
  give(d, from);
  d.log("transferredBack", { to });
  d.tell("transferredBack", ["holders"]);
}

export function open(d: Draft): void {
  const phase = d.held("查看");
  if (phase.opened) refuse("nothing", "工单已查看过");
  d.do({ do: "stop", scope: "claim" });
  d.enter({ ...phase, opened: true });
  d.log("opened");
}

export function suspend(d: Draft, { text }: InputOf<"suspend">): void {
  const phase = d.held("挂起");
  allowed(d, "suspend");
  d.do({ do: "stop", scope: "claim" });
  d.do({ do: "pause" });
  d.enter({ kind: "suspended", before: { ...phase, opened: true } });
  d.log("suspended", { text });
}

export function resume(d: Draft): void {
  const { before } = d.in("恢复", "suspended");
  if (before.holder !== d.actor.id && !d.actor.supervises) refuse("notYours", "工单不在您手中，不能恢复");
  d.do({ do: "continue" });
  d.enter(before);
  d.log("resumed");
}
