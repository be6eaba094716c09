/** Running orders moved to another version: first as a plan that changes nothing, then each in a transaction of its own. */
import { AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { applyToOrder, compileFlow, type workFlowApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { actorOf, sightOf } from "../orders/policy.ts";
import { lockOrder, ordersToMove, type OrderRow } from "../orders/repository.ts";
import { aroundOf, takeStep } from "../orders/step.ts";
import { findFlow, findVersion } from "./repository.ts";
import { versionOf } from "./versions.ts";

type Api = typeof workFlowApi;
type Body = BodyOf<Api["plan"]>;
type Line = ReplyOf<Api["plan"]>["list"][number];

/** At once; the rest with the next press. */
const atOnce = 1_000;

async function orders({ ports }: WorkOrderDeps, body: Body, { caller }: RequestContext) {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const flow = await findFlow(trx, compId, body.id);
    if (!flow) throw new AppError("notFound", "流程不存在或已被删除");
    if (!(await findVersion(trx, compId, flow.id, body.version)))
      throw new AppError("refused", `流程没有版本${body.version}`);
    return { compId, flow, rows: await ordersToMove(trx, compId, flow.id, body.version, body.orderIds, atOnce) };
  });
}

const target = (row: OrderRow, { nodes, version }: Body) =>
  ({ type: "migrate", nodeId: nodes?.[row.nodeId] ?? row.nodeId, version }) as const;

async function line(
  deps: WorkOrderDeps,
  row: OrderRow,
  body: Body,
  context: RequestContext,
  write: boolean,
): Promise<Line> {
  return deps.ports.database.tenant(row.compId, async (trx) => {
    const now = write ? ((await lockOrder(trx, row.compId, row.id)) ?? row) : row;
    const input = target(now, body);
    const actor = actorOf(await sightOf(deps, trx, row.compId, context.caller), now);
    const to =
      compileFlow(await versionOf(trx, { ...now, flowVersion: body.version })).nodes.get(input.nodeId)?.name ?? "";
    const said = { id: now.id, workCode: now.workCode, version: now.flowVersion, from: now.nodeName, to };
    const { around } = await aroundOf(trx, deps, now, [], body.version);
    const outcome = applyToOrder(now.body, input, actor, around);
    if (!outcome.ok) return { ...said, text: outcome.text };
    if (write) await takeStep(trx, deps, now, { input, actor });
    return { ...said, text: "" };
  });
}

const movedIn = (list: readonly Line[]) => list.filter(({ text }) => text === "").length;

export async function plan(deps: WorkOrderDeps, body: Body, context: RequestContext): Promise<ReplyOf<Api["plan"]>> {
  const { rows } = await orders(deps, body, context);
  const list: Line[] = [];
  for (const row of rows) list.push(await line(deps, row, body, context, false));
  return { moved: movedIn(list), list };
}

export async function migrate(deps: WorkOrderDeps, body: Body, context: RequestContext): Promise<ReplyOf<Api["plan"]>> {
  const { compId, flow, rows } = await orders(deps, body, context);
  const list: Line[] = [];
  for (const row of rows) list.push(await line(deps, row, body, context, true));
  const moved = movedIn(list);
  await deps.ports.database.tenant(compId, (trx) =>
    deps.audit.write(trx, context, {
      compId,
      object: "workFlow",
      action: "migrate",
      id: flow.id,
      name: flow.name,
      after: { version: body.version, moved },
    }),
  );
  return { moved, list };
}
