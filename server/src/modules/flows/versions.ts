/** Versions: published when nothing bars it, never changed, published again, shared out. */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { diffFlows, type flowVersionApi } from "@liantai/api/contract/flow-editor";
import { flowTypes, link } from "@liantai/api/flows";
import { compOf } from "../../http/company.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import { check, gather, isError } from "./checking.ts";
import type { FlowDeps } from "./deps.ts";
import { barred, confusedIn } from "./gate.ts";
import { namedIn } from "./naming.ts";
import { keptBody, nodeCount } from "./reading.ts";
import { updateFlow, type FlowRow } from "./repository.ts";
import { known, lockKnown, missingVersion } from "./rows.ts";
import { callersTold } from "./shared-callers.ts";
import { tell, tellPublished } from "./telling.ts";
import { trainPublished } from "./training.ts";
import { runTests, worldOf } from "./running.ts";
import { listTests } from "./tests-repository.ts";
import { setUses } from "./uses-repository.ts";
import {
  findVersion,
  insertVersion,
  listVersions,
  setShares,
  sharesOf,
  versionIds,
  type VersionRow,
} from "./versions-repository.ts";

type Api = typeof flowVersionApi;
type Context = RequestContext;

interface NewVersion {
  readonly flow: string;
  readonly tts: string;
  readonly note: string;
  readonly reason: string;
  readonly restores: number;
  readonly testsRun: number;
  readonly testsFailed: number;
}

/** In words; '': none, all go through the newest. */
async function sharesIn(trx: Trx, compId: string, flowId: string): Promise<string> {
  const shares = await sharesOf(trx, compId, flowId);
  if (shares.length === 0) return "";
  const rows = await listVersions(trx, compId, flowId);
  return rows
    .flatMap(({ id, version }) => {
      const percent = shares.find(({ versionId }) => versionId === id)?.percent;
      return percent ? [`第${version}版${percent}%`] : [];
    })
    .join("，");
}

/** For the line of the log of what ended them. */
async function endedShares(trx: Trx, { compId, id }: Pick<FlowRow, "compId" | "id">) {
  const was = await sharesIn(trx, compId, id);
  return was === "" ? { before: undefined, after: {} } : { before: { shares: was }, after: { shares: "" } };
}

/** All calls that begin from now on get it: shares there were end. */
export async function putVersion(
  deps: FlowDeps,
  context: Context,
  trx: Trx,
  row: FlowRow,
  made: NewVersion,
): Promise<FlowRow> {
  const { ports } = deps;
  const { compId, id: flowId } = row;
  const version = row.version + 1;
  const id = ports.random.id();
  const at = new Date(ports.clock.now());
  await insertVersion(trx, {
    compId,
    id,
    flowId,
    version,
    ...made,
    publishedAt: at,
    publishedBy: context.caller.nickName,
  });
  await setUses(trx, compId, flowId, id, namedIn(keptBody(made.flow)));
  await setShares(trx, compId, flowId, []);
  const changed = made.flow === row.draft && made.tts === row.tts ? 0 : 1;
  await updateFlow(trx, compId, flowId, { version, versionId: id, changed, publishedAt: at });
  return { ...row, version, versionId: id, changed, publishedAt: at };
}

/**
 * Errors bar it; so do red tests and confused intents for which no reason is given. All are looked for before the transaction, which
 * holds others up.
 */
export async function publish(
  deps: FlowDeps,
  body: BodyOf<Api["publish"]>,
  context: Context,
): Promise<ReplyOf<Api["publish"]>> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const { id, revision, note, reason } = body;
  const seen = await ports.database.tenant(compId, async (trx) => {
    const flow = await lockKnown(trx, compId, id, revision);
    const body = keptBody(flow.draft);
    const around = await gather(deps, trx, flow, body);
    const linked = link(body, around.shared ?? {}).body;
    return {
      ...{ flow, body, around, linked },
      told: await callersTold(trx, flow, body, around),
      tests: (await listTests(trx, compId, id)).filter(({ enabled }) => enabled === 1),
      world: await worldOf(deps.neighbours, trx, compId, linked),
    };
  });
  const parsed = seen.body;
  const findings = [...check(parsed, seen.around), ...seen.told];
  if (findings.some(isError)) throw barred("流程", { findings, red: [], confused: [] });
  const { results } = await runTests(seen.flow, seen.linked, seen.tests, seen.world);
  const red = results.filter(({ passed }) => passed === 0);
  const confused = await confusedIn(deps.neighbours, compId, parsed);
  const wanting = red.length > 0 || confused.length > 0;
  if (wanting && reason.trim() === "") throw barred("流程", { findings, red, confused });
  const row = await ports.database.tenant(compId, async (trx) => {
    const flow = await lockKnown(trx, compId, id, revision);
    const ended = await endedShares(trx, flow);
    const made = await putVersion(deps, context, trx, flow, {
      flow: flow.draft,
      tts: flow.tts,
      note,
      reason: wanting ? reason : "",
      restores: 0,
      testsRun: results.length,
      testsFailed: red.length,
    });
    const line = { compId, object: "flow", action: "publish", id, name: flow.name };
    const after = { version: made.version, note, reason, ...ended.after };
    await audit.write(trx, context, { ...line, before: ended.before, after });
    return made;
  });
  await tellPublished(deps, compId, [id]);
  await tell(deps, context, row, "published");
  trainPublished(deps, context, row, parsed);
  return { versionId: row.versionId, version: row.version, findings };
}

