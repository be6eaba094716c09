/** 流程配置: flows and their drafts. */
import { type BodyOf, type ParamsOf, type QueryOf, type ReplyOf } from "@liantai/api/contract";
import type { flowApi, FlowTestBody } from "@liantai/api/contract/flow-editor";
import { flowTypes, type FlowBody, type FlowType } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import { unique } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { FlowDeps } from "./deps.ts";
import { blankBody } from "./blank.ts";
import { namedIn } from "./naming.ts";
import { bodyOf, keptBody, nodeCount, ownBody, textOf } from "./reading.ts";
import { checkRemoved } from "./removing.ts";
import { deleteFlow, insertFlow, listFlows, updateFlow } from "./repository.ts";
import { known, lockKnown, logRow, shown, taken } from "./rows.ts";
import { tell, tellPublished } from "./telling.ts";
import { copyAudios, dropAudios } from "./test-audio.ts";
import { insertTests, listTests } from "./tests-repository.ts";
import { setUses } from "./uses-repository.ts";
import { usersOf, refuseUsed } from "./using.ts";

type Api = typeof flowApi;
type Context = RequestContext;

export async function list(
  { ports, neighbours }: FlowDeps,
  body: BodyOf<Api["list"]>,
  { caller }: Context,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const { rows, total } = await listFlows(trx, compId, body);
    const users = await usersOf(
      neighbours,
      trx,
      compId,
      rows.map(({ id }) => id),
    );
    const list = rows.map((row) => ({
      ...shown(row),
      nodeCount: row.nodeCount,
      testCount: row.testCount,
      shared: row.shared === 1 ? (1 as const) : (0 as const),
      usedBy: [...(users.get(row.id) ?? [])],
    }));
    return { list, total, pageNo: body.pageNo, pageSize: body.pageSize };
  });
}

export async function satisficingList(
  { ports }: FlowDeps,
  body: BodyOf<Api["satisficingList"]>,
  { caller }: Context,
): Promise<ReplyOf<Api["satisficingList"]>> {
  const compId = compOf(caller, body.compId);
  const query = { ...body, flowType: flowTypes.satisfaction };
  const { rows, total } = await ports.database.tenant(compId, (trx) => listFlows(trx, compId, query));
  return { list: rows.map(shown), total, pageNo: body.pageNo, pageSize: body.pageSize };
}

export async function find(
  { ports }: FlowDeps,
  { id }: ParamsOf<Api["find"]>,
  query: QueryOf<Api["find"]>,
  { caller }: Context,
): Promise<ReplyOf<Api["find"]>> {
  const compId = compOf(caller, query.compId);
  const flow = await ports.database.tenant(compId, (trx) => known(trx, compId, id));
  return { ...shown(flow), flow: flow.draft, tts: flow.tts };
}

export interface NewFlow {
  /** Of one whose files are kept already. */
  readonly id?: string;
  readonly name: string;
  readonly flowType: FlowType;
  readonly remark: string;
  readonly tts: string;
  readonly body: FlowBody;
  readonly tests: readonly {
    readonly name: string;
    readonly remark: string;
    readonly enabled: number;
    readonly test: FlowTestBody;
  }[];
}

/** The flow, its tests, what it names. */
export async function insertIn(
  trx: Trx,
  { ports, audit }: FlowDeps,
  context: Context,
  compId: string,
  { id = ports.random.id(), body, tests, ...row }: NewFlow,
  action: "add" | "clone" | "importZip",
): Promise<{ id: string; revision: number }> {
  const at = new Date(ports.clock.now());
  const updatedBy = context.caller.nickName;
  const own = ownBody(body, id);
  const times = { createdAt: at, updatedAt: at, updatedBy };
  await insertFlow(trx, { compId, id, ...row, draft: textOf(own), nodeCount: nodeCount(own), ...times });
  await setUses(trx, compId, id, "", namedIn(own));
  await insertTests(
    trx,
    tests.map((test, place) => ({
      compId,
      id: ports.random.id(),
      flowId: id,
      ...test,
      test: JSON.stringify(test.test),
      createdAt: new Date(at.getTime() + place),
      updatedAt: at,
      updatedBy,
    })),
  );
  const after = logRow({ ...row, enabled: 1 });
  await audit.write(trx, context, { compId, object: "flow", action, id, name: row.name, after });
  return { id, revision: 1 };
}

/** In one transaction. */
const insert = (
  deps: FlowDeps,
  context: Context,
  compId: string,
  flow: NewFlow,
  action: "add" | "clone",
): Promise<{ id: string; revision: number }> =>
  unique(taken(), () =>
    deps.ports.database.tenant(compId, (trx) => insertIn(trx, deps, context, compId, flow, action)),
  );

