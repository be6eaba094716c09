/** Which columns hold the fields marked query. Pure. */
import type { CompiledForm, DefinitionFault } from "@liantai/api/forms";
import { dateSlots, numberSlots, textSlots, type Slot, type SlotMap } from "../../../ports/schema/forms.ts";

const columns = { text: textSlots, number: numberSlots, date: dateSlots } as const;
const kinds = { text: "文字类", number: "数字", date: "日期" } as const;

export interface SlotPlan {
  readonly slots: SlotMap;
  readonly faults: readonly DefinitionFault[];
}

/** A field keeps its column as long as it needs one of that kind. */
export function planSlots(form: CompiledForm, before: SlotMap): SlotPlan {
  const slots: Record<string, Slot> = {};
  const taken = new Set<Slot>();
  const needs = form.slots.flatMap(({ field, slot }) => (slot === undefined ? [] : [{ field, slot }]));
  const all = (kind: keyof typeof columns): readonly Slot[] => columns[kind];
  for (const { field, slot } of needs) {
    const old = Object.hasOwn(before, field) ? before[field] : undefined;
    if (old === undefined || !all(slot).includes(old)) continue;
    slots[field] = old;
    taken.add(old);
  }
  const faults: DefinitionFault[] = [];
  for (const { field, slot } of needs) {
    if (Object.hasOwn(slots, field)) continue;
    const free = all(slot).find((one) => !taken.has(one));
    if (free === undefined) {
      const label = form.byName.get(field)?.label ?? field;
      faults.push({
        field,
        attribute: "query",
        message: `“${label}”不能设为可查询：一个表单最多${all(slot).length}个${kinds[slot]}查询字段`,
      });
      continue;
    }
    slots[field] = free;
    taken.add(free);
  }
  return { slots, faults };
}

/** Fields that lists can be asked by now and could not before: what stands of them in old records is to be looked at again. */
export function newlyIndexed(
  form: CompiledForm,
  slots: SlotMap,
  before: CompiledForm | undefined,
  oldSlots: SlotMap,
): readonly string[] {
  const old = new Map(before?.slots.map((need) => [need.field, need]));
  return form.slots
    .filter((need) => {
      const then = old.get(need.field);
      const same =
        then !== undefined &&
        then.slot === need.slot &&
        then.terms === need.terms &&
        then.phone === need.phone &&
        slots[need.field] === oldSlots[need.field] &&
        before?.byName.get(need.field)?.type === form.byName.get(need.field)?.type &&
        before?.byName.get(need.field)?.format === form.byName.get(need.field)?.format;
      return !same && (need.slot !== undefined || need.terms !== undefined || need.phone);
    })
    .map((need) => need.field);
}
