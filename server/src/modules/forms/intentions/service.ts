/** 智能意向信息: which calls have which level, who gave it, and what was done about it. */
import { AppError, formatTime, maskPhone, readCallData, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { intentionLevelApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { callsMasked } from "../../records/index.ts";
import { subscribe } from "../../topics.ts";
import type { FormsDeps } from "../deps.ts";
import { scopeOf } from "../records/scope.ts";
import { checkLevels, levelOfScore, saidIn } from "./levels.ts";
import * as rows from "./repository.ts";

type Api = typeof intentionLevelApi;

export async function levels(
  { ports }: FormsDeps,
  { compId: named }: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, named);
  const found = await ports.database.tenant(compId, (trx) => rows.levelsOf(trx, compId));
  return found.map(({ id, name, minScore, maxScore, remark }) => ({ id, name, minScore, maxScore, remark }));
}

const inWords = (list: readonly { name: string; minScore?: number | null; maxScore?: number | null }[]): string =>
  list.map(({ name, minScore, maxScore }) => (minScore == null ? name : `${name} ${minScore}–${maxScore}`)).join("，");

export async function saveLevels(
  { ports, audit }: FormsDeps,
  { levels: given, compId: named }: BodyOf<Api["save"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, named);
  const list = given.map(({ id, name, minScore, maxScore, remark }) => ({
    ...{ id, name: name.trim(), minScore: minScore ?? null, maxScore: maxScore ?? null, remark: remark ?? "" },
  }));
  checkLevels(list);
  await ports.database.tenant(compId, async (trx) => {
    const before = await rows.levelsOf(trx, compId);
    const known = new Set(before.map(({ id }) => id));
    const taken = new Set<string>();
    // One that is not there, or stands twice, is a new one.
    const idOf = (id: string | undefined): string => {
      const own = id !== undefined && known.has(id) && !taken.has(id) ? id : ports.random.id();
      taken.add(own);
      return own;
    };
    await rows.replaceLevels(
      trx,
      compId,
      list.map(({ id, ...level }, sort) => ({ compId, ...level, id: idOf(id), sort })),
    );
    await audit.write(trx, context, {
      ...{ compId, object: "intentionLevel", action: "update", id: compId, name: "意向等级" },
      before: { levels: inWords(before) },
      after: { levels: inWords(list) },
    });
  });
  return null;
}

const viewerOf = async (deps: FormsDeps, trx: Trx, compId: string, caller: Caller): Promise<rows.Viewer> => ({
  scope: await scopeOf(deps.auth, trx, compId, caller),
  agentId: caller.agentId,
});

export async function calls(
  deps: FormsDeps,
  body: BodyOf<Api["calls"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["calls"]>> {
  const compId = compOf(caller, body.compId);
  const { pageNo, pageSize } = body;
  if (pageSize > 200) throw fieldRefusal("pageSize", "每页条数", "每页最多200条");
  const { masked, ...found } = await deps.ports.database.tenant(compId, async (trx) => {
    const page = await rows.intentionCalls(trx, compId, await viewerOf(deps, trx, compId, caller), body);
    const ids = page.rows.flatMap(({ callId }) => callId ?? []);
    return { ...page, masked: await callsMasked(trx, { ...caller, compId }, ids) };
  });
  const list = found.rows.map((row) => {
    const number = row.direction === "inbound" ? row.caller : row.callee;
    const callId = row.callId ?? "";
    const of = { number, object: "call", id: callId, name: "" };
    const ref = caller.agentId === null || number === "" ? "" : deps.refs.seal({ compId, agentId: caller.agentId }, of);
    return {
      ...{ callId, levelId: row.levelId ?? "", levelName: row.levelName ?? "", score: row.score },
      ...{ source: row.source ?? "agent", note: row.note ?? "", markedBy: row.markedBy ?? "" },
      ...{ markTime: row.markedAt ? formatTime(row.markedAt) : "", direction: row.direction, ref },
      ...{
        number: masked(callId) ? maskPhone(number) : number,
        agentId: row.agentId ?? "",
        agentName: row.agentName ?? "",
      },
      ...{ startTime: formatTime(row.startAt), talkSeconds: Math.round((row.talkMs ?? 0) / 1_000) },
      ...{ followed: row.followed === 1 ? (1 as const) : (0 as const), followNote: row.followNote ?? "" },
      ...{ followBy: row.followBy ?? "", followTime: row.followedAt ? formatTime(row.followedAt) : "" },
    };
  });
  const counts = found.counts.map(({ levelId, levelName, count }) => ({
    ...{ levelId: levelId ?? "", levelName: levelName ?? "", count: Number(count) },
  }));
  return { list, total: found.total, pageNo, pageSize, counts };
}

const noCall = () => new AppError("notFound", "通话不存在");

/** A call that is not seen has none: a popup asks before its call is on record. */
export async function find(
  deps: FormsDeps,
  { callId, compId: named }: BodyOf<Api["find"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["find"]>> {
  const compId = compOf(caller, named);
  const call = await deps.ports.database.tenant(compId, async (trx) =>
    rows.seenCall(trx, compId, await viewerOf(deps, trx, compId, caller), callId),
  );
  return {
    ...{ levelId: call?.levelId ?? "", levelName: call?.levelName ?? "" },
    ...{ score: call?.score ?? null, note: call?.note ?? "" },
  };
}

export async function mark(
  deps: FormsDeps,
  { callId, levelId = "", score = null, note = "", compId: named }: BodyOf<Api["mark"]>,
  context: RequestContext,
): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, named);
  await deps.ports.database.tenant(compId, async (trx) => {
    const call = await rows.seenCall(trx, compId, await viewerOf(deps, trx, compId, caller), callId);
    if (!call) throw noCall();
    const all = await rows.levelsOf(trx, compId);
    const gone = levelId === "" && score === null;
    const level = levelId === "" ? levelOfScore(all, score ?? -1) : all.find(({ id }) => id === levelId);
    if (!gone && !level)
      throw levelId === ""
        ? fieldRefusal("score", "得分", "没有等级包含该得分")
        : fieldRefusal("levelId", "意向等级", "意向等级不存在或已被删除");
    if (level)
      await rows.markCall(trx, {
        ...{ compId, callId, levelId: level.id, levelName: level.name, score, source: "agent", note },
        ...{ markedAt: new Date(deps.ports.clock.now()), markedBy: caller.nickName },
      });
    else await rows.unmark(trx, compId, callId);
    await deps.audit.write(trx, context, {
      ...{ compId, object: "intentionLevel", action: "mark", id: callId, name: `通话${callId.slice(-6)}` },
      before: { level: call.levelName ?? "" },
      after: { level: level?.name ?? "" },
    });
  });
  return null;
}

export async function followUp(
  deps: FormsDeps,
  { callId, followed, followNote = "", compId: named }: BodyOf<Api["followUp"]>,
  context: RequestContext,
): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, named);
  await deps.ports.database.tenant(compId, async (trx) => {
    const call = await rows.seenCall(trx, compId, await viewerOf(deps, trx, compId, caller), callId);
    if (!call?.levelName) throw noCall();
    await rows.followUp(trx, compId, callId, {
      ...{ followed: followed === 1 ? 1 : 0, followNote, followBy: caller.nickName },
      followedAt: new Date(deps.ports.clock.now()),
    });
    await deps.audit.write(trx, context, {
      ...{ compId, object: "intentionLevel", action: "followUp", id: callId, name: `通话${callId.slice(-6)}` },
      after: { followed, followNote },
    });
  });
  return null;
}

/** What rules made of a robot's call: the level of this name, else the one that has the score. */
const startScored = ({ ports: { broker, database, logger, clock } }: FormsDeps): Promise<() => Promise<void>> =>
  subscribe(broker, "intention.scored", ({ compId, callId, level: name, score }) => {
    database
      .tenant(compId, async (trx) => {
        const all = await rows.levelsOf(trx, compId);
        const level = all.find((one) => one.name === name) ?? levelOfScore(all, score);
        if (!level) return;
        await rows.markByFlow(trx, {
          ...{ compId, callId, levelId: level.id, levelName: level.name, score },
          ...{ source: "flow", markedAt: new Date(clock.now()) },
        });
      })
      .catch((error: unknown) => logger.warn({ error, callId }, "a call's intention was not kept"));
  });

/** What a flow or an interface put into a call's data becomes its level when the call is on record; else what its robot's rules say. */
export async function startMarking(deps: FormsDeps): Promise<() => Promise<void>> {
  const ends = await Promise.all([startSaid(deps), startScored(deps)]);
  return async () => void (await Promise.all(ends.map((end) => end())));
}

function startSaid({ ports }: FormsDeps): Promise<() => Promise<void>> {
  const { broker, database, logger, clock } = ports;
  return subscribe(broker, "call.recorded", ({ compId, callId }) => {
    database
      .tenant(compId, async (trx) => {
        const call = await rows.callData(trx, compId, callId);
        const data = readCallData(call?.callData ?? "{}") ?? {};
        const said = Object.keys(data).length > 0 && saidIn(await rows.levelsOf(trx, compId), data);
        if (!said) return;
        await rows.markByFlow(trx, {
          ...{ compId, callId, levelId: said.level.id, levelName: said.level.name, score: said.score },
          ...{ source: "flow", markedAt: new Date(clock.now()) },
        });
      })
      .catch((error: unknown) => logger.warn({ error, callId }, "a call's intention was not kept"));
  });
}
