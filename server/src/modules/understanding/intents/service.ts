/** Intents of an enterprise, and their trial (测试意图). */
import { AppError, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { understandingLimits, type intentApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { crudService } from "../../crud/index.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { checkClass } from "../classes/service.ts";
import { normalise } from "../language/normalise.ts";
import { ruleNames } from "../rules/repository.ts";
import { telling } from "../telling.ts";
import type { Understander } from "./understander.ts";
import type { Score } from "./match.ts";
import {
  countSamples,
  findIntent,
  intentStore,
  lockIntents,
  type IntentListed,
  type IntentNew,
  type IntentRow,
} from "./repository.ts";

type Api = typeof intentApi;
type Body = BodyOf<Api["add"]>;
const { allSamples, intents: mostIntents } = understandingLimits;

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Throws AppError 'refused' when the enterprise's samples would be too many. */
export async function roomFor(trx: Trx, compId: string, id: string | undefined, samples: number): Promise<void> {
  const others = await countSamples(trx, compId, id);
  if (others.intents >= mostIntents) throw new AppError("refused", `意图最多${mostIntents}个`);
  if (others.samples + samples > allSamples)
    throw new AppError("refused", `全部意图的相似句合计最多${allSamples}条，其他意图已有${others.samples}条`);
}

async function toRow(trx: Trx, body: Body, before: IntentRow | undefined, compId: string): Promise<IntentNew> {
  await lockIntents(trx, compId);
  const classId = body.classId || null;
  if (classId !== null) await checkClass(trx, compId, classId, 2);
  const ruleIds = distinct(body.ruleIds);
  const known = await ruleNames(trx, compId, ruleIds);
  if (ruleIds.some((id) => !known.has(id))) throw fieldRefusal("ruleIds", "正则规则", "所选正则规则不存在或已被删除");
  const samples = distinct(body.samples);
  await roomFor(trx, compId, before?.id, samples.length);
  return {
    classId,
    name: body.name,
    priority: body.priority,
    threshold: body.threshold ?? null,
    keywords: distinct(body.keywords),
    ruleIds,
    samples,
    remark: body.remark ?? "",
  };
}

const present = (row: IntentListed) => ({
  id: row.id,
  classId: row.classId ?? "",
  name: row.name,
  priority: row.priority,
  threshold: row.threshold,
  keywords: [...row.keywords],
  ruleIds: [...row.ruleIds],
  sampleCount: row.sampleCount,
  remark: row.remark,
  updateTime: formatTime(row.updatedAt),
});

export interface IntentDeps extends AdministrationDeps {
  readonly understander: Understander;
}

export async function findOne(
  { ports }: IntentDeps,
  body: BodyOf<Api["find"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["find"]>> {
  const compId = compOf(caller, body.compId);
  const row = await ports.database.tenant(compId, (trx) => findIntent(trx, compId, body.id));
  if (!row) throw new AppError("notFound");
  return { ...present({ ...row, sampleCount: row.samples.length }), samples: [...row.samples] };
}

export async function test(
  { ports, understander }: IntentDeps,
  body: BodyOf<Api["test"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["test"]>> {
  const compId = compOf(caller, body.compId);
  const ids = body.intentIds.length > 0 ? body.intentIds : undefined;
  const match = await understander.understand(compId, ids, body.text, {
    threshold: body.threshold ?? undefined,
    margin: body.margin ?? undefined,
  });
  const rules = match.scores.filter(({ by }) => by === "rule").map(({ what }) => what);
  const names = await ports.database.tenant(compId, (trx) => ruleNames(trx, compId, rules));
  // Of samples the text: the number is of no use to people.
  const texts = await ports.database.tenant(compId, async (trx) => {
    const rows = await Promise.all(
      match.scores.filter(({ by }) => by === "sample").map(({ id }) => findIntent(trx, compId, id)),
    );
    return new Map(rows.flatMap((row) => (row ? [[row.id, row.samples] as const] : [])));
  });
  const what = (score: Score): string =>
    score.by === "rule"
      ? (names.get(score.what) ?? "")
      : score.by === "sample"
        ? (texts.get(score.id)?.[Number(score.what)] ?? "")
        : score.what;
  const shown = (score: Score) => ({ ...score, what: what(score) });
  return {
    normal: normalise(body.text),
    by: match.by,
    intent: match.intent ? shown(match.intent) : null,
    ambiguous: match.ambiguous,
    cut: match.cut,
    scores: match.scores.map(shown),
  };
}

export const createIntents = (deps: AdministrationDeps) =>
  telling(
    deps,
    crudService({
      deps,
      object: "intent",
      scope: "enterprise",
      store: intentStore(() => new Date(deps.ports.clock.now())),
      toRow,
      present,
      key: { path: "name", label: "意图名称", of: (row) => row.name },
    }),
  );
