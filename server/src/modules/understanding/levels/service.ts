/** Intention rules of robots, and what gives points in their calls. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import type { intentionRuleApi, scoreModelApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { crudService } from "../../crud/index.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { intentNames } from "../intents/repository.ts";
import { addendsOf, levelStore, replaceAddends, type LevelNew, type LevelRow } from "./repository.ts";

type Model = typeof scoreModelApi;

/** Names are different, bands do not meet. Throws AppError 'invalid'. */
function toRow({ name, levels, remark = "" }: BodyOf<typeof intentionRuleApi.add>): LevelNew {
  levels.forEach((level, at) => {
    const path = `levels[${at}]`;
    if (level.minScore > level.maxScore)
      throw fieldRefusal(`${path}.minScore`, "最低分", `等级“${level.name}”的最低分不能大于最高分`);
    for (const other of levels.slice(0, at)) {
      if (other.name === level.name) throw fieldRefusal(`${path}.name`, "等级名称", `等级“${level.name}”重复`);
      if (level.minScore <= other.maxScore && other.minScore <= level.maxScore)
        throw fieldRefusal(`${path}.minScore`, "最低分", `等级“${level.name}”与“${other.name}”的分数范围重叠`);
    }
  });
  return { name, levels, remark };
}

export const createIntentionRules = (deps: AdministrationDeps) =>
  crudService({
    deps,
    object: "intentionRule",
    scope: "enterprise",
    store: levelStore,
    toRow: (_trx, body: BodyOf<typeof intentionRuleApi.add>) => toRow(body),
    present: ({ id, name, levels, remark }: LevelRow) => ({ id, name, levels: [...levels], remark }),
    key: { path: "name", label: "规则名称", of: (row) => row.name },
  });

export async function listAddends(
  { ports }: AdministrationDeps,
  body: BodyOf<Model["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Model["list"]>> {
  const compId = compOf(caller, body.compId);
  const rows = await ports.database.tenant(compId, (trx) => addendsOf(trx, compId));
  return rows.map((row) => ({ ...row, intentName: row.intentName ?? "" }));
}

export async function saveAddends(
  { ports, audit }: AdministrationDeps,
  body: BodyOf<Model["save"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const names = await intentNames(
      trx,
      compId,
      body.addends.flatMap(({ intentId }) => intentId ?? []),
    );
    const rows = body.addends.map(({ kind, intentId, least, points }, sort) => {
      const path = `addends[${sort}]`;
      if (kind === "intent" && !names.has(intentId ?? ""))
        throw fieldRefusal(`${path}.intentId`, "意图", intentId ? "所选意图不存在或已被删除" : "请选择意图");
      if (kind !== "intent" && least === null) throw fieldRefusal(`${path}.least`, "至少", "请输入至少多少");
      const own = kind === "intent" ? { intentId, least: null } : { intentId: null, least };
      return { compId, id: ports.random.id(), kind, ...own, points, sort };
    });
    const words = (
      list: readonly { kind: string; intentId?: string | null; least?: number | null; points: number }[],
    ) =>
      list.map(({ kind, intentId, least, points }) => ({
        kind,
        intent: names.get(intentId ?? "") ?? "",
        least,
        points,
      }));
    const before = { addends: words(await addendsOf(trx, compId)) };
    await replaceAddends(trx, compId, rows);
    const line = { compId, object: "scoreModel", action: "update", id: "scoreModel", name: "评分模型" };
    await audit.write(trx, context, { ...line, before, after: { addends: words(rows) } });
    return null;
  });
}
