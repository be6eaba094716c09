/** What a demonstration begins with: a published flow of orders, and what is promised of them. */
import { usualTargets, validateFlow, type FlowDefinition, type TargetKind } from "@liantai/api/contract/work-orders";
import type { Ports } from "../../ports/index.ts";
import type { Trx } from "../../ports/database.ts";
import { insertFlow, insertVersion } from "./flows/repository.ts";
import { insertTarget } from "./targets/repository.ts";

export interface SeededFlow {
  readonly compId: string;
  readonly name: string;
  readonly remark: string;
  readonly formId: string;
  readonly definition: FlowDefinition;
  readonly by: string;
}

/** Throws Error on a flow that could not be published. */
export async function seedFlow(
  ports: Pick<Ports, "random" | "clock">,
  trx: Trx,
  { compId, name, remark, formId, definition, by }: SeededFlow,
): Promise<void> {
  const [fault] = validateFlow(definition);
  if (fault) throw new Error(`the flow ${name} cannot be published: ${fault.text}`);
  const [id, at] = [ports.random.id(), new Date(ports.clock.now())];
  const draft = JSON.stringify(definition);
  const times = { createdAt: at, updatedAt: at, updatedBy: by };
  await insertFlow(trx, { compId, id, name, remark, formId, draft, version: 1, changed: 0, ...times });
  await insertVersion(trx, { compId, flowId: id, version: 1, definition: draft, publishedAt: at, publishedBy: by });
}

export interface SeededTarget {
  readonly name: string;
  readonly kind: TargetKind;
  readonly minutes: number;
  readonly warnMinutes: number;
}

/** Each with what is usual for its kind, by the clock. */
export async function seedTargets(
  ports: Pick<Ports, "random" | "clock">,
  trx: Trx,
  { compId, formId, targets }: Pick<SeededFlow, "compId" | "formId"> & { readonly targets: readonly SeededTarget[] },
): Promise<void> {
  for (const { name, kind, ...length } of targets) {
    const rest = { priorities: [], minutesBy: {}, retroactive: true, timeRuleId: "" };
    const rule = JSON.stringify({ ...usualTargets[kind], ...rest, ...length });
    const updatedAt = new Date(ports.clock.now());
    await insertTarget(trx, { compId, id: ports.random.id(), formId, name, kind, rule, enabled: 1, updatedAt });
  }
}
