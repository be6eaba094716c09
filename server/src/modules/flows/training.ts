/** train/{id}: the index of the intents that a draft names. It goes on after the answer; updateFlow says how it went. */
import { AppError, type ParamsOf, type QueryOf } from "@liantai/api/contract";
import type { flowApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { FlowDeps } from "./deps.ts";
import { intentsIn } from "./naming.ts";
import { keptBody } from "./reading.ts";
import type { FlowRow } from "./repository.ts";
import { known } from "./rows.ts";
import { tell } from "./telling.ts";

type Api = typeof flowApi;

async function built(
  { neighbours }: FlowDeps,
  { compId, id }: FlowRow,
  intents: readonly string[],
): Promise<string | undefined> {
  try {
    for (const neighbour of neighbours) await neighbour.train?.(compId, id, intents);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

export async function train(
  deps: FlowDeps,
  { id }: ParamsOf<Api["train"]>,
  query: QueryOf<Api["train"]>,
  context: RequestContext,
): Promise<{ intents: number }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, query.compId);
  const flow = await ports.database.tenant(compId, async (trx) => {
    const found = await known(trx, compId, id);
    await audit.write(trx, context, { compId, object: "flow", action: "train", id, name: found.name });
    return found;
  });
  const intents = intentsIn(keptBody(flow.draft));
  await tell(deps, context, flow, "training");
  void built(deps, flow, intents)
    .then((fault) => tell(deps, context, flow, fault === undefined ? "trained" : "notTrained", fault))
    .catch(async (error: unknown) => {
      ports.logger.error({ error, flowId: id }, "the intents of a flow could not be indexed");
      await tell(deps, context, flow, "notTrained", "训练失败，请稍后再试");
    });
  return { intents: intents.length };
}
