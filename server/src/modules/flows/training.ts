/** train/{id}: the index of the intents that a draft names. It goes on after the answer; updateFlow says how it went. */
import { AppError, type ParamsOf, type QueryOf } from "@liantai/api/contract";
import type { flowApi } from "@liantai/api/contract/flow-editor";
import type { FlowBody } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import { SpeechFailed } from "../../ports/speech.ts";
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
    if (error instanceof SpeechFailed && error.reason !== "") return error.reason;
    throw error;
  }
}

/** Goes on by itself. over: how it went; a fault is a sentence. */
function build(
  deps: FlowDeps,
  flow: FlowRow,
  intents: readonly string[],
  over: (fault: string | undefined) => Promise<void>,
): void {
  const { logger } = deps.ports;
  const [flowId, compId] = [flow.id, flow.compId];
  void built(deps, flow, intents)
    .catch((error: unknown) => {
      logger.error({ error, flowId, compId }, "the intents of a flow could not be indexed");
      return "训练失败，请稍后再试";
    })
    .then(over)
    .catch((error: unknown) => logger.warn({ error, flowId, compId }, "nobody was told how a training ended"));
}

/** The first caller of a version finds ready what he would wait for. That it failed is told, and changes nothing: he waits. */
export function trainPublished(deps: FlowDeps, context: RequestContext, flow: FlowRow, body: FlowBody): void {
  const intents = intentsIn(body);
  if (intents.length === 0) return;
  build(deps, flow, intents, async (fault) => {
    if (fault === undefined) return;
    await tell(deps, context, flow, "notTrained", `第${flow.version}版已发布，来电第一次识别时会多等一会儿：${fault}`);
  });
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
  // Nothing begins, so that nobody waits for an end.
  if (intents.length === 0) return { intents: 0 };
  await tell(deps, context, flow, "training");
  build(deps, flow, intents, (fault) =>
    tell(deps, context, flow, fault === undefined ? "trained" : "notTrained", fault),
  );
  return { intents: intents.length };
}