export async function versions(
  { ports }: FlowDeps,
  body: BodyOf<Api["versions"]>,
  { caller }: Context,
): Promise<ReplyOf<Api["versions"]>> {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const flow = await known(trx, compId, body.id);
    const shares = await sharesOf(trx, compId, flow.id);
    const percentOf = (id: string): number =>
      shares.length > 0
        ? (shares.find(({ versionId }) => versionId === id)?.percent ?? 0)
        : id === flow.versionId
          ? 100
          : 0;
    const rows = await listVersions(trx, compId, flow.id);
    return rows.map(({ id, publishedAt, version, note, reason, restores, testsRun, testsFailed, publishedBy }) => ({
      versionId: id,
      version,
      note,
      reason,
      restores,
      testsRun,
      testsFailed,
      publishTime: formatTime(publishedAt),
      publishedBy,
      percent: percentOf(id),
    }));
  });
}

export async function versionFind(
  { ports }: FlowDeps,
  body: BodyOf<Api["versionFind"]>,
  { caller }: Context,
): Promise<ReplyOf<Api["versionFind"]>> {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const found = await findVersion(trx, compId, body.versionId);
    if (!found) throw missingVersion();
    const { flowType } = await known(trx, compId, found.flowId);
    const { id: versionId, version, flowId: id, flow, tts, note, publishedAt, publishedBy } = found;
    return { versionId, version, id, flowType, flow, tts, note, publishTime: formatTime(publishedAt), publishedBy };
  });
}

/** Errors bar a return as they bar a publishing: things it names may be gone since. Tests do not: who returns is in a hurry. */
export async function rollback(
  deps: FlowDeps,
  body: BodyOf<Api["rollback"]>,
  context: Context,
): Promise<ReplyOf<Api["rollback"]>> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const replaces = body.draft === 1;
  if (replaces && !(await deps.auth.mayPress(context.caller, "flow.edit")))
    throw new AppError("forbidden", "您没有编辑流程的权限，不能恢复草稿");
  const [row, back] = await ports.database.tenant(compId, async (trx) => {
    const old = await findVersion(trx, compId, body.versionId);
    if (!old) throw missingVersion();
    const seen = replaces ? body.revision : undefined;
    const flow = await lockKnown(trx, compId, old.flowId, seen, { flow: old.flow, tts: old.tts, what: "回退" });
    const parsed = keptBody(old.flow);
    const findings = check(parsed, await gather(deps, trx, flow, parsed));
    if (findings.some(isError)) throw barred(`第${old.version}版`, { findings, red: [], confused: [] });
    const restored = replaces ? await restore(deps, context, trx, flow, old) : flow;
    const ended = await endedShares(trx, flow);
    const note = body.note === "" ? `回退到第${old.version}版` : body.note;
    const made = await putVersion(deps, context, trx, restored, {
      flow: old.flow,
      tts: old.tts,
      note,
      reason: "",
      restores: old.version,
      testsRun: 0,
      testsFailed: 0,
    });
    const line = { compId, object: "flow", action: "rollback", id: flow.id, name: flow.name };
    const draft = replaces ? { draft: "已恢复" } : {};
    const after = { version: made.version, note, ...draft, ...ended.after };
    await audit.write(trx, context, { ...line, before: ended.before, after });
    return [made, parsed] as const;
  });
  await tellPublished(deps, compId, [row.id]);
  await tell(deps, context, row, "published");
  trainPublished(deps, context, row, back);
  return { versionId: row.versionId, version: row.version, revision: row.revision };
}

/** The draft is what the version was. */
async function restore(
  { ports }: FlowDeps,
  { caller }: Context,
  trx: Trx,
  row: FlowRow,
  { flow: draft, tts }: VersionRow,
): Promise<FlowRow> {
  if (row.draft === draft && row.tts === tts) return row;
  const parsed = keptBody(draft);
  const set = { draft, tts, revision: row.revision + 1, nodeCount: nodeCount(parsed) };
  const by = { updatedBy: caller.nickName, updatedAt: new Date(ports.clock.now()) };
  await updateFlow(trx, row.compId, row.id, { ...set, ...by });
  await setUses(trx, row.compId, row.id, "", namedIn(parsed));
  return { ...row, ...set, ...by };
}

export async function diff(
  { ports }: FlowDeps,
  { id, a, b, compId: given }: BodyOf<Api["diff"]>,
  { caller }: Context,
): Promise<ReplyOf<Api["diff"]>> {
  const compId = compOf(caller, given);
  return ports.database.tenant(compId, async (trx) => {
    const flow = await known(trx, compId, id);
    const side = async (versionId: string) => {
      if (versionId === "") return { flow: flow.draft, tts: flow.tts };
      const found = await findVersion(trx, compId, versionId);
      if (found?.flowId !== id) throw missingVersion();
      return found;
    };
    const [x, y] = [await side(a), await side(b)];
    return diffFlows(keptBody(x.flow), keptBody(y.flow), [x.tts, y.tts]);
  });
}

export async function share(deps: FlowDeps, body: BodyOf<Api["share"]>, context: Context): Promise<null> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, body.compId);
  const row = await ports.database.tenant(compId, async (trx) => {
    const flow = await lockKnown(trx, compId, body.id);
    if (flow.flowType === flowTypes.shared)
      throw new AppError("refused", "公共子流程不按比例分配来电，请在调用它的节点里选择版本");
    const there = await versionIds(trx, compId, flow.id);
    if (body.versions.some(({ versionId }) => !there.has(versionId))) throw missingVersion();
    const was = { shares: await sharesIn(trx, compId, flow.id) };
    await setShares(trx, compId, flow.id, body.versions);
    const is = { shares: await sharesIn(trx, compId, flow.id) };
    const line = { compId, object: "flow", action: "share", id: flow.id, name: flow.name };
    await audit.write(trx, context, { ...line, before: was, after: is });
    return flow;
  });
  await tellPublished(deps, compId, [row.id]);
  await tell(deps, context, row, "published");
  return null;
}