export async function create(
  deps: FlowDeps,
  body: BodyOf<Api["create"]>,
  context: Context,
): Promise<ReplyOf<Api["create"]>> {
  const { name, flowType, remark = "", tts, flow } = body;
  const made = flow === undefined || flow === "" ? blankBody(flowType) : bodyOf(flow);
  const compId = compOf(context.caller, body.compId);
  return insert(deps, context, compId, { name, flowType, remark, tts, body: made, tests: [] }, "add");
}

export async function update(
  deps: FlowDeps,
  { id, compId: named, ...body }: BodyOf<Api["update"]>,
  context: Context,
): Promise<ReplyOf<Api["update"]>> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, named);
  const changed = await unique(taken(), () =>
    ports.database.tenant(compId, async (trx) => {
      const before = await lockKnown(trx, compId, id);
      const { name, remark = "", enabled, tts = before.tts } = body;
      const spoken = tts === before.tts ? {} : { tts, changed: 1, revision: before.revision + 1 };
      const after = { ...before, name, remark, enabled, ...spoken };
      const set = { name, remark, enabled, ...spoken, updatedBy: context.caller.nickName };
      await updateFlow(trx, compId, id, { ...set, updatedAt: new Date(ports.clock.now()) });
      const line = { compId, object: "flow", action: "update", id, name };
      await audit.write(trx, context, { ...line, before: logRow(before), after: logRow(after) });
      return after;
    }),
  );
  await tell(deps, context, changed, "edited");
  return { revision: changed.revision };
}

/** A stale revision is refused with what stands there and how it differs (FlowConflict). */
export async function save(deps: FlowDeps, body: BodyOf<Api["save"]>, context: Context): Promise<ReplyOf<Api["save"]>> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const { id, revision: seen } = body;
  const given = bodyOf(body.flow);
  const own = ownBody(given, id);
  const draft = textOf(own);
  const saved = await ports.database.tenant(compId, async (trx) => {
    const before = await lockKnown(trx, compId, id, seen, { flow: draft, tts: body.tts ?? "" });
    await checkRemoved(trx, compId, id, given, keptBody(before.draft));
    const tts = body.tts ?? before.tts;
    if (draft === before.draft && tts === before.tts) return undefined;
    const revision = before.revision + 1;
    const by = { updatedBy: context.caller.nickName, updatedAt: new Date(ports.clock.now()) };
    await updateFlow(trx, compId, id, { draft, tts, revision, changed: 1, nodeCount: nodeCount(own), ...by });
    await setUses(trx, compId, id, "", namedIn(own));
    const line = { compId, object: "flow", action: "update", id, name: before.name };
    await audit.write(trx, context, {
      ...line,
      before: { draft: "", tts: before.tts },
      after: { draft: draft === before.draft ? "" : "已修改", tts },
    });
    return { ...before, revision };
  });
  if (!saved) return { revision: seen };
  await tell(deps, context, saved, "edited");
  return { revision: saved.revision };
}

export async function remove(
  deps: FlowDeps,
  { id }: ParamsOf<Api["delete"]>,
  query: QueryOf<Api["delete"]>,
  context: Context,
): Promise<null> {
  const { ports, audit, neighbours } = deps;
  const compId = compOf(context.caller, query.compId);
  const gone = await ports.database.tenant(compId, async (trx) => {
    const flow = await lockKnown(trx, compId, id);
    await refuseUsed(neighbours, trx, compId, flow);
    await deleteFlow(trx, compId, id);
    await audit.write(trx, context, {
      compId,
      object: "flow",
      action: "delete",
      id,
      name: flow.name,
      before: logRow(flow),
    });
    return flow;
  });
  await dropAudios(deps, compId, id);
  await tellPublished(deps, compId, [id]);
  await tell(deps, context, gone, "deleted");
  return null;
}

export async function clone(
  deps: FlowDeps,
  { id, name, compId: named }: BodyOf<Api["clone"]>,
  context: Context,
): Promise<ReplyOf<Api["clone"]>> {
  const compId = compOf(context.caller, named);
  const { flow, tests } = await deps.ports.database.tenant(compId, async (trx) => ({
    flow: await known(trx, compId, id),
    tests: await listTests(trx, compId, id),
  }));
  const { flowType, remark, tts, draft } = flow;
  if (name === flow.name) throw taken();
  const made = deps.ports.random.id();
  const copied = tests.map(({ name: n, remark: r, enabled, test }) => ({ name: n, remark: r, enabled, test }));
  const copy = { id: made, name, flowType, remark, tts, body: keptBody(draft), tests: copied };
  try {
    await copyAudios(deps, compId, [id, made], tests);
    await insert(deps, context, compId, copy, "clone");
  } catch (error) {
    await dropAudios(deps, compId, made);
    throw error;
  }
  return { id: made };
}
