/** formStream: many orders at once, each in a transaction of its own: what one cannot do the others do. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { formStreamApi, OrderCommand, orderPeopleApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { versionOf } from "../flows/versions.ts";
import { inWriting, lockSeen, mayTake } from "./handling.ts";
import { actorOf, sightOf } from "./policy.ts";
import type { OrderRow, Sight } from "./repository.ts";
import { takeStep } from "./step.ts";

type Batch = (typeof formStreamApi)["jumpOrCompleteBatch"];
type Handing = (typeof orderPeopleApi)["transferBatch"];
type Told = ReplyOf<Batch>;

/** `step` is called with the order locked. */
async function eachOf(
  deps: WorkOrderDeps,
  compId: string,
  { caller }: RequestContext,
  ids: readonly string[],
  step: (id: string) => Promise<(trx: Trx, row: OrderRow, sight: Sight) => Promise<void>>,
): Promise<Told> {
  const list: Told["list"] = [];
  const asked = [...new Set(ids)];
  for (const id of asked) {
    let workCode = "";
    try {
      const take = await step(id);
      await deps.ports.database.tenant(compId, async (trx) => {
        const sight = await sightOf(deps, trx, compId, caller);
        const row = await lockSeen(trx, compId, sight, id);
        ({ workCode } = row);
        await take(trx, row, sight);
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      list.push({ id, workCode, text: error.message });
    }
  }
  return { succeed: asked.length - list.length, failing: list.length, list };
}

const said = (text: string) => (text ? { text } : {});

/** Who has it completes it, who supervises it ends it or sends it to the node. */
function endOf(
  row: OrderRow,
  sight: Sight,
  nodeId: string | undefined,
  endId: string,
  text: string,
  evenWithSubOrders: boolean,
): OrderCommand {
  if (nodeId) return { type: "jump", nodeId, ...said(text) };
  return row.holder === sight.id || !actorOf(sight, row).supervises
    ? { type: "complete", evenWithSubOrders, ...said(text) }
    : { type: "jump", nodeId: endId, ...said(text) };
}

export function jumpOrCompleteBatch(deps: WorkOrderDeps, body: BodyOf<Batch>, context: RequestContext): Promise<Told> {
  const compId = compOf(context.caller, body.compId);
  const { nodeId, text = "", evenWithSubOrders = false } = body;
  return eachOf(deps, compId, context, body.ids, async (id) => {
    const written = await inWriting(deps, context, compId, id, {});
    return async (trx, row, sight) => {
      const ends = (await versionOf(trx, row)).nodes.find(({ kind }) => kind === "end")?.id ?? "";
      const input = endOf(row, sight, nodeId, ends, text, evenWithSubOrders);
      const actor = actorOf(sight, row);
      if (input.type === "complete" && (await mayTake(trx, deps, row, input.type, actor)))
        await written.save(trx, row, sight, { complete: true });
      await takeStep(trx, deps, row, { input, actor });
    };
  });
}

/** What the caller has in hand is transferred (16), what he supervises assigned (10). */
export function transferBatch(deps: WorkOrderDeps, body: BodyOf<Handing>, context: RequestContext): Promise<Told> {
  const compId = compOf(context.caller, body.compId);
  const { to, text = "" } = body;
  return eachOf(deps, compId, context, body.ids, async () => async (trx, row, sight) => {
    const actor = actorOf(sight, row);
    const type = row.holder === sight.id || !actor.supervises ? "transfer" : "assign";
    await takeStep(trx, deps, row, { input: { type, to, ...said(text) }, actor });
  });
}
