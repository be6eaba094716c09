/** What a demonstration begins with: a trigger and a macro of its form of orders. */
import type { AutomationAction, TriggerCondition, TriggerWhen } from "@liantai/api/contract/work-orders";
import type { Trx } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import { insertMacro } from "./macros/repository.ts";
import { insertTrigger } from "./triggers/repository.ts";

export interface SeededAutomation {
  readonly compId: string;
  readonly formId: string;
  readonly by: string;
  readonly trigger: {
    readonly name: string;
    readonly when: TriggerWhen;
    readonly condition: TriggerCondition;
    readonly actions: readonly AutomationAction[];
  };
  readonly macro: { readonly name: string; readonly actions: readonly AutomationAction[] };
}

export async function seedAutomation(
  ports: Pick<Ports, "random" | "clock">,
  trx: Trx,
  { compId, formId, by, trigger, macro }: SeededAutomation,
): Promise<void> {
  const at = new Date(ports.clock.now());
  const times = { createdAt: at, updatedAt: at };
  const { name, when, condition, actions } = trigger;
  await insertTrigger(trx, {
    ...{ compId, id: ports.random.id(), formId, name, position: 1, updatedBy: by, ...times },
    ...{ moment: JSON.stringify(when), condition: JSON.stringify(condition), actions: JSON.stringify(actions) },
  });
  await insertMacro(trx, {
    ...{ compId, id: ports.random.id(), formId, name: macro.name, shared: 1, ownerId: "", ownerName: by, ...times },
    actions: JSON.stringify(macro.actions),
  });
}
