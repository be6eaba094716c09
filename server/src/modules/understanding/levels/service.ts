/** Intention rules of robots, and what gives points in their calls. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import {
  hangUpSides,
  type Criterion,
  type intentionRuleApi,
  type scoreModelApi,
} from "@liantai/api/contract/flow-editor";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { crudService } from "../../crud/index.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { fixedLevels } from "./evaluate.ts";
import { intentNames } from "../intents/repository.ts";
import { addendsOf, levelStore, replaceAddends, type LevelNew, type LevelRow } from "./repository.ts";

type Model = typeof scoreModelApi;

/** Names are different, bands do not meet. Throws AppError 'invalid'. */
export function checkRule({ levels, wins = [] }: Pick<BodyOf<typeof intentionRuleApi.add>, "levels" | "wins">): void {
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
  const known = new Set([...levels.map(({ name }) => name), ...Object.values(fixedLevels)]);
  wins.forEach((win, at) => {
    const path = `wins[${at}]`;
    checkCriterion(win, path);
    if (!known.has(win.level)) throw fieldRefusal(`${path}.level`, "等级名称", `规则中没有等级“${win.level}”`);
  });
}

/** What its kind needs. Throws AppError 'invalid'. */
function checkCriterion({ kind, intentId, least, text }: Criterion, path: string): void {
  if (kind === "intent") {
    if (!intentId) throw fieldRefusal(`${path}.intentId`, "意图", "请选择意图");
  } else if (kind === "seconds" || kind === "turns") {
    if (least === null) throw fieldRefusal(`${path}.least`, "至少", "请输入至少多少");
  } else if (!text?.trim()) throw fieldRefusal(`${path}.text`, "内容", `请输入${needs[kind]}`);
  else if (kind === "answer" && !/^[A-Za-z_]\w{0,29}=./.test(text))
    throw fieldRefusal(`${path}.text`, "内容", "请按“变量名=内容”填写");
  else if (kind === "hangUp" && !Object.hasOwn(hangUpSides, text))
    throw fieldRefusal(`${path}.text`, "内容", "请选择挂机方");
}
const needs = { node: "节点名称", keyword: "关键词", answer: "变量名和内容", hangUp: "挂机方" } as const;

/** Without what is another kind's. */
const tidied = <C extends Criterion>(of: C): C => ({
  ...of,
  intentId: of.kind === "intent" ? of.intentId : null,
  least: of.kind === "seconds" || of.kind === "turns" ? of.least : null,
  text: of.kind in needs ? of.text : null,
});

async function toRow(trx: Trx, compId: string, body: BodyOf<typeof intentionRuleApi.add>): Promise<LevelNew> {
  const { name, levels, wins = [], remark = "" } = body;
  checkRule(body);
  const intents = await intentNames(
    trx,
    compId,
    wins.flatMap(({ kind, intentId }) => (kind === "intent" && intentId ? [intentId] : [])),
  );
  wins.forEach(({ kind, intentId }, at) => {
    if (kind === "intent" && !intents.has(intentId ?? ""))
      throw fieldRefusal(`wins[${at}].intentId`, "意图", "所选意图不存在或已被删除");
  });
  return { name, levels, wins: wins.map(tidied), remark };
}

export const createIntentionRules = (deps: AdministrationDeps) =>
  crudService({
    deps,
    object: "intentionRule",
    scope: "enterprise",
    store: levelStore,
    toRow: (trx, body: BodyOf<typeof intentionRuleApi.add>, _before, compId) => toRow(trx, compId, body),
    present: ({ id, name, levels, wins, remark }: LevelRow) => ({
      ...{ id, name, levels: [...levels], wins: [...wins], remark },
    }),
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
    const rows = body.addends.map((addend, sort) => {
      const path = `addends[${sort}]`;
      checkCriterion(addend, path);
      const { kind, intentId, least, text, points } = tidied(addend);
      if (kind === "intent" && !names.has(intentId ?? ""))
        throw fieldRefusal(`${path}.intentId`, "意图", "所选意图不存在或已被删除");
      return { compId, id: ports.random.id(), kind, intentId, least, text, points, sort };
    });
    const words = (
      list: readonly {
        kind: string;
        intentId?: string | null;
        least?: number | null;
        text?: string | null;
        points: number;
      }[],
    ) =>
      list.map(({ kind, intentId, least, text, points }) => ({
        ...{ kind, intent: names.get(intentId ?? "") ?? "", least, text, points },
      }));
    const before = { addends: words(await addendsOf(trx, compId)) };
    await replaceAddends(trx, compId, rows);
    const line = { compId, object: "scoreModel", action: "update", id: "scoreModel", name: "评分模型" };
    await audit.write(trx, context, { ...line, before, after: { addends: words(rows) } });
    return null;
  });
}
