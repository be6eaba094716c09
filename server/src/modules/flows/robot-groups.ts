/** Which robots take the calls of a flow: robot lines, and what other modules say is one. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { robotGroupApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { FlowDeps } from "./deps.ts";
import { robotLines, robotsOf, setRobots } from "./robots-repository.ts";
import { known as knownFlow, lockKnown } from "./rows.ts";

type Api = typeof robotGroupApi;

/** All that may be bound. */
async function there({ neighbours }: FlowDeps, trx: Trx, compId: string) {
  const lines = await robotLines(trx, compId);
  const others = (await Promise.all(neighbours.map((each) => each.robots?.(trx, compId) ?? []))).flat();
  return [
    ...lines.map((each) => ({ ...each, kind: "line" as const })),
    ...others.map((each) => ({ ...each, kind: "robot" as const })),
  ];
}
const names = async (deps: FlowDeps, trx: Trx, compId: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await there(deps, trx, compId)).map(({ id, name }) => [id, name]));

export async function bindRobots(
  deps: FlowDeps,
  body: BodyOf<Api["create"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const ids = [...new Set(body.robotIds)];
  return ports.database.tenant(compId, async (trx) => {
    const flow = await lockKnown(trx, compId, body.flowId);
    const known = await names(deps, trx, compId);
    if (ids.some((id) => !known.has(id))) throw fieldRefusal("robotIds", "机器人", "机器人不存在或已被删除");
    const before = await robotsOf(trx, compId, flow.id);
    await setRobots(trx, compId, flow.id, ids);
    const words = (list: readonly string[]) => list.map((id) => known.get(id) ?? id).join("、");
    await audit.write(trx, context, {
      compId,
      object: "robotGroup",
      action: "update",
      id: flow.id,
      name: flow.name,
      before: { robots: words(before) },
      after: { robots: words(ids) },
    });
    return { count: ids.length };
  });
}

export async function robotsOfFlow(
  deps: FlowDeps,
  body: BodyOf<Api["findByFlowId"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["findByFlowId"]>> {
  const compId = compOf(caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const flow = await knownFlow(trx, compId, body.flowId);
    const ids = await robotsOf(trx, compId, flow.id);
    const known = await names(deps, trx, compId);
    return ids.map((id) => ({ id, name: known.get(id) ?? "" }));
  });
}

export async function robotOptions(
  deps: FlowDeps,
  body: BodyOf<Api["options"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["options"]>> {
  const compId = compOf(caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const flow = await knownFlow(trx, compId, body.flowId);
    const bound = new Set(await robotsOf(trx, compId, flow.id));
    return (await there(deps, trx, compId)).map((each) => ({ ...each, bound: bound.has(each.id) ? 1 : 0 }));
  });
}

export async function freeRobots(
  { ports, audit }: FlowDeps,
  body: BodyOf<Api["delByFlowId"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const compId = compOf(context.caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const flow = await lockKnown(trx, compId, body.flowId);
    const count = (await robotsOf(trx, compId, flow.id)).length;
    await setRobots(trx, compId, flow.id, []);
    if (count > 0)
      await audit.write(trx, context, { compId, object: "robotGroup", action: "delete", id: flow.id, name: flow.name });
    return { count };
  });
}
