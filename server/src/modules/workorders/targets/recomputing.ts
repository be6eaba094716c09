/** Targets of a form's open orders read anew from their histories, after a rule changed (W53). */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { serviceTargetApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { lockOrder, type OrderRow } from "../orders/repository.ts";
import { writeStandings } from "./keeping.ts";
import { countOpen, enabledTargets, openOrders } from "./repository.ts";
import { forJobs } from "../../../ports/database.ts";

type Api = typeof serviceTargetApi;
type Deps = Pick<WorkOrderDeps, "ports" | "records">;

const queue = "service-targets";
interface Work {
  readonly compId: string;
  readonly formId: string;
}

/** As many as the request waits for. */
const atOnce = 200;
const batch = 50;

/** A batch a transaction: steps of the other orders go on beside it. */
async function recomputeForm(deps: Deps, { compId, formId }: Work): Promise<number> {
  const { database, clock } = deps.ports;
  let [count, after] = [0, ""];
  for (;;) {
    const rows = await forJobs(database).tenant(compId, async (trx) => {
      const targets = await enabledTargets(trx, compId, formId);
      const found = await openOrders(trx, compId, formId, after, batch);
      const locked: OrderRow[] = [];
      for (const { id } of found) {
        const row = await lockOrder(trx, compId, id);
        if (row && row.state !== "done" && row.state !== "deleted") locked.push(row);
      }
      if (locked.length > 0) await writeStandings(trx, deps, compId, locked, targets, clock.now());
      count += locked.length;
      return found;
    });
    if (rows.length < batch) return count;
    after = rows.at(-1)!.id;
  }
}

export async function recompute(
  deps: WorkOrderDeps,
  { compId: named, formId }: BodyOf<Api["recompute"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["recompute"]>> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, named);
  const open = await ports.database.tenant(compId, async (trx) => {
    await deps.records.fields(trx, compId, formId);
    const count = await countOpen(trx, compId, formId);
    await audit.write(trx, context, {
      ...{ compId, object: "serviceTarget", action: "recompute", id: formId, name: "未办结工单" },
      after: { orders: count },
    });
    return count;
  });
  if (open <= atOnce) return { count: await recomputeForm(deps, { compId, formId }), asJob: 0 };
  await ports.jobs.send(queue, { compId, formId } satisfies Work, { key: `${compId}/${formId}` });
  return { count: open, asJob: 1 };
}

export const startRecomputing = (deps: Deps): Promise<void> =>
  deps.ports.jobs.work<Work>(queue, async (work) => void (await recomputeForm(deps, work)));
