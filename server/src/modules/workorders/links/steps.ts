/** An order's history as its customer may read it: how it goes, and what he did himself; no names, no notes. Pure. */
import { formatTime } from "@liantai/api/contract";
import { snapshotIn } from "../orders/snapshot.ts";
import { satisfactions, type Satisfaction } from "@liantai/api/contract/work-orders";

export const customerActor = "link";

interface Entry {
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const plain: Readonly<Record<string, string>> = {
  submitted: "工单已提交",
  claimed: "已有人受理",
  opened: "已有人受理",
  approved: "处理中",
  suspended: "暂停处理",
  resumed: "继续处理",
  completed: "已办结",
};

function textOf({ type, actor, data }: Entry): string {
  const mine = actor === customerActor;
  if (type === "urged") return mine ? "您催办了工单" : "";
  if (type === "customerFilled") return `您填写了《${typeof data["form"] === "string" ? data["form"] : ""}》`;
  if (type === "customerRated") return `您的评价：${satisfactions[data["score"] as Satisfaction] ?? ""}`;
  if (snapshotIn(data)?.state === "done" && type !== "followedUp" && type !== "followUpCommented" && plain[type])
    return "已办结";
  return plain[type] ?? "";
}

/** The same twice in a row is said once. */
export function customerSteps(entries: readonly Entry[]): { time: string; text: string }[] {
  const steps: { time: string; text: string }[] = [];
  for (const entry of entries) {
    const text = textOf(entry);
    const own = entry.actor === customerActor;
    if (text !== "" && (own || steps.at(-1)?.text !== text)) steps.push({ time: formatTime(entry.at), text });
  }
  return steps;
}
