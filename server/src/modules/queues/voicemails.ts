/** 留言: who sees to what callers said instead of waiting. Each act stands in the operation log with its number masked. */
import { AppError, isAdministrator, isAgent, maskPhone, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { voicemailApi } from "@liantai/api/contract/admin";
import { compOf } from "../../http/company.ts";
import { hidesNumbers, maskNumbers, unmasked } from "../../http/privacy.ts";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Caller, RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { AdministrationDeps } from "../deps.ts";
import {
  findContact,
  findVoicemail,
  listVoicemails,
  seeTo,
  type QueuedContactRow,
  type VoicemailRow,
  tellAssigned,
} from "../queued-contacts/index.ts";
import { mayGovern } from "../seats/index.ts";
import { serviceOf } from "../service.ts";
import { publish } from "../topics.ts";
import { callBackFrom } from "./calling-back.ts";
import { servedGroups } from "./queue-list.ts";
import { seatInService } from "./repository.ts";

type Api = typeof voicemailApi;
type Row = ReplyOf<Api["list"]>["list"][number];

const present = (row: VoicemailRow, hide: boolean): Row => ({
  id: row.id,
  callId: row.callId,
  number: hide ? maskPhone(row.number) : row.number,
  groupName: row.groupName ?? "",
  accessNumber: row.accessNumber,
  leftAt: row.askedAt.getTime(),
  lengthS: row.lengthMs === null ? null : Math.round(row.lengthMs / 1_000),
  state: row.state === "done" ? "done" : "open",
  agentId: row.agentId,
  agentName: row.agentName ?? "",
  doneAt: row.closedAt?.getTime() ?? null,
  doneBy: row.closedBy,
  transcript: hide && row.transcript !== null ? maskNumbers(row.transcript) : row.transcript,
});

/** Of which groups he sees messages; '': those that flows took for one seat. */
async function groupsOf(deps: AdministrationDeps, compId: string, caller: Caller): Promise<string[]> {
  const ids = (await servedGroups(deps, compId, caller)).map(({ id }) => id);
  return isAdministrator(caller) ? [...ids, ""] : ids;
}

async function list(
  deps: AdministrationDeps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const groupIds = await groupsOf(deps, compId, caller);
  const state = body.state === "open" ? "waiting" : body.state || undefined;
  const { rows, total } = await deps.ports.database.tenant(compId, (trx) =>
    listVoicemails(trx, compId, { ...body, kind: "voicemail", groupIds, state }),
  );
  const hide = hidesNumbers(caller);
  return { list: rows.map((row) => present(row, hide)), total, pageNo: body.pageNo, pageSize: body.pageSize };
}

/** Of a group that a supervisor watches; an agent finds the own ones. */
async function find(deps: AdministrationDeps, compId: string, id: string, caller: Caller): Promise<QueuedContactRow> {
  const row = await deps.ports.database.tenant(compId, (trx) => findContact(trx, compId, id));
  const own = row?.kind === "voicemail" && row.agentId !== null && row.agentId === caller.agentId;
  const seen =
    own ||
    (row?.kind === "voicemail" &&
      !isAgent(caller) &&
      (await groupsOf(deps, compId, caller)).includes(row.skillGroupId));
  if (!row || !seen) throw new AppError("notFound", "该留言不存在");
  return row;
}

async function ofCall(
  deps: AdministrationDeps,
  body: BodyOf<Api["ofCall"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["ofCall"]>> {
  const compId = compOf(caller, body.compId);
  const row = await deps.ports.database.tenant(compId, (trx) => findVoicemail(trx, compId, body.callId));
  if (!row) return [];
  await find(deps, compId, row.id, caller);
  return [present(row, hidesNumbers(caller))];
}

/** Administrators give it to any seat, a monitor to those that he looks after, or leaves it with whom it is. */
async function checkSeat(trx: Trx, compId: string, caller: Caller, { agentId }: QueuedContactRow, to: string) {
  const seat = await seatInService(trx, compId, to);
  if (seat && (to === agentId || (await mayGovern(trx, compId, caller, seat)))) return;
  const why = isAdministrator(caller) ? "坐席不存在或已停用" : "坐席不存在或已停用，或不在您的管理范围内";
  throw fieldRefusal("agentId", "处理坐席", why);
}

async function assign(deps: AdministrationDeps, body: BodyOf<Api["assign"]>, context: RequestContext): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const row = await find(deps, compId, body.id, caller);
  const { number, callId } = row;
  await deps.ports.database.tenant(compId, async (trx) => {
    if (body.agentId !== "") await checkSeat(trx, compId, caller, row, body.agentId);
    await seeTo(trx, compId, body.id, { agentId: body.agentId === "" ? null : body.agentId });
    await deps.audit.write(trx, context, {
      compId,
      object: "voicemail",
      action: "assignVoicemail",
      id: callId,
      name: maskPhone(number),
      after: { agentId: body.agentId },
    });
  });
  await publish(deps.ports.broker, "message.changed", { compId, id: body.id });
  if (body.agentId !== "")
    await tellAssigned(deps.ports.broker, { compId, id: body.id, agentId: body.agentId, number, callId });
  return null;
}

async function setDone(deps: AdministrationDeps, body: BodyOf<Api["setDone"]>, context: RequestContext): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const { number, callId, agentId } = await find(deps, compId, body.id, caller);
  const done = body.done === 1;
  await deps.ports.database.tenant(compId, async (trx) => {
    await seeTo(trx, compId, body.id, {
      state: done ? "done" : "waiting",
      // Who does it without having been asked to has seen to it.
      ...(done && agentId === null && caller.agentId !== null ? { agentId: caller.agentId } : {}),
      closedAt: done ? new Date(deps.ports.clock.now()) : null,
      closedBy: done ? caller.nickName : null,
    });
    await deps.audit.write(trx, context, {
      compId,
      object: "voicemail",
      action: done ? "finishVoicemail" : "reopenVoicemail",
      id: callId,
      name: maskPhone(number),
    });
  });
  await publish(deps.ports.broker, "message.changed", { compId, id: body.id });
  return null;
}

/** What was said stands with the message, not in the operation log. */
async function setTranscript(
  deps: AdministrationDeps,
  body: BodyOf<Api["setTranscript"]>,
  context: RequestContext,
): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const { number, callId, transcript: before } = await find(deps, compId, body.id, caller);
  const transcript = unmasked(body.transcript.trim(), before ?? "", hidesNumbers(caller));
  await deps.ports.database.tenant(compId, async (trx) => {
    await seeTo(trx, compId, body.id, { transcript: transcript === "" ? null : transcript });
    await deps.audit.write(trx, context, {
      compId,
      object: "voicemail",
      action: "transcribeVoicemail",
      id: callId,
      name: maskPhone(number),
    });
  });
  await publish(deps.ports.broker, "message.changed", { compId, id: body.id });
  return null;
}

async function callBack(
  deps: AdministrationDeps,
  body: BodyOf<Api["callBack"]>,
  context: RequestContext,
): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  if (caller.agentId === null) throw new AppError("forbidden");
  const { number, callId, skillGroupId } = await find(deps, compId, body.id, caller);
  return callBackFrom(
    deps,
    context,
    { compId, seat: { agentId: caller.agentId }, number, callId, skillGroupId },
    {
      object: "voicemail",
      action: "callBackVoicemail",
    },
  );
}

export const createVoicemails = (deps: AdministrationDeps) =>
  serviceOf(deps, { list, ofCall, assign, setDone, setTranscript, callBack });
