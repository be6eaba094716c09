/** What came of calls of tasks, robots and flows: lists by keyset, counts, costs. */
import { formatTime, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type {
  callTaskCdrApi,
  commonFeeApi,
  intentionFiguresApi,
  ivrCallCdrApi,
  ivrKeyApi,
  robotCdrApi,
  robotTaskApi,
} from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { timeRange } from "../../../http/time-range.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { numbersMeant } from "../../numbers/index.ts";
import * as rows from "./repository.ts";

const seconds = (ms: number): number => Math.round(ms / 1_000);

/** '1764298800000.abc': time and id of the last row. */
const afterText = ({ at, id }: rows.After): string => `${at.getTime()}.${id}`;
function afterOf(text: string | undefined): rows.After | undefined {
  if (!text) return undefined;
  const [, at, id] = /^(\d{1,15})\.(.+)$/.exec(text) ?? [];
  if (at === undefined || id === undefined) throw fieldRefusal("after", "位置", "位置无效，请从第一页开始");
  return { at: new Date(Number(at)), id };
}

/** One row more than the page has is asked for: it says whether there is another page. */
function pageOf<R, S>(found: readonly R[], size: number, keyOf: (row: R) => rows.After, shown: (row: R) => S) {
  const list = found.slice(0, size);
  const last = list.at(-1);
  return { list: list.map(shown), next: found.length > size && last ? afterText(keyOf(last)) : null };
}

const phonesOf = (text: string | undefined): readonly string[] | undefined =>
  text ? [...new Set([text, ...numbersMeant(text)])] : undefined;

function shownAttempt(
  row: Awaited<ReturnType<typeof rows.attemptsIn>>[number],
  hide: boolean,
): ReplyOf<typeof callTaskCdrApi.list>["list"][number] {
  return {
    ...{ id: row.id, attempt: row.attempt, callId: row.callId, taskId: row.taskId, ftype: row.ftype },
    ...{ taskIdentity: row.taskIdentity, batchNumber: row.batchNumber ?? "", phoneId: row.phoneId },
    phone: hide ? maskPhone(row.phone) : row.phone,
    startedAt: formatTime(row.startedAt),
    endedAt: row.endedAt && formatTime(row.endedAt),
    ...{ code: row.code, witness: row.witness, displayed: row.displayed, answerer: row.answerer, heard: row.heard },
    ...{ agentId: row.agentId, agentName: row.agentName ?? "", abandoned: row.abandoned === 1 },
    ...{ ringS: seconds(row.ringMs), talkS: seconds(row.talkMs), result: row.result, level: row.level },
    ...{ score: row.score, cost: Number(row.cost) / 1_000, robotName: row.robotName ?? "", turns: row.turns },
  };
}

export async function attempts(
  { ports: { database, clock } }: AdministrationDeps,
  body: BodyOf<typeof callTaskCdrApi.list>,
  { caller }: RequestContext,
  ftype?: number,
): Promise<ReplyOf<typeof callTaskCdrApi.list>> {
  const compId = compOf(caller, body.compId);
  const hide = hidesNumbers(caller);
  const { taskId, batchNumber, agentId, result, level, pageSize = 50 } = body;
  const asked = body.ftype ? Number(body.ftype) : undefined;
  const filter = {
    ...timeRange(clock.now(), body),
    ...{ taskId, batchNumber, agentId, result, level, ftype: ftype ?? asked, phones: phonesOf(body.phone) },
    code: body.code ? Number(body.code) : undefined,
  };
  const after = afterOf(body.after);
  const found = await database.tenant(compId, (trx) => rows.attemptsIn(trx, compId, filter, after, pageSize + 1));
  return pageOf(
    found,
    pageSize,
    ({ startedAt, id }) => ({ at: startedAt, id }),
    (row) => shownAttempt(row, hide),
  );
}

export async function robotCalls(
  { ports: { database, clock } }: AdministrationDeps,
  body: BodyOf<typeof robotCdrApi.list>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof robotCdrApi.list>> {
  const compId = compOf(caller, body.compId);
  const hide = hidesNumbers(caller);
  const { robotId, taskId, level, pageSize = 50 } = body;
  const filter = { ...timeRange(clock.now(), body), robotId, taskId, level, phones: phonesOf(body.phone) };
  const after = afterOf(body.after);
  const found = await database.tenant(compId, (trx) => rows.robotCallsIn(trx, compId, filter, after, pageSize + 1));
  return pageOf(
    found,
    pageSize,
    ({ takenAt, key }) => ({ at: takenAt, id: key }),
    (row) => ({
      ...{ callId: row.callId, seq: row.seq, robotId: row.robotId, robotName: row.nameNow ?? row.robotName },
      phone: hide ? maskPhone(row.number) : row.number,
      ...{ taskId: row.taskId ?? "", taskIdentity: row.taskIdentity ?? "", startTime: formatTime(row.takenAt) },
      talkS: row.talkMs === null ? null : seconds(row.talkMs),
      ...{ turns: row.turns, outcome: row.outcome, level: row.level ?? "", score: row.score },
    }),
  );
}

export async function flowCalls(
  { ports: { database, clock } }: AdministrationDeps,
  body: BodyOf<typeof ivrCallCdrApi.list>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof ivrCallCdrApi.list>> {
  const compId = compOf(caller, body.compId);
  const hide = hidesNumbers(caller);
  const { flowId, taskId, pageSize = 50 } = body;
  const filter = { ...timeRange(clock.now(), body), flowId, taskId, phones: phonesOf(body.phone) };
  const after = afterOf(body.after);
  const found = await database.tenant(compId, (trx) => rows.flowCallsIn(trx, compId, filter, after, pageSize + 1));
  return pageOf(
    found,
    pageSize,
    ({ startAt, callId }) => ({ at: startAt, id: callId }),
    (row) => {
      const number = row.direction === "outbound" ? row.callee : row.caller;
      return {
        ...{ callId: row.callId, direction: row.direction, phone: hide ? maskPhone(number) : number },
        ...{ accessNumber: row.accessNumber ?? "", flowId: row.flowId, flowName: row.flowName ?? "" },
        ...{ taskId: row.taskId ?? "", startTime: formatTime(row.startAt), stayS: seconds(Number(row.stayMs)) },
        ...{ nodes: Number(row.nodes), lastNode: row.lastNode, lastExit: row.lastExit },
      };
    },
  );
}

export async function keys(
  { ports: { database, clock } }: AdministrationDeps,
  body: BodyOf<typeof ivrKeyApi.list>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof ivrKeyApi.list>> {
  const compId = compOf(caller, body.compId);
  const { flowId, taskId, pageNo, pageSize } = body;
  const filter = { ...timeRange(clock.now(), body), flowId, taskId };
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows: found, total } = await database.tenant(compId, (trx) => rows.keysIn(trx, compId, filter, page));
  const list = found.map((row) => ({
    ...{ flowId: row.flowId, flowName: row.flowName ?? "", nodeId: row.nodeId, nodeName: row.nodeName ?? "" },
    ...{ key: row.exit.replace(/^key-/, ""), count: Number(row.count), calls: Number(row.calls) },
  }));
  return { list, total, pageNo, pageSize };
}

export async function levels(
  { ports: { database, clock } }: AdministrationDeps,
  body: BodyOf<typeof intentionFiguresApi.figures>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof intentionFiguresApi.figures>> {
  const compId = compOf(caller, body.compId);
  const { taskId, robotId } = body;
  const filter = { ...timeRange(clock.now(), body), taskId, robotId };
  const found = await database.tenant(compId, (trx) => rows.levelsIn(trx, compId, filter));
  return found.map((row) => ({
    ...{ taskId: row.taskId, taskIdentity: row.taskIdentity ?? "", robotId: row.robotId },
    ...{ robotName: row.robotName ?? "", level: row.level, count: Number(row.count) },
    score: Math.round(Number(row.score) * 10) / 10,
  }));
}

export async function fees(
  { ports: { database, clock } }: AdministrationDeps,
  body: BodyOf<typeof commonFeeApi.list>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof commonFeeApi.list>> {
  const compId = compOf(caller, body.compId);
  const filter = { ...timeRange(clock.now(), body), taskId: body.taskId };
  const found = await database.tenant(compId, (trx) => rows.feesIn(trx, compId, filter));
  return found.map((row) => ({
    ...{ day: row.day, taskId: row.taskId, taskIdentity: row.taskIdentity, ftype: row.ftype },
    ...{ attempts: Number(row.attempts), answered: Number(row.answered), talkS: seconds(Number(row.talkMs)) },
    cost: Number(row.cost) / 1_000,
  }));
}

export async function robotNumbers(
  { ports: { database } }: AdministrationDeps,
  body: BodyOf<typeof robotTaskApi.list>,
  { caller }: RequestContext,
): Promise<ReplyOf<typeof robotTaskApi.list>> {
  const compId = compOf(caller, body.compId);
  const hide = hidesNumbers(caller);
  const { taskId, level, pageSize = 50 } = body;
  const filter = { taskId, level, phones: phonesOf(body.phone) };
  const after = afterOf(body.after);
  const found = await database.tenant(compId, (trx) => rows.robotNumbers(trx, compId, filter, after, pageSize + 1));
  return pageOf(
    found,
    pageSize,
    ({ lastAt, id }) => ({ at: lastAt ?? new Date(0), id }),
    ({ phone, lastAt, ...row }) => ({
      ...row,
      phone: hide ? maskPhone(phone) : phone,
      lastAt: lastAt ? formatTime(lastAt) : "",
    }),
  );
}
