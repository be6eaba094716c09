/** What the screens 通话记录 and 通话详情 ask. Everything goes through the asker's scope: a call outside it does not exist. */
import { AppError, isAdministrator, maskPhone, hourMs, formatDigits, type CallDirection } from "@liantai/api/contract";
import { hidesNumbers } from "../../http/privacy.ts";
import { timeRange } from "../../http/time-range.ts";
import type { CallFigure } from "@liantai/api/contract/admin";
import type { BinaryReply, Caller, RequestContext } from "../../http/routes.ts";
import type { Blobs } from "../../ports/blobs.ts";
import type { Broker } from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../ports/database.ts";
import { attached, type Download } from "../files/index.ts";
import type { Audit } from "../audit/index.ts";
import { isContact, readStream } from "../event-log/index.ts";
import { loadAreaCodes } from "../numbers/index.ts";
import { seatNames } from "../seats/index.ts";
import { serviceOf } from "../service.ts";
import { takenBy, takersIn } from "./administrators.ts";
import { find, heard, scopeFor } from "./finding.ts";
import { peaksOf, type Peaks } from "./peaks.ts";
import { hidesDigits, maskingFor, masksByTask } from "./policy.ts";
import { presentLeg, presentRecord } from "./present.ts";
import { parseRange } from "./range.ts";
import { damagedText, RecordingCheck } from "./soundness.ts";
import { sideOf } from "./split.ts";
import {
  findRecord,
  groupNames,
  legsOf,
  listRecords,
  writtenOf,
  intentionOf,
  type Filter,
  type RecordRow,
} from "./repository.ts";
import { namedIn } from "./track-names.ts";
import { trackRows } from "./track-rows.ts";
import { writtenRows } from "./track-written.ts";

export interface RecordsDeps {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly broker: Broker;
  readonly clock: Clock;
}

export interface ListQuery {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sortBy?: string | undefined;
  readonly sortOrder?: string | undefined;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly direction?: CallDirection | "" | undefined;
  readonly caller?: string | undefined;
  readonly callee?: string | undefined;
  readonly agentId?: string | undefined;
  readonly skillGroupId?: string | undefined;
  readonly answered?: string | undefined;
  readonly figure?: CallFigure | "" | undefined;
}

const peaksMs = hourMs;

interface Deps extends RecordsDeps {
  readonly check: RecordingCheck;
}

/** `only`: two-way callbacks alone (双呼记录). */
async function list(deps: Deps, caller: Caller, query: ListQuery, only: { readonly dual?: true } = {}) {
  const [scope, hides] = [await scopeFor(deps, caller), maskingFor(caller)];
  const filter = { ...filterOf(deps, query, caller), ...only };
  await loadAreaCodes();
  const { rows, total } = await deps.database.tenant(caller.compId, (trx) =>
    listRecords(trx, caller.compId, scope, filter, query, masksByTask(caller)),
  );
  return {
    list: rows.map((row) => presentRecord(row, hides(row))),
    total,
    pageNo: query.pageNo,
    pageSize: query.pageSize,
  };
}

/** A whole number, and a line in the log in the same transaction: nobody sees one unseen. */
async function reveal(
  deps: Deps,
  context: RequestContext,
  { callId, field, reason }: { readonly callId: string; readonly field: "caller" | "callee"; readonly reason: string },
  audit: Audit,
) {
  const { caller } = context;
  // isHiddenNum binds the person (console.md section 5); the role's 查看完整号码 lifts only what the enterprise hides.
  if (caller.isHiddenNum) throw new AppError("forbidden", "您的账号已隐藏号码，不能查看完整号码");
  const scope = await scopeFor(deps, caller);
  return deps.database.tenant(caller.compId, async (trx) => {
    const row = await findRecord(trx, caller.compId, scope, callId);
    if (!row) throw new AppError("notFound", "通话记录不存在");
    await audit.write(trx, context, {
      compId: caller.compId,
      object: "callRecord",
      action: "reveal",
      id: callId,
      name: maskPhone(row[field]),
      after: { field, reason },
    });
    return { number: row[field] };
  });
}

async function detail(deps: Deps, caller: Caller, callId: string) {
  await loadAreaCodes();
  const row = await find(deps, caller, callId);
  return { ...presentRecord(row, maskingFor(caller)(row)), ...(await takenBy(deps.database, row)) };
}

async function legs(deps: Deps, caller: Caller, callId: string) {
  const { compId } = caller;
  const hide = maskingFor(caller)(await find(deps, caller, callId));
  const { rows, takers } = await deps.database.tenant(compId, async (trx) => {
    const rows = await legsOf(trx, compId, callId);
    return { rows, takers: await takersIn(trx, compId, callId, rows) };
  });
  return rows.map((row) => presentLeg(row, hide, takers));
}

async function track(deps: Deps, caller: Caller, callId: string) {
  const { compId } = caller;
  const row = await find(deps, caller, callId);
  const { events, agents, groups, written, intention } = await deps.database.tenant(compId, async (trx) => {
    const events = (await readStream(trx, { compId, stream: "contact", id: callId })).filter(isContact);
    const { agentIds, groupIds } = namedIn(events.map(({ fact }) => fact));
    const agents = await seatNames(trx, compId, agentIds);
    const written = await writtenOf(trx, compId, callId);
    const intention = await intentionOf(trx, compId, callId);
    return { events, agents, written, intention, groups: await groupNames(trx, compId, groupIds) };
  });
  const names = { agents, groups, hide: maskingFor(caller)(row), hideDigits: hidesDigits(caller) };
  const rows = trackRows(events, row.startAt.getTime(), names, intention);
  return [...rows, ...writtenRows(written, row, { seq: events.at(-1)?.seq ?? 0, hide: names.hide })];
}

