/** Tests of a flow: kept with it, run by a press and before it is published. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import { AppError, formatTime } from "@liantai/api/contract";
import { flowLimits, type flowTestApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../http/company.ts";
import { fieldRefusal, unique } from "../../http/refusals.ts";
import type { RequestContext } from "../../http/routes.ts";
import { writeDeleted } from "../audit/index.ts";
import type { FlowDeps } from "./deps.ts";
import { bodyOf, keptBody } from "./reading.ts";
import { known, missingVersion } from "./rows.ts";
import { runTests, worldOf } from "./running.ts";
import { linkedIn } from "./shared.ts";
import { checkAudios, earsOf, sweep } from "./test-audio.ts";
import { deleteTests, findTest, insertTests, listTests, updateTest, type TestRow } from "./tests-repository.ts";
import { findVersion } from "./versions-repository.ts";

type Api = typeof flowTestApi;
type Context = RequestContext;

const missing = () => new AppError("notFound", "测试不存在或已被删除");
const taken = () => fieldRefusal("name", "测试名称", "测试名称已存在");
const logRow = ({ name, remark, enabled }: Pick<TestRow, "name" | "remark" | "enabled">) => ({ name, remark, enabled });

export async function listFlowTests(
  { ports }: FlowDeps,
  { flowId, compId: given }: BodyOf<Api["list"]>,
  { caller }: Context,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, given);
  return ports.database.tenant(compId, async (trx) => {
    await known(trx, compId, flowId);
    return (await listTests(trx, compId, flowId)).map(({ id, name, remark, enabled, test, updatedAt, updatedBy }) => ({
      id,
      name,
      remark,
      enabled: enabled === 1 ? (1 as const) : (0 as const),
      test,
      updateTime: formatTime(updatedAt),
      updatedBy,
    }));
  });
}

export async function addTest(
  deps: FlowDeps,
  { flowId, name, remark = "", enabled, test, compId: given }: BodyOf<Api["add"]>,
  context: Context,
): Promise<{ id: string }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, given);
  const id = ports.random.id();
  const at = new Date(ports.clock.now());
  await unique(taken(), () =>
    ports.database.tenant(compId, async (trx) => {
      await known(trx, compId, flowId);
      if ((await listTests(trx, compId, flowId)).length >= flowLimits.tests)
        throw new AppError("refused", `一个流程最多${flowLimits.tests}个测试`);
      await checkAudios(deps, trx, compId, flowId, test);
      const row = { compId, id, flowId, name, remark, enabled, createdAt: at, updatedAt: at };
      await insertTests(trx, [{ ...row, test: JSON.stringify(test), updatedBy: context.caller.nickName }]);
      const after = logRow({ name, remark, enabled });
      await audit.write(trx, context, { compId, object: "flowTest", action: "add", id, name, after });
    }),
  );
  return { id };
}

export async function changeTest(
  deps: FlowDeps,
  { id, name, remark = "", enabled, test, compId: given }: BodyOf<Api["update"]>,
  context: Context,
): Promise<null> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, given);
  const was = await unique(taken(), () =>
    ports.database.tenant(compId, async (trx) => {
      const before = await findTest(trx, compId, id);
      if (!before) throw missing();
      await checkAudios(deps, trx, compId, before.flowId, test);
      const by = { updatedAt: new Date(ports.clock.now()), updatedBy: context.caller.nickName };
      await updateTest(trx, compId, id, { name, remark, enabled, test: JSON.stringify(test), ...by });
      const same = JSON.stringify(test) === JSON.stringify(before.test);
      const after = { ...logRow({ name, remark, enabled }), test: same ? "" : "已修改" };
      const line = { compId, object: "flowTest", action: "update", id, name };
      await audit.write(trx, context, { ...line, before: { ...logRow(before), test: "" }, after });
      return before;
    }),
  );
  await sweep(deps, compId, was.flowId, [was]);
  return null;
}

export async function removeTests(
  deps: FlowDeps,
  { ids, compId: given }: BodyOf<Api["delete"]>,
  context: Context,
): Promise<{ count: number }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, given);
  const dropped = await ports.database.tenant(compId, async (trx) => {
    const gone = await deleteTests(trx, compId, ids);
    if (gone.length === 0) throw missing();
    const of = { compId, object: "flowTest" } as const;
    await writeDeleted(audit, trx, context, of, gone, ({ id, name }) => ({ id, name }));
    return gone;
  });
  for (const flowId of new Set(dropped.map((each) => each.flowId)))
    await sweep(
      deps,
      compId,
      flowId,
      dropped.filter((each) => each.flowId === flowId),
    );
  return { count: dropped.length };
}

/** Nothing outside is asked but, for `audio`, a recogniser; nothing is kept. */
export async function run(deps: FlowDeps, body: BodyOf<Api["run"]>, { caller }: Context): Promise<ReplyOf<Api["run"]>> {
  const { ports, neighbours } = deps;
  const compId = compOf(caller, body.compId);
  const { flow, linked, tests, world } = await ports.database.tenant(compId, async (trx) => {
    const found = await known(trx, compId, body.flowId);
    const version = body.versionId ? await findVersion(trx, compId, body.versionId) : undefined;
    if (body.versionId && version?.flowId !== found.id) throw missingVersion();
    const text = version?.flow ?? found.draft;
    const drawn = await linkedIn(trx, compId, body.flow ? bodyOf(body.flow) : keptBody(text));
    return {
      ...{ flow: found, linked: drawn, tests: await listTests(trx, compId, found.id) },
      world: await worldOf(neighbours, trx, compId, drawn),
    };
  });
  const chosen = body.test
    ? [{ id: "", name: "未保存的测试", test: body.test }]
    : body.ids
      ? tests.filter(({ id }) => body.ids!.includes(id))
      : tests.filter(({ enabled }) => enabled === 1);
  const ears = body.audio === 1 ? earsOf(deps, compId, flow.id) : undefined;
  const { results, coverage } = await runTests(flow, linked, chosen, world, ears);
  return {
    passed: results.filter(({ passed }) => passed === 1).length,
    failed: results.filter(({ passed }) => passed === 0).length,
    results,
    coverage,
  };
}
