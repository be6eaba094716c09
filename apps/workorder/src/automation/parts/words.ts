/** When a trigger looks, in words. Pure. */
import { eventText, orderStates, type TriggerWhen } from "@liantai/api/contract/work-orders";
import type { CompiledForm } from "@liantai/api/forms";
import { minutesText } from "../../order-flows/parts/words.ts";

export function whenText(when: TriggerWhen, form: CompiledForm | undefined): string {
  if (when.on === "timed") return `${orderStates[when.state]}超过${minutesText(when.minutes)}`;
  const fields = (when.fields ?? []).map((name) => form?.byName.get(name)?.label ?? name);
  const events = when.events.map(eventText).join("、");
  return fields.length > 0 ? `${events}（${fields.join("、")}变化时）` : events;
}
