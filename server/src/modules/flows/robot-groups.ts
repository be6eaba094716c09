/** Which robots take the calls of a flow: robot lines, and what other modules say is one. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { robotGroupApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../http/company.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { FlowDeps } from "./deps.ts";
import { robotLines, robotsOf, setRobots } from "./robots-repository.ts";
import { known, lockKnown } from "./rows.ts";

type Api = typeof robotGroupApi;

/** By id, those that there are. */
async function names({ neighbours }: FlowDeps, trx: Trx, compId: string, ids: readonly string[]) {
  const others = await Promise.all(neighbours.map((each) => each.robots?.(trx, compId, ids) ?? []));
  return new Map([...(await robotLines(trx, compId, ids)), ...others.flat()].map(({ id, name }) => [id, name]));
}

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
    const there = await names(deps, trx, compId, ids);
    if (ids.some((id) => !there.has(id))) throw fieldRefusal("robotIds", "机器人", "机器人不存在或已被删除");
    const before = await robotsOf(trx, compId, flow.id);
    const known = await names(deps, trx, compId, before);
    await setRobots(trx, compId, flow.id, ids);
    const words = (list: readonly string[], by: ReadonlyMap<string, string>) =>
      list.map((id) => by.get(id) ?? id).join("、");
    await audit.write(trx, context, {
      compId,
      object: "robotGroup",
      action: "update",
      id: flow.id,
      name: flow.name,
      before: { robots: words(before, known) },
      after: { robots: words(ids, there) },
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
    const flow = await known(trx, compId, body.flowId);
    const ids = await robotsOf(trx, compId, flow.id);
    const there = await names(deps, trx, compId, ids);
    return ids.map((id) => ({ id, name: there.get(id) ?? "" }));
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
