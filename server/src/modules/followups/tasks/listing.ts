/** 回访列表: an agent sees his own, an administrator all. */
import {
  AppError,
  formatTime,
  parseTime,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from "@liantai/api/contract";
import type { followUpConfigApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { visibleSeats } from "../../seats/index.ts";
import type { FollowUpDeps } from "../deps.ts";
import { questionsOf } from "../questions.ts";
import { presentTask } from "./present.ts";
import { findTask, lastDone, listTasks, listTries, type NamedTask, type TaskScope } from "./repository.ts";

type Api = typeof followUpConfigApi;

export const missing = () => new AppError("notFound", "回访任务不存在");

const scopeOf = async (trx: Trx, compId: string, caller: Caller): Promise<TaskScope> =>
  (await visibleSeats(trx, compId, caller)).within;

/** Throws AppError 'notFound'. */
export async function seenTask(trx: Trx, compId: string, caller: Caller, id: string): Promise<NamedTask> {
  const row = await findTask(trx, compId, id, await scopeOf(trx, compId, caller));
  if (!row) throw missing();
  return row;
}

export async function list(
  { ports, refs }: FollowUpDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const to = body.endTime ? parseTime(body.endTime) : undefined;
  const { rows, total } = await ports.database.tenant(compId, async (trx) =>
    listTasks(trx, compId, await scopeOf(trx, compId, caller), {
      ...body,
      state: body.state || undefined,
      own: body.mine === "1" ? (caller.agentId ?? "") : undefined,
      unassigned: body.unassigned === "1",
      whole: hidesNumbers(caller),
      from: body.startTime ? parseTime(body.startTime) : undefined,
      until: to && new Date(to.getTime() + 1_000),
    }),
  );
  return {
    list: rows.map((row) => presentTask(refs, row, caller)),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

export async function find(
  { ports, refs, orders }: FollowUpDeps,
  { id }: ParamsOf<Api["findById"]>,
  query: QueryOf<Api["findById"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["findById"]>> {
  const compId = compOf(caller, query.compId);
  const hide = hidesNumbers(caller);
  const text = (value: string) => (hide ? maskNumbers(value) : value);
  return ports.database.tenant(compId, async (trx) => {
    const row = await seenTask(trx, compId, caller, id);
    const questions = await questionsOf(trx, compId, row.formId);
    const tries = await listTries(trx, compId, id);
    const answers = Object.entries(row.answers).map(([name, value]) => [
      name,
      typeof value === "string" ? text(value) : value,
    ]);
    const mayOpen = row.orderId !== "" && (await orders.mayOpen(trx, compId, caller, row.orderId));
    const last = mayOpen && row.state === "done" ? await lastDone(trx, compId, row.recordId) : undefined;
    return {
      ...presentTask(refs, row, caller),
      fields: row.fields ?? questions.fields,
      revision: questions.revision,
      answers: Object.fromEntries(answers),
      history: tries.map(({ at, byName, command, text: said }, index) => ({
        no: index + 1,
        time: formatTime(at),
        by: byName,
        command,
        text: text(said),
      })),
      mayOpen,
      mayCorrect: last?.id === id,
    };
  });
}
