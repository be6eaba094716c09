/** 回呼: who is called back in his place. Each act stands in the operation log with its number masked. */
import { AppError, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { queueCallbackApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { hidesNumbers } from "../../http/privacy.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { CommandReply } from "../../ports/engine.ts";
import type { AdministrationDeps } from "../deps.ts";
import { findContact, listContacts, type QueuedContactRow } from "../queued-contacts/index.ts";
import { serviceOf } from "../service.ts";
import { callingSeat } from "./calling-back.ts";
import { actorOf, refusal, servedGroups } from "./queue-list.ts";

type Api = typeof queueCallbackApi;

async function list(
  deps: AdministrationDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const names = new Map((await servedGroups(deps, compId, caller)).map(({ id, name }) => [id, name]));
  const { rows, total } = await deps.ports.database.tenant(compId, (trx) =>
    listContacts(trx, compId, {
      ...body,
      kind: "callback",
      groupIds: [...names.keys()],
      state: body.state || undefined,
    }),
  );
  const hide = hidesNumbers(caller);
  const list = rows.map((row) => ({
    id: row.id,
    number: hide ? maskPhone(row.number) : row.number,
    groupName: names.get(row.skillGroupId) ?? "",
    accessNumber: row.accessNumber,
    callId: row.callId,
    arrivedAt: row.arrivedAt.getTime(),
    askedAt: row.askedAt.getTime(),
    state: row.state,
    tries: row.tries,
    agentId: row.agentId,
    lastCallId: row.lastCallId,
    lastCause: row.lastCause,
    closedAt: row.closedAt?.getTime() ?? null,
    closedBy: row.closedBy,
  }));
  return { list, total, pageNo: body.pageNo, pageSize: body.pageSize };
}

/** Of a group that the caller watches. */
async function find(deps: AdministrationDeps, compId: string, id: string, caller: Caller): Promise<QueuedContactRow> {
  const own = new Set((await servedGroups(deps, compId, caller)).map((group) => group.id));
  const row = await deps.ports.database.tenant(compId, (trx) => findContact(trx, compId, id));
  if (row?.kind !== "callback" || !own.has(row.skillGroupId)) throw new AppError("notFound", "该回呼不存在");
  return row;
}

async function act(
  deps: AdministrationDeps,
  context: RequestContext,
  { compId: asked, id }: BodyOf<Api["cancel"]>,
  action: "cancelCallback" | "callbackNow",
  run: (compId: string) => Promise<CommandReply>,
): Promise<null> {
  const compId = compOf(context.caller, asked);
  const { number, callId } = await find(deps, compId, id, context.caller);
  const reply = await run(compId);
  if (reply.code !== 1) throw refusal(reply);
  await deps.ports.database.tenant(compId, (trx) =>
    deps.audit.write(trx, context, {
      compId,
      object: "queuedCall",
      action,
      id: callId,
      name: maskPhone(number),
      after: { callId },
    }),
  );
  return null;
}

const cancel = (deps: AdministrationDeps, body: BodyOf<Api["cancel"]>, context: RequestContext): Promise<null> =>
  act(deps, context, body, "cancelCallback", (compId) =>
    deps.engine.cancelCallback(compId, body.id, actorOf(context.caller), context.caller.nickName),
  );

function callNow(deps: AdministrationDeps, body: BodyOf<Api["callNow"]>, context: RequestContext): Promise<null> {
  const { agentId, sentBy } = callingSeat(context, body.agentId);
  return act(deps, context, body, "callbackNow", (compId) => deps.engine.callNow(compId, agentId, body.id, sentBy));
}

export const createCallbacks = (deps: AdministrationDeps) => serviceOf(deps, { list, cancel, callNow });
