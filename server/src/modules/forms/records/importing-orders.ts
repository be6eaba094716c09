/** What a row of a workbook says of an order beside its form's fields, and the order that is made of it (W60). */
import { lengthField } from "@liantai/api/contract/admin";
import { orderLimits, orderPriorities, type OrderPriority } from "@liantai/api/contract/work-orders";
import type { CompiledForm } from "@liantai/api/forms";
import { string } from "yup";
import type { Trx } from "../../../ports/database.ts";
import type { ImportColumn } from "../../files/index.ts";
import type { OrderImport } from "../order-port.ts";
import { PreparedOrder } from "./prepared-order.ts";
import type { Prepared } from "./preparing.ts";
import type { Published } from "./published.ts";

/** No field of a form has such a key. */
const keys = { title: "$title", priority: "$priority" } as const;

const words = Object.values(orderPriorities);
const priorityOf = new Map(
  Object.entries(orderPriorities).map(([value, word]) => [word as string, Number(value) as OrderPriority]),
);
const usual: OrderPriority = 3;

/** Where the form has a field that is called so: 工单标题. */
function free(form: CompiledForm, title: string): string {
  const taken = new Set(form.fields.map(({ label }) => label));
  for (let name = title; ; name = `工单${name}`) if (!taken.has(name)) return name;
}

export function orderColumns(form: CompiledForm): readonly ImportColumn[] {
  const [title, priority] = [free(form, "标题"), free(form, "优先级")];
  return [
    { title, name: keys.title, required: true, width: 24, schema: lengthField(title, orderLimits.title) },
    { title: priority, name: keys.priority, schema: string().oneOf(words, `${priority}应为${words.join("、")}之一`) },
  ];
}

export function saveOrder(
  trx: Trx,
  orders: OrderImport,
  line: Readonly<Record<string, string>>,
  { published, prepared }: { readonly published: Published; readonly prepared: Prepared },
): Promise<void> {
  const head = { title: line[keys.title] ?? "", priority: priorityOf.get(line[keys.priority] ?? "") ?? usual };
  return orders.make(trx, head, new PreparedOrder(published, prepared));
}
