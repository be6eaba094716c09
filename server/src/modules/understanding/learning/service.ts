/** 机器人学习: what was not understood, and what an intent learns of it (docs/protocol.md, I13). */
import { AppError, dayMs, epochOf, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { learningLimits, type intentionDetailApi, type robotLearningApi } from "@liantai/api/contract/flow-editor";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { intentNames } from "../intents/repository.ts";
import type { IntentDeps } from "../intents/service.ts";
import { saidTo } from "./masking.ts";
import { deleteGroups, latestOf, listDetails, listGroups, setState, type HeardFilter } from "./repository.ts";

type Api = typeof robotLearningApi;
type Dates = {
  readonly keyword?: string | undefined;
  readonly flowId?: string | undefined;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
};

/** Whoever sees no numbers whole does not find them by their digits either. */
const filterOf = ({ keyword, flowId, startTime, endTime }: Dates, caller: Caller): HeardFilter => ({
  keyword,
  digits: !hidesNumbers(caller),
  flowId,
  from: startTime ? new Date(epochOf(`${startTime} 00:00:00`)) : undefined,
  to: endTime ? new Date(epochOf(`${endTime} 00:00:00`) + dayMs) : undefined,
});

type Listed = Awaited<ReturnType<typeof listGroups>>["rows"][number];
/** '': none. */
const intentOf = ({ state, intentId, nearestId }: Listed): string =>
  (state === "assigned" ? intentId : nearestId) ?? "";

export async function list(
  { ports }: IntentDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const said = saidTo(caller);
  const { rows, total, names } = await ports.database.tenant(compId, async (trx) => {
    const found = await listGroups(trx, compId, body.state, filterOf(body, caller), body);
    return { ...found, names: await intentNames(trx, compId, found.rows.map(intentOf)) };
  });
  return {
    list: rows.map((row) => {
      const intentId = intentOf(row);
      return {
        id: row.id,
        text: said(row.text),
        state: row.state,
        count: Number(row.count),
        firstTime: formatTime(row.first),
        lastTime: formatTime(row.last),
        flowId: row.flowId,
        flowName: row.flowName,
        nodeId: row.nodeId,
        nodeName: row.nodeName,
        callIds: [...new Set(row.callIds)],
        intentId: names.has(intentId) ? intentId : "",
        intentName: names.get(intentId) ?? "",
        score: row.nearestScore,
      };
    }),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

export async function details(
  { ports }: IntentDeps,
  body: BodyOf<(typeof intentionDetailApi)["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<(typeof intentionDetailApi)["list"]>> {
  const compId = compOf(caller, body.compId);
  const said = saidTo(caller);
  const { rows, total, names } = await ports.database.tenant(compId, async (trx) => {
    const found = await listDetails(trx, compId, { ...filterOf(body, caller), intentId: body.intentId }, body);
    const ids = found.rows.flatMap((row) => [row.intentId ?? "", row.secondId ?? ""]);
    return { ...found, names: await intentNames(trx, compId, ids) };
  });
  return {
    list: rows.map((row) => ({
      id: row.id,
      at: formatTime(row.at),
      callId: row.callId,
      flowId: row.flowId,
      flowName: row.flowName,
      nodeId: row.nodeId,
      nodeName: row.nodeName,
      text: said(row.text),
      intentId: row.intentId ?? "",
      intentName: names.get(row.intentId ?? "") ?? "",
      by: row.matchedBy,
      score: row.score,
      secondName: names.get(row.secondId ?? "") ?? "",
      secondScore: row.secondScore,
    })),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

/** The sentences of groups, for the log. */
const textsOf = async (trx: Trx, compId: string, ids: readonly string[]): Promise<string[]> =>
  (await latestOf(trx, compId, ids)).map(({ text }) => text);

export function ignore({ ports, audit }: IntentDeps, body: BodyOf<Api["ignore"]>, context: RequestContext) {
  const compId = compOf(context.caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const sentences = await textsOf(trx, compId, body.ids);
    const count = await setState(trx, compId, body.ids, "ignored");
    if (count === 0) throw new AppError("notFound");
    const name = sentences[0] ?? "";
    const after = { sentences };
    await audit.write(trx, context, {
      compId,
      object: "robotLearning",
      action: "putAside",
      id: body.ids[0]!,
      name,
      after,
    });
    return { count };
  });
}

export function remove({ ports, audit }: IntentDeps, body: BodyOf<Api["delete"]>, context: RequestContext) {
  const compId = compOf(context.caller, body.compId);
  return ports.database.tenant(compId, async (trx) => {
    const gone = await deleteGroups(trx, compId, body.ids);
    if (gone.length === 0) throw new AppError("notFound");
    const sentences = [...new Set(gone.map(({ text }) => text))].slice(0, learningLimits.shown);
    const [id, name, before] = [body.ids[0]!, sentences[0] ?? "", { sentences }];
    await audit.write(trx, context, { compId, object: "robotLearning", action: "delete", id, name, before });
    return { count: gone.length };
  });
}
