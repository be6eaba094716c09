/** Numbers of a task as screens list them: by keyset over millions, counted to 10,000 where filters are given. */
import { formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { countedPhones, type NumberState, type taskPhoneApi } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { levelNames, ruleById } from "../../understanding/index.ts";
import { counterOf, readProgress } from "../progress-repository.ts";
import { taskFor, type PhonesDeps } from "./access.ts";
import { pageOfBatches } from "./batch-repository.ts";
import {
  attemptsOf,
  countPhones,
  levelsOfNumbers,
  pageOfPhones,
  ruleOfRobot,
  type PhoneFilters,
  type PhoneQuery,
} from "./phone-repository.ts";
import { presentAttempt, presentPhone } from "./present.ts";
import { plainNumber } from "./rows.ts";

type Api = typeof taskPhoneApi;
type Filters = Omit<BodyOf<Api["export"]>, "compId" | "socketId">;

/** One state has one counter. */
const counted: ReadonlySet<NumberState> = new Set(["waiting", "retry", "done", "skipped", "stopped"]);

const filtersOf = (filters: Filters): PhoneFilters => {
  const { taskId, phone, batchNumber, state, code, answerer, abandoned, resultDue, agentId, result, level } = filters;
  return {
    ...{ taskId, batchNumber, state, code, answerer, abandoned, resultDue, agentId, result, level },
    phone: phone === undefined ? undefined : plainNumber(phone),
  };
};

export const queryOf = (
  compId: string,
  filters: Filters,
  caller: Pick<Caller, "roleType" | "isHiddenNum" | "hiddenGlobalPhone">,
): PhoneQuery => ({
  compId,
  ...filtersOf(filters),
  whole: hidesNumbers(caller),
});

/** The counters know it where nothing but a state is asked for. */
export async function totalOf(
  trx: Trx,
  query: PhoneQuery,
): Promise<{ readonly total: number; readonly more: boolean }> {
  const { taskId, state, compId, whole: _, ...others } = query;
  const plain = Object.values(others).every((value) => !value);
  if (plain && (!state || counted.has(state))) {
    const [progress] = await readProgress(trx, compId, [taskId]);
    return { total: progress?.[state ? counterOf[state] : "total"] ?? 0, more: false };
  }
  const n = await countPhones(trx, query);
  return { total: Math.min(n, countedPhones), more: n > countedPhones };
}

export async function list(
  deps: PhonesDeps,
  { compId: named, pageNo, pageSize, after, sortBy: _, sortOrder: __, ...filters }: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, named);
  await taskFor(deps, caller, compId, filters.taskId, "see");
  const skip = after ? 0 : (pageNo - 1) * pageSize;
  if (skip > countedPhones) throw fieldRefusal("pageNo", "页码", "数据较多，请用条件查询，或逐页向后翻");
  const query = queryOf(compId, filters, caller);
  const [rows, { total, more }] = await deps.ports.database.tenant(compId, (trx) =>
    Promise.all([
      pageOfPhones(trx, query, { after: after || undefined, skip, limit: pageSize + 1 }),
      totalOf(trx, query),
    ]),
  );
  const shown = rows.slice(0, pageSize);
  const hide = hidesNumbers(caller);
  return {
    list: shown.map((row) => presentPhone(row, hide)),
    ...{ total, more, pageNo, pageSize },
    next: rows.length > pageSize ? shown.at(-1)!.id : null,
  };
}

export async function attempts(
  deps: PhonesDeps,
  { compId: named, taskId, id }: BodyOf<Api["attempts"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["attempts"]>> {
  const compId = compOf(caller, named);
  await taskFor(deps, caller, compId, taskId, "see");
  const rows = await deps.ports.database.tenant(compId, (trx) => attemptsOf(trx, compId, taskId, id));
  return rows.map(presentAttempt);
}

/** Levels to find numbers by: those of the rule that the task's calls are judged by, and what numbers have of an earlier one. */
export async function levels(
  deps: PhonesDeps,
  { compId: named, taskId }: BodyOf<Api["levels"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["levels"]>> {
  const compId = compOf(caller, named);
  const { settings } = await taskFor(deps, caller, compId, taskId, "see");
  return deps.ports.database.tenant(compId, async (trx) => {
    const ruleId = settings.intentionRuleId || (settings.robotId && (await ruleOfRobot(trx, compId, settings.robotId)));
    const rule = ruleId ? await ruleById(trx, compId, ruleId) : undefined;
    return [...new Set([...levelNames(rule), ...(await levelsOfNumbers(trx, compId, taskId))])];
  });
}

export async function batches(
  deps: PhonesDeps,
  { compId: named, taskId, batchNumber, pageNo, pageSize }: BodyOf<Api["batches"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["batches"]>> {
  const compId = compOf(caller, named);
  await taskFor(deps, caller, compId, taskId, "see");
  const { rows, total } = await deps.ports.database.tenant(compId, (trx) =>
    pageOfBatches(trx, compId, taskId, { batchNumber, pageNo, pageSize }),
  );
  return {
    list: rows.map(({ id, batchNumber, source, fileName, count, succeed, failing, repetition, blackList, ...row }) => ({
      ...{ id, batchNumber, source, fileName, count, succeed, failing, repetition, blackList },
      done: Number(row.done),
      answered: Number(row.answered),
      failedFileId: row.failedFileId,
      createdAt: formatTime(row.createdAt),
      createdBy: row.createdBy,
    })),
    ...{ total, pageNo, pageSize },
  };
}
