/** Orders in words, as reminders say them. */
import { orderEvents, satisfactions, type OrderEvent, type Satisfaction } from "@liantai/api/contract/work-orders";
import { maskNumbers } from "../../../http/privacy.ts";

const texts: Partial<Record<OrderEvent["type"], string>> = {
  submitted: "待您处理",
  approved: "待您处理",
  returned: "被退回，请重新处理",
  returnedToCreator: "被退回，请修改后重新提交",
  retrieved: "已被撤回",
  recycled: "已回收到待领取",
  urged: "被催办",
  assigned: "已指派给您",
  jumped: "待您处理",
  urgeCommented: "的催办有回复",
  transferred: "已转交给您",
  transferredBack: "已转回给您",
  timedOut: "已超时",
  beforeTimeout: "即将超时",
  statusKept: "状态长时间未变化",
  nobodyOnline: "无人在线，已放入待领取",
  completed: "已办结",
  customerFilled: "收到客户填写的表单",
  customerRated: "收到客户评价",
};

/** What the customer filled in, or how content he is. */
function detail({ type, data }: Pick<OrderEvent, "type" | "data">): string {
  if (type === "customerFilled") return `《${String(data["form"] ?? "")}》`;
  return type === "customerRated" ? `：${satisfactions[data["score"] as Satisfaction] ?? ""}` : "";
}

/** 工单GD20261123000001「宽带报障」即将超时. The same words go to everybody: numbers that somebody typed are masked in them. */
export function ticketText(
  { workCode, title }: { readonly workCode: string; readonly title: string },
  entry: Pick<OrderEvent, "type" | "data">,
): string {
  const { type, data } = entry;
  const said = typeof data["text"] === "string" && data["text"] !== "" ? `：${maskNumbers(data["text"])}` : "";
  const what = data["limit"] === "target" && typeof data["name"] === "string" ? `「${data["name"]}」` : "";
  return `工单${workCode}「${maskNumbers(title)}」${what}${texts[type] ?? orderEvents[type].name}${detail(entry)}${said}`;
}