/** audio/wav, whole or the byte range asked for. */
async function recording(
  deps: Deps,
  caller: Caller,
  callId: string,
  rangeHeader: string | undefined,
): Promise<BinaryReply> {
  const piece = rangeHeader !== undefined && !/^bytes=0+-/.test(rangeHeader);
  const { key, bytes } = await soundRecording(deps, await heard(deps, caller, callId), piece);
  const range = parseRange(rangeHeader, bytes);
  const headers = { "accept-ranges": "bytes" };
  const contentType = "audio/wav";
  if (range.kind === "unsatisfiable")
    return { binary: "", contentType, status: 416, headers: { ...headers, "content-range": `bytes */${bytes}` } };
  if (range.kind === "whole")
    return {
      binary: await deps.blobs.read(key),
      contentType,
      headers: { ...headers, "content-length": String(bytes) },
    };
  const { start, end } = range;
  return {
    binary: await deps.blobs.read(key, { start, end }),
    contentType,
    status: 206,
    headers: {
      ...headers,
      "content-range": `bytes ${start}-${end}/${bytes}`,
      "content-length": String(end - start + 1),
    },
  };
}

/** The recording to keep. */
async function download(deps: Deps, caller: Caller, callId: string): Promise<Download> {
  const { key, bytes, name } = await soundRecording(deps, await find(deps, caller, callId));
  return { name: `${name}.wav`, contentType: "audio/wav", bytes, open: () => deps.blobs.read(key), blobKey: key };
}

/** The same of a two-way callback, as a request's own reply. */
async function dualRecording(deps: Deps, caller: Caller, callId: string): Promise<BinaryReply> {
  if ((await find(deps, caller, callId)).isDual !== 1) throw new AppError("notFound", "双呼记录不存在");
  return attached(await download(deps, caller, callId));
}

/** One side of it: left the customer, right the agent. */
async function channel(deps: Deps, caller: Caller, callId: string, channel: "left" | "right"): Promise<Download> {
  const { key, bytes, name } = await soundRecording(deps, await find(deps, caller, callId));
  const side = await sideOf(deps.blobs, { key, bytes }, channel);
  return {
    name: `${name}_${channel === "left" ? "客户" : "坐席"}.wav`,
    contentType: "audio/wav",
    bytes: side.bytes,
    open: side.open,
  };
}

async function peaks(deps: Deps, caller: Caller, callId: string): Promise<Peaks & { durationMs: number }> {
  const { key, bytes, durationMs } = await soundRecording(deps, await heard(deps, caller, callId));
  const kept = await deps.broker.get(`peaks:${key}`);
  if (kept !== undefined) return { ...(JSON.parse(kept) as Peaks), durationMs };
  const peaks = await peaksOf(await deps.blobs.read(key), bytes);
  await deps.broker.set(`peaks:${key}`, JSON.stringify(peaks), peaksMs);
  return { ...peaks, durationMs };
}

async function soundRecording(
  deps: Deps,
  row: RecordRow,
  piece = false,
): Promise<{ key: string; bytes: number; durationMs: number; name: string }> {
  const { callId } = row;
  const checked = await deps.check.of(row, piece);
  if (checked.state === "gone") throw new AppError("notFound", "录音不存在或已被清理");
  if (checked.state === "damaged") throw new AppError("refused", damagedText);
  return {
    key: checked.info.key,
    bytes: checked.info.bytes,
    durationMs: row.recordingMs ?? 0,
    name: `录音_${formatDigits(row.startAt)}_${callId}`,
  };
}

/** Throws AppError 'invalid' for times that are none. Numbers that he sees masked must be given whole. */
function filterOf(deps: Deps, query: Omit<ListQuery, "pageNo" | "pageSize">, caller: Caller): Filter {
  const { from, to } = timeRange(deps.clock.now(), query);
  return {
    from,
    to,
    wholeNumbers: hidesNumbers(caller),
    wholeOfTasks: !isAdministrator(caller),
    ...(query.direction ? { direction: query.direction } : {}),
    ...(query.caller ? { caller: query.caller } : {}),
    ...(query.callee ? { callee: query.callee } : {}),
    ...(query.agentId ? { agentId: query.agentId } : {}),
    ...(query.skillGroupId ? { skillGroupId: query.skillGroupId } : {}),
    ...(query.answered ? { answered: query.answered === "yes" } : {}),
    ...(query.figure ? { figure: query.figure } : {}),
  };
}

export type RecordsService = ReturnType<typeof createRecordsService>;

export function createRecordsService(ports: RecordsDeps) {
  const check = new RecordingCheck(ports.blobs, ports.clock);
  const verbs = {
    list,
    reveal,
    detail,
    legs,
    track,
    recording,
    download,
    dualRecording,
    channel,
    peaks,
    scope: scopeFor,
    filter: filterOf,
  };
  return { check, ...serviceOf({ ...ports, check }, verbs) };
}
