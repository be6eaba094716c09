/**
 * 未接来电: callers whom nobody answered, or whose agent was lost for good. A call back stands in the operation log with its number masked.
 */
import { AppError, dayMs, isAdministrator, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { abandonedDays, type abandonedApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { hidesNumbers } from "../../http/privacy.ts";
import type { RequestContext } from "../../http/routes.ts";
import type { AdministrationDeps } from "../deps.ts";
import { numberPlace } from "../numbers/index.ts";
import { serviceOf } from "../service.ts";
import { findAbandoned, listAbandoned } from "./abandoned-repository.ts";
import { callBackFrom, callingSeat } from "./calling-back.ts";
import { servedGroups } from "./queue-list.ts";

type Api = typeof abandonedApi;

const since = ({ ports }: AdministrationDeps): Date => new Date(ports.clock.now() - abandonedDays * dayMs);

async function list(
  deps: AdministrationDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const names = new Map((await servedGroups(deps, compId, caller)).map(({ id, name }) => [id, name]));
  const { rows, total } = await deps.ports.database.tenant(compId, (trx) =>
    listAbandoned(trx, compId, { groupIds: [...names.keys()], all: isAdministrator(caller) }, since(deps), body),
  );
  const hide = hidesNumbers(caller);
  return {
    list: rows.map((row) => ({
      callId: row.callId,
      number: hide ? maskPhone(row.caller) : row.caller,
      place: numberPlace(row.caller),
      groupName: names.get(row.skillGroupId ?? "") ?? "",
      accessNumber: row.accessNumber,
      arrivedAt: row.startAt.getTime(),
      waitS: Math.round(row.waitMs / 1_000),
      cause: row.cause,
      calledBack:
        row.backId === null || row.backAt === null
          ? null
          : {
              callId: row.backId,
              agentId: row.backBy,
              at: row.backAt.getTime(),
              answered: row.backAnsweredAt !== null,
            },
    })),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

async function callBack(
  deps: AdministrationDeps,
  body: BodyOf<Api["callBack"]>,
  context: RequestContext,
): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const { callId } = body;
  const seat = callingSeat(context, body.agentId);
  const groupIds = (await servedGroups(deps, compId, caller)).map(({ id }) => id);
  const row = await deps.ports.database.tenant(compId, (trx) =>
    findAbandoned(trx, compId, { groupIds, all: isAdministrator(caller) }, since(deps), callId),
  );
  if (!row) throw new AppError("notFound", "该未接来电不存在");
  const { caller: number, skillGroupId } = row;
  const whom = { compId, seat, number, callId, skillGroupId: skillGroupId ?? "" };
  return callBackFrom(deps, context, whom, { object: "queuedCall", action: "callBack" });
}

export const createAbandoned = (deps: AdministrationDeps) => serviceOf(deps, { list, callBack });
